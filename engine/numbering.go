package engine

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// CutNumber splits a move number off the front of a transcript: up to three digits, then up to three
// dots, a closing bracket or a blank. Without a number it returns -1 and the whole text.
func CutNumber(text string) (number int, rest string) {
	trimmed := strings.TrimLeftFunc(text, unicode.IsSpace)
	end := 0
	for end < min(3, len(trimmed)) && trimmed[end] >= '0' && trimmed[end] <= '9' {
		end++
	}
	after := trimmed[end:]
	for i := 0; i < 3 && strings.HasPrefix(after, "."); i++ {
		after = after[1:]
	}
	if len(after) == len(trimmed)-end {
		after = strings.TrimPrefix(after, ")")
	}
	dotted := len(after) < len(trimmed)-end
	if end == 0 || !dotted && strings.TrimLeftFunc(after, unicode.IsSpace) == after {
		return -1, text
	}
	number, _ = strconv.Atoi(trimmed[:end]) // at most three digits always parse
	return number, after
}

// A Numbering checks the move numbers of one transcript. Numbers may count moves, or pairs of a black
// and a white move, with or without passes. One of these four ways must match all numbers.
type Numbering struct {
	First  Side    // the side of the first move
	Passes int     // passes before the current move
	wrong  [4]bool // ways of counting that some number contradicts
}

// Check checks the number written before a move that follows the given number of moves. It returns an error if none of
// the four ways of counting fits this number and all earlier ones.
func (n *Numbering) Check(number, moves int) error {
	pairs := func(plies int) int { return (plies+int(n.First))/2 + 1 }
	wants, before := [4]int{moves + 1, moves + n.Passes + 1, pairs(moves), pairs(moves + n.Passes)}, n.wrong
	for i, want := range wants {
		n.wrong[i] = n.wrong[i] || number != want
	}
	if n.wrong == [4]bool{true, true, true, true} {
		return fmt.Errorf("it has the number %d: must be %s", number, possible(wants, before))
	}
	return nil
}

// possible returns the different numbers that the ways of counting want, except the wrong ways.
func possible(wants [4]int, wrong [4]bool) string {
	var all []string
	for i, want := range wants {
		if text := strconv.Itoa(want); !wrong[i] && !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, " or ")
}
