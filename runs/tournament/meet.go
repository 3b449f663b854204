package tournament

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"evothello/fitness"
	"evothello/players"
)

// An Entrant is a player of Meet. Random players draw from the IDs of both players, so an ID must mean the same player
// in every call.
type Entrant struct {
	ID     string
	Recipe *players.Recipe
}

// A Meeting is the match of two players, given by index.
type Meeting struct {
	A, B   int
	Points []uint8 // of A in the pair of each opening, in halves: 0 to 4
}

// Meet plays a match of each pairing of entrants, given by index, all on the same openings. It calls played after each
// match. With a fitness.ResultCache as arena no pair is played twice.
func Meet(ctx context.Context, arena fitness.Arena, entrants []Entrant, pairings [][2]int, openings []fitness.Opening,
	played func(done, all int)) ([]Meeting, error) {
	meetings := make([]Meeting, 0, len(pairings))
	for _, p := range pairings {
		a, b := entrants[p[0]], entrants[p[1]]
		sum := sha256.Sum256([]byte(a.ID + " against " + b.ID))
		seed := binary.LittleEndian.Uint64(sum[:])
		_, results, err := fitness.Match(ctx, arena, a.Recipe, b.Recipe, openings, seed, nil, nil)
		if err != nil {
			return nil, err
		}
		m := Meeting{A: p[0], B: p[1], Points: make([]uint8, len(results))}
		for i, r := range results {
			m.Points[i] = uint8(r.HalfPoints())
		}
		meetings = append(meetings, m)
		played(len(meetings), len(pairings))
	}
	return meetings, nil
}

// Result sums up the pairs of the openings for which counts returns true, of all if that is nil.
func (m *Meeting) Result(counts func(opening int) bool) MatchResult {
	d := MatchResult{A: m.A, B: m.B}
	for i, points := range m.Points {
		if counts == nil || counts(i) {
			d.Pairs[points]++
		}
	}
	return d
}
