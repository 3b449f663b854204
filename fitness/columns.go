package fitness

import (
	"fmt"
	"strings"

	"evothello/internal/files"
)

// ScoreColumns returns the names of the history.csv columns for the score against an opponent.
func ScoreColumns(opponent string) []string {
	return []string{opponent, opponent + " low", opponent + " high", opponent + " results"}
}

// ScoreFields returns the values of the ScoreColumns: the score, its 95 % interval, and the counts of pairs.
func (n Pentanomial) ScoreFields() []string {
	low, high := n.Interval()
	return []string{files.Decimals(n.Score()), files.Decimals(low), files.Decimals(high), n.CountsField()}
}

// CountsField formats the counts for a CSV file, as "0 1 5 2 0".
func (n Pentanomial) CountsField() string { return strings.Trim(fmt.Sprint([5]int(n)), "[]") }

// ParseCounts parses the output of CountsField.
func ParseCounts(text string) (n Pentanomial, err error) {
	_, err = fmt.Sscan(text, &n[0], &n[1], &n[2], &n[3], &n[4])
	if err != nil || n.CountsField() != text {
		return Pentanomial{}, fmt.Errorf("%q is not five counts of pairs", text)
	}
	return n, nil
}
