package ownscorer

import (
	"testing"

	"evothello/engine"
	"evothello/evaluators"
)

func TestCounts(t *testing.T) {
	// Black can move to a corner, a1, to b8, which is beside one, and to four other squares; White to six others.
	board := "-OX-----" +
		"--------" +
		"--------" +
		"---OX---" +
		"---XO---" +
		"--------" +
		"--------" +
		"--OX----"
	position, err := engine.ParsePosition(board + " X")
	if err != nil {
		t.Fatal(err)
	}
	for feature, want := range map[string]int{"safe.corners": 1, "safe.others": 4 - 6} {
		var w evaluators.Weights
		w.Set(feature, 1)
		if got := w.Score(position, nil); got != want {
			t.Errorf("%s is %d, want %d", feature, got, want)
		}
	}
}
