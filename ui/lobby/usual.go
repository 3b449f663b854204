package lobby

import (
	"iter"
	"path/filepath"

	"evothello/engine"
	"evothello/formats"
	"evothello/runs"
	"evothello/weights"
)

// Beginners is who plays against a user who has no run: about as strong as a beginner. It scores
// 77 % against greedy, 71 % against corner and 40 % against table.
var Beginners = Choice{Name: weights.EvolvedName, Level: 1, Loss: 16}

// UsualLevel is where the level of another player stands until it is chosen.
const UsualLevel = 4

// Usual is who plays on a board against a user who has not chosen: the champion of the user's
// newest run on that board, else Beginners. passedOver is called for each newer champion that
// cannot be read.
func (l *Lobby) Usual(board engine.Shape, passedOver func(champion string, err error)) Choice {
	for its, choice := range l.newest(passedOver) {
		if its == BoardName(board) {
			return choice
		}
	}
	return Beginners
}

// Newest are the champions that Usual chooses, by the name of the board.
func (l *Lobby) Newest() map[string]Choice {
	newest := map[string]Choice{}
	for board, choice := range l.newest(func(string, error) {}) {
		if _, known := newest[board]; !known {
			newest[board] = choice
		}
	}
	return newest
}

// newest are the boards and champions of the user's runs, the newest first.
func (l *Lobby) newest(passedOver func(champion string, err error)) iter.Seq2[string, Choice] {
	return func(yield func(string, Choice) bool) {
		for _, path := range runs.Newest(l.runsDir, passedOver) {
			w, err := formats.ReadSwitch(path)
			if err != nil {
				passedOver(path, err)
				continue
			}
			if !yield(BoardName(w.HomeBoard()), Choice{Name: runPrefix + filepath.Base(filepath.Dir(path))}) {
				return
			}
		}
	}
}

// Introduction says who Usual chose; how says how the user chooses another player.
func (c Choice) Introduction(how string) string {
	if c == Beginners {
		return "You play " + c.Name + " at a beginner's level: " + how
	}
	return "You play " + c.Name + ", your newest run: " + how
}
