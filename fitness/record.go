package fitness

import (
	"encoding/json"
	"fmt"
	"time"

	"evothello/engine"
)

// A Record is what is known of a finished game.
type Record struct {
	Moves []engine.Square // those of the opening included
	Discs int             // Black's result, −64…64, empties to the winner
	Nodes uint64          // positions both players searched
	Times [2]Thinking     // Black's and White's, if the arena is Timed
	// Forfeit says why the game ended before its end; "" if it was played out. The
	// side that forfeits loses all 64 discs, so that a forfeit is never
	// better than a loss.
	Forfeit string
}

// recordJSON is a record as files and messages hold it.
type recordJSON struct {
	Moves   string      `json:"moves"` // passes implied
	Discs   int         `json:"discs"`
	Nodes   uint64      `json:"nodes"`
	Times   [2]Thinking `json:"times,omitzero"`
	Forfeit string      `json:"forfeit,omitempty"`
}

// MarshalJSON writes the moves as a transcript.
func (r Record) MarshalJSON() ([]byte, error) {
	return json.Marshal(recordJSON{engine.Transcript(r.Moves), r.Discs, r.Nodes, r.Times, r.Forfeit})
}

// UnmarshalJSON reads what MarshalJSON writes. A record does not say where its game began,
// so whether the moves are legal is not looked at.
func (r *Record) UnmarshalJSON(data []byte) error {
	var j recordJSON
	if err := json.Unmarshal(data, &j); err != nil {
		return err
	}
	moves := make([]engine.Square, 0, len(j.Moves)/2)
	for text := j.Moves; text != ""; {
		end := min(2, len(text))
		move, err := engine.ParseSquare(text[:end])
		if err != nil {
			return err
		}
		moves, text = append(moves, move), text[end:]
	}
	if len(moves) > engine.MaxEmptiesAtStart {
		return fmt.Errorf("%d moves: no game has more than %d", len(moves), engine.MaxEmptiesAtStart)
	}
	*r = Record{Moves: moves, Discs: j.Discs, Nodes: j.Nodes, Times: j.Times, Forfeit: j.Forfeit}
	return nil
}

// Thinking is the time that a side took for its moves.
type Thinking struct {
	Moves int           `json:"moves"`
	Time  time.Duration `json:"ns"`
}

// PerMove is the mean time of a move in seconds, 0 if there was none.
func (t Thinking) PerMove() float64 { return t.Time.Seconds() / float64(max(t.Moves, 1)) }

func (t *Thinking) add(other Thinking) {
	t.Moves += other.Moves
	t.Time += other.Time
}

// A PairResult is the outcome of a pair: first the game in which A was Black.
type PairResult struct {
	Games [2]Record `json:"games"`
}

// Discs is A's disc difference summed over both games.
func (r *PairResult) Discs() int { return r.Games[0].Discs - r.Games[1].Discs }

// HalfPoints is A's score: 2 for each game won, 1 for each drawn, 0…4 in all.
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
