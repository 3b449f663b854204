package playerlist

import (
	"context"

	"evothello/engine"
	"evothello/players"
	"evothello/weights"
)

// BeginnerOpponent is the default opponent of a user without a run. Its strength is about that of a beginner:
// it scores 79 % against greedy, 74 % against corner and 41 % against table.
var BeginnerOpponent = Choice{Name: weights.EvolvedName, Level: 1, Handicap: 16}

// BeginnerOn returns the default opponent on a board for a user without a run. It is BeginnerOpponent on
// boards up to 8×8.
func BeginnerOn(board engine.Shape) Choice {
	if board.IsLarge() {
		return Choice{Name: players.DefaultLarge, Level: 1}
	}
	return BeginnerOpponent
}

// DefaultLevel is the default level of all opponents except BeginnerOpponent.
const DefaultLevel = 4

// DefaultOpponent returns the default opponent on a board: the champion of the user's newest run on that
// board, else BeginnerOn. It calls skipped for each newer champion that cannot be read.
func (l *List) DefaultOpponent(board engine.Shape, skipped func(champion string, err error)) Choice {
	for c := range l.champions(context.Background(), skipped) {
		if c.home == BoardName(board) {
			return Choice{Name: c.listed.Name}
		}
	}
	return BeginnerOn(board)
}

// Newest returns the champions that DefaultOpponent chooses, by board name. When ctx ends it omits champions
// that have not been read yet.
func (l *List) Newest(ctx context.Context) map[string]Choice {
	newest := map[string]Choice{}
	for c := range l.champions(ctx, func(string, error) {}) {
		if _, known := newest[c.home]; !known {
			newest[c.home] = Choice{Name: c.listed.Name}
		}
	}
	return newest
}

// Introduction returns a sentence about the opponent that DefaultOpponent chose. how is the end of the
// sentence: how to choose another opponent.
func (c Choice) Introduction(how string) string {
	if c == BeginnerOpponent || c == BeginnerOn(engine.Large(engine.MinLarge)) {
		return "You play " + c.Name + " at a beginner's level: " + how
	}
	return "You play " + c.Name + ", your newest run: " + how
}
