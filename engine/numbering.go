package engine

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
)

// CutNumber cuts a move number off the front of a transcript: up to three digits, then up to three
// dots or a blank. Without one the number is -1 and the rest is the text.
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
	dotted := len(after) < len(trimmed)-end
	if end == 0 || !dotted && strings.TrimLeftFunc(after, unicode.IsSpace) == after {
		return -1, text
	}
	number, _ = strconv.Atoi(trimmed[:end]) // three digits always are one
	return number, after
}

// A Numbering checks the move numbers of one transcript. A number counts moves, or pairs of a black
// and a white move; passes count or do not. One way of counting must explain all numbers.
type Numbering struct {
	First  Side    // who moves first
	Passes int     // so far
	wrong  [4]bool // the ways of counting that a number contradicts
}

// Check returns an error if no way of counting gives the number to the move after so many others.
func (n *Numbering) Check(number, moves int) error {
	pairs := func(plies int) int { return (plies+int(n.First))/2 + 1 }
	for i, want := range [4]int{moves + 1, moves + n.Passes + 1, pairs(moves), pairs(moves + n.Passes)} {
		n.wrong[i] = n.wrong[i] || number != want
	}
	if n.wrong == [4]bool{true, true, true, true} {
		return fmt.Errorf("it has the number %d, which does not fit the moves before it", number)
	}
	return nil
}
