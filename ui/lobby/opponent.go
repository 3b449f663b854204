package lobby

import (
	"errors"
	"iter"
	"path/filepath"

	"evothello/engine"
	"evothello/formats"
	"evothello/runs"
	"evothello/weights"
)

// BeginnerOpponent is the default opponent of a user without a run. It is about as strong as a beginner:
// it scores 79 % against greedy, 74 % against corner and 41 % against table.
var BeginnerOpponent = Choice{Name: weights.EvolvedName, Level: 1, Loss: 16}

// DefaultLevel is the default level of any other opponent.
const DefaultLevel = 4

// DefaultOpponent returns the default opponent on a board: the champion of the user's newest run on that
// board, else BeginnerOpponent. It calls skipped for each newer champion that cannot be read.
func (l *PlayerList) DefaultOpponent(board engine.Shape, skipped func(champion string, err error)) Choice {
	for name, choice := range l.newest(skipped) {
		if name == BoardName(board) {
			return choice
		}
	}
	return BeginnerOpponent
}

// Newest returns the champions that DefaultOpponent chooses, by board name.
func (l *PlayerList) Newest() map[string]Choice {
	newest := map[string]Choice{}
	for board, choice := range l.newest(func(string, error) {}) {
		if _, known := newest[board]; !known {
			newest[board] = choice
		}
	}
	return newest
}

// newest iterates over the board names and champions of the user's runs, newest first.
func (l *PlayerList) newest(skipped func(champion string, err error)) iter.Seq2[string, Choice] {
	return func(yield func(string, Choice) bool) {
		for _, path := range runs.Newest(l.runsDir, skipped) {
			w, err := formats.ReadSwitch(path)
			if errors.Is(err, weights.ErrParameters) {
				continue
			}
			if err != nil {
				skipped(path, err)
				continue
			}
			if !yield(BoardName(w.HomeBoard()), Choice{Name: runPrefix + filepath.Base(filepath.Dir(path))}) {
				return
			}
		}
	}
}

// Introduction returns a sentence about the opponent that DefaultOpponent chose. It ends with how, which
// tells the user how to choose another one.
func (c Choice) Introduction(how string) string {
	if c == BeginnerOpponent {
		return "You play " + c.Name + " at a beginner's level: " + how
	}
	return "You play " + c.Name + ", your newest run: " + how
}
