package fitness

import (
	"encoding/json"
	"fmt"
	"time"

	"evothello/engine"
)

// A Record is the moves and the result of a finished game.
type Record struct {
	Moves []engine.Square // with the opening's moves, without passes
	Discs int             // Black's discs minus White's, −64…64 on 8×8; empty squares count for the winner
	Nodes uint64          // positions that both players searched
	Times [2]Thinking     // of Black and White; zero unless the arena is Timed
	// ForfeitReason is the reason why a player lost before the game was over, "" if the game was played to
	// its end. The side that forfeits loses all discs, so a forfeit is never better than a loss.
	ForfeitReason string
}

// recordJSON is the JSON form of a record in files and messages.
type recordJSON struct {
	Moves   string      `json:"moves"` // without passes
	Discs   int         `json:"discs"`
	Nodes   uint64      `json:"nodes"`
	Times   [2]Thinking `json:"times,omitzero"`
	Forfeit string      `json:"forfeit,omitempty"`
}

// MarshalJSON writes the moves as a transcript.
func (r Record) MarshalJSON() ([]byte, error) {
	return json.Marshal(recordJSON{engine.Transcript(r.Moves), r.Discs, r.Nodes, r.Times, r.ForfeitReason})
}

// UnmarshalJSON reads the JSON that MarshalJSON writes. It does not check that the moves are legal, because a record
// does not contain the start position.
func (r *Record) UnmarshalJSON(data []byte) error {
	var j recordJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	const most = engine.MaxLarge * engine.MaxLarge
	moves := make([]engine.Square, 0, len(j.Moves)/2)
	for text := j.Moves; text != ""; {
		end := 1
		for end < len(text) && text[end] >= '0' && text[end] <= '9' {
			end++
		}
		move, err := engine.ParseSquareOn(engine.MaxLarge, text[:end])
		if err != nil {
			return err
		}
		moves, text = append(moves, move), text[end:]
	}
	if len(moves) > most {
		return fmt.Errorf("%d moves: must be at most %d", len(moves), most)
	}
	*r = Record{Moves: moves, Discs: j.Discs, Nodes: j.Nodes, Times: j.Times, ForfeitReason: j.Forfeit}
	return nil
}

// Thinking is the number of timed moves of a side and their total time.
type Thinking struct {
	Moves int           `json:"moves"`
	Time  time.Duration `json:"ns"`
}

// PerMove returns the mean time of a move in seconds, 0 if there are no moves.
func (t Thinking) PerMove() float64 { return t.Time.Seconds() / float64(max(t.Moves, 1)) }

func (t *Thinking) add(other Thinking) {
	t.Moves += other.Moves
	t.Time += other.Time
}

// A PairResult is the result of a pair. A is Black in the first game.
type PairResult struct {
	Games [2]Record `json:"games"`
}

// Discs returns the sum of A's disc differences in both games.
func (r *PairResult) Discs() int { return r.Games[0].Discs - r.Games[1].Discs }

// HalfPoints returns A's score in half points, 0…4: 2 for each win, 1 for each draw.
func (r *PairResult) HalfPoints() int {
	return halfPoints(r.Games[0].Discs) + halfPoints(-r.Games[1].Discs)
}

func halfPoints(discs int) int {
	switch {
	case discs > 0:
		return 2
	case discs == 0:
		return 1
	}
	return 0
}
