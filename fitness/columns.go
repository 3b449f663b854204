package fitness

import "evothello/internal/files"

// ScoreColumns returns the names of the history.csv columns for the score against an opponent.
func ScoreColumns(opponent string) []string {
	return []string{opponent, opponent + " low", opponent + " high"}
}

// ScoreFields returns the values of the ScoreColumns: the score and its 95 % interval.
func (n Pentanomial) ScoreFields() []string {
	low, high := n.Interval()
	return []string{files.Decimals(n.Score()), files.Decimals(low), files.Decimals(high)}
}
