package tui

import "context"

// A job is work in the background that belongs to what is shown: a player that thinks
// about a position, say. Its key is what it works on; the zero key is nothing. There is
// one at a time, and answers that come late, from one before, are known by their number.
type job[K comparable] struct {
	key    K
	number int
	done   bool
	stop   context.CancelFunc
}

// turnTo stops work on anything but key, and reports whether the caller must begin work on key:
// it must unless that work runs or is done.
func (j *job[K]) turnTo(parent context.Context, key K) (ctx context.Context, begin bool) {
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

// end stops the work, whose answers are late from now on, and forgets what it was.
func (j *job[K]) end() {
	if j.stop != nil {
		j.stop()
	}
	var nothing K
	j.key, j.stop = nothing, nil
	j.number++
}

// finish takes an answer's number and reports whether it is what is waited for; then the
// work is done.
func (j *job[K]) finish(number int) bool {
	if number != j.number || j.done || j.stop == nil {
		return false
	}
	j.stop()
	j.done = true
	return true
}

// current reports whether an answer that is not the last one is what is waited for.
func (j *job[K]) current(number int) bool { return number == j.number && !j.done && j.stop != nil }

// busy reports whether work goes on.
func (j *job[K]) busy() bool { return j.stop != nil && !j.done }
