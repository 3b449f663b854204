package sittings

import (
	"strconv"

	"evothello/fitness"
)

// Decimals writes a number as history.csv has it.
func Decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }

// ScoreColumns are the columns of history.csv for scores against an opponent.
func ScoreColumns(opponent string) []string {
	return []string{opponent, opponent + " low", opponent + " high"}
}

// ScoreFields are what they hold of a result: the score and its 95 % interval.
func ScoreFields(result fitness.Pentanomial) []string {
	low, high := result.Interval()
	return []string{Decimals(result.Score()), Decimals(low), Decimals(high)}
}
