package protocols

import (
	"strconv"
	"time"
)

// A clock is the time that a side has left, under the rules of GTP: a main time, then periods with a number of
// moves each (Canadian byo-yomi). The zero clock has no limit.
type clock struct {
	main, period time.Duration
	moves        int // moves in a period

	ticks     bool          // there is a limit
	left      time.Duration // time left of the main time or of the period
	movesLeft int           // moves left in the period, 0 in the main time
}

// parseClock parses a main time, the length of a period and its number of moves. A period without moves means no limit,
// by GTP's rule. Zero times mean no limit too.
func parseClock(args []string) (c clock, err error) {
	if c.main, c.period, c.moves, err = parseTimes(args[0], args[1], args[2]); err != nil {
		return clock{}, err
	}
	if c.period > 0 && c.moves == 0 {
		return clock{}, nil
	}
	return c.reset(), nil
}

// reset returns the clock at the start of a game.
func (c clock) reset() clock {
	c.ticks, c.left, c.movesLeft = c.main > 0 || c.period > 0, c.main, 0
	return c.inPeriod()
}

// inPeriod returns the clock in its first period if the main time is used up.
func (c clock) inPeriod() clock {
	if c.left <= 0 && c.period > 0 {
		c.left, c.movesLeft = c.period, c.moves
	}
	return c
}

// set returns the clock with the time and the moves that the board says are left.
func (c clock) set(left time.Duration, moves int) clock {
	c.ticks, c.left, c.movesLeft = true, left, moves
	return c
}

// spend returns the clock after a move that took the time d.
func (c clock) spend(d time.Duration) clock {
	c.left -= d
	if c.movesLeft == 0 {
		return c.inPeriod()
	}
	if c.movesLeft--; c.movesLeft == 0 {
		c.left, c.movesLeft = c.period, c.moves
	}
	return c
}

// solvedMoves is the number of a side's last moves that take almost no time, because an earlier search has solved the
// game.
const solvedMoves = 5

// share returns the time for a move on a board with a number of empty squares, or 0 for no limit. It divides the time
// left evenly among the moves that still need a search, at least two. It keeps back a twentieth for the communication
// with the board.
func (c clock) share(empties int) time.Duration {
	if !c.ticks {
		return 0
	}
	moves := c.movesLeft
	if moves == 0 {
		moves = max((empties+1)/2-solvedMoves, 2)
	}
	share := c.left / time.Duration(moves)
	return max(share-share/20, time.Millisecond)
}

// parseTimes parses two times in seconds and a number of moves. Values below 0 and NaN count as 0, because
// boards take an error for a failure.
func parseTimes(first, second, count string) (a, b time.Duration, n int, err error) {
	var numbers [3]float64
	for i, text := range [3]string{first, second, count} {
		if numbers[i], err = strconv.ParseFloat(text, 64); err != nil {
			return 0, 0, 0, errSyntax
		}
		const most = 1e7 // seconds, a third of a year
		if numbers[i] = min(numbers[i], most); !(numbers[i] > 0) {
			numbers[i] = 0
		}
	}
	seconds := func(x float64) time.Duration { return time.Duration(x * float64(time.Second)) }
	return seconds(numbers[0]), seconds(numbers[1]), int(numbers[2]), nil
}
