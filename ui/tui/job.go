package tui

import "context"

// A job is work in the background for the current screen, such as a player that thinks about a position. Its
// key says what it works on; the zero key means no work. Only one piece of work runs at a time. Its number
// tells its answers from the late answers of earlier work.
type job[K comparable] struct {
	key    K
	number int
	done   bool
	stop   context.CancelFunc
}

// switchTo stops work on other keys. It reports whether the caller must begin work on key, which it must unless
// that work runs or is done.
func (j *job[K]) switchTo(parent context.Context, key K) (ctx context.Context, begin bool) {
	if j.key == key {
		return nil, false
	}
	j.end()
	var nothing K
	if j.key, j.done = key, false; key == nothing {
		return nil, false
	}
	ctx, j.stop = context.WithCancel(parent)
	return ctx, true
}

// end stops the work and forgets its key. Later answers of the work are outdated.
func (j *job[K]) end() {
	if j.stop != nil {
		j.stop()
	}
	var nothing K
	j.key, j.stop = nothing, nil
	j.number++
}

// finish marks the work as done if its last answer has this number. It reports whether it did.
func (j *job[K]) finish(number int) bool {
	if number != j.number || j.done || j.stop == nil {
		return false
	}
	j.stop()
	j.done = true
	return true
}

// current reports whether an answer with this number comes from the current work.
func (j *job[K]) current(number int) bool { return number == j.number && !j.done && j.stop != nil }

// busy reports whether work is running.
func (j *job[K]) busy() bool { return j.stop != nil && !j.done }
