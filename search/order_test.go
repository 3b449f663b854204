package search

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"pgregory.net/rapid"

	"evothello/engine"
)

// The vector code ranks like the plain code.
func TestRanksAreTheSameInVectors(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		own := rapid.Uint64().Draw(t, "own")
		opp := rapid.Uint64().Draw(t, "opp") &^ own
		moves := engine.Mobility(own, opp)
		if moves == 0 || !engine.HasAVX512 {
			return
		}
		var l list
		l.expand(own, opp, moves)
		exposed := beside(^l.discs)
		l.rankPlain(exposed)
		plain := l.rank
		rankAVX512(&l, moves, exposed, &squareRank)
		assert.Equal(t, plain[:l.n], l.rank[:l.n])
		for i := range l.n {
			assert.Equal(t, moves&-moves, uint64(1)<<l.move(i), "the square of child %d", i)
			moves &= moves - 1
		}
	})
}
