package players

import (
	"context"

	"evothello/engine/large"
)

// A LargePlayer chooses moves on boards larger than 8×8, one game at a time.
type LargePlayer interface {
	// NewGame forgets earlier games. A player that moves at random takes its random numbers from seed.
	NewGame(seed uint64)
	// Move chooses a move in a position that has one. When ctx is cancelled, a search stops
	// early and returns the best move so far. Errors mean the same as those of Player.Move.
	Move(ctx context.Context, p large.Position) (LargeResult, error)
}

// A LargeFollower is a LargePlayer that needs the moves of the whole game, as a Follower does.
type LargeFollower interface {
	LargePlayer
	// MoveIn is Move for the position at the end of game.
	MoveIn(ctx context.Context, game *large.Game) (LargeResult, error)
}

// A LargeResult is a move with the effort of its search.
type LargeResult struct {
	Move  large.Square
	Depth int    // plies searched ahead, 0 without a search
	Nodes uint64 // positions visited
}

// ParseAmong parses the spec of one of the entries, or of the entry "switch" if the text is the path of a
// champion's file or of a run. known is false if the text is neither. where is part of the error of an
// unknown key and says which boards the entries are limited to, such as " on this board".
func ParseAmong(entries []RosterEntry, text, where string) (s Spec, known bool, err error) {
	if s, known = among(entries, text); !known {
		byFile, file, keys, err := playerAt(text)
		if s.RosterEntry, known = entryOf(entries, byFile.Name); err != nil || !known {
			return s, false, nil
		}
		if s.Text, s.given = text, []given{{"file", file}}; keys != "" {
			s.given = append(s.given, splitGiven(keys)...)
		}
	}
	s.where, s.alone = where, true
	return s, true, s.configure()
}
