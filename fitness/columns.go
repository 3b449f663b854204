package fitness

import "evothello/internal/files"

// ScoreColumns are the columns of history.csv for scores against an opponent.
func ScoreColumns(opponent string) []string {
	return []string{opponent, opponent + " low", opponent + " high"}
}

// ScoreFields are what they hold of a result: the score and its 95 % interval.
func (n Pentanomial) ScoreFields() []string {
	low, high := n.Interval()
	return []string{files.Decimals(n.Score()), files.Decimals(low), files.Decimals(high)}
}
