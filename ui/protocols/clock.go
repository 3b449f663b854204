package protocols

import (
	"strconv"
	"time"
)

// A clock is what a side has left of its time for a game, as GTP tells it: a main time, and
// after that periods of so many moves each (Canadian byo-yomi). The zero clock is none.
type clock struct {
	main, period time.Duration
	moves        int // of a period

	ticks     bool
	left      time.Duration // of the main time or of the period
	movesLeft int           // in the period, 0 in the main time
}

// parseClock reads a main time, the length of a period and its moves. A period without
// moves means no limit, as GTP has it; so do no times at all.
func parseClock(args []string) (c clock, err error) {
	if c.main, c.period, c.moves, err = parseTimes(args[0], args[1], args[2]); err != nil {
		return clock{}, err
	}
	if c.period > 0 && c.moves == 0 {
		return clock{}, nil
	}
	return c.reset(), nil
}

// reset is the clock at the start of a game.
func (c clock) reset() clock {
	c.ticks, c.left, c.movesLeft = c.main > 0 || c.period > 0, c.main, 0
	return c.inPeriod()
}

// inPeriod is the clock in its next period if what came before is used up.
func (c clock) inPeriod() clock {
	if c.left <= 0 && c.period > 0 {
		c.left, c.movesLeft = c.period, c.moves
	}
	return c
}

// set is the clock with so much left, as the board sees it.
func (c clock) set(left time.Duration, moves int) clock {
	c.ticks, c.left, c.movesLeft = true, left, moves
	return c
}

// spend is the clock after a move that took so long.
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

// solvedSoon is how many of a side's last moves take next to no time, because the game is
// solved by then.
const solvedSoon = 5

// share is how long to think about a move with so many empties on the board, 0 for as long
// as one likes. What is left is divided evenly among the moves that
// are still to be thought about, two at least; a twentieth of that is kept for what passes
// between the board and us.
func (c clock) share(empties int) time.Duration {
	if !c.ticks {
		return 0
	}
	moves := c.movesLeft
	if moves == 0 {
		moves = max((empties+1)/2-solvedSoon, 2)
	}
	share := c.left / time.Duration(moves)
	return max(share-share/20, time.Millisecond)
}

// parseTimes reads seconds, seconds and a count of moves. What is below 0, or no number,
// counts as 0: boards take a refusal for a failure.
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
