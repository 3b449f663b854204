package tournament

import (
	"context"
	"crypto/sha256"
	"encoding/binary"

	"evothello/fitness"
	"evothello/players"
)

// An Entrant is a player of Meet. The seed of a match depends on the IDs of both players, so an ID must
// belong to the same player in every call.
type Entrant struct {
	ID     string
	Recipe *players.Recipe
}

// A Meeting is the match of two players. A and B are indices of entrants.
type Meeting struct {
	A, B   int
	Points []uint8 // A's half points in the pair of each opening: 0 to 4
}

// Meet plays a match for each pairing, all on the same openings. pairings are indices of entrants. Meet calls
// played after each match. If arena is a fitness.ResultCache, no pair is played twice.
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

// Result returns the total of the pairs whose opening satisfies counts, or of all pairs if counts is nil.
func (m *Meeting) Result(counts func(opening int) bool) MatchResult {
	d := MatchResult{A: m.A, B: m.B}
	for i, points := range m.Points {
		if counts == nil || counts(i) {
			d.Pairs[points]++
		}
	}
	return d
}
