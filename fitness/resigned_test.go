package fitness

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/players"
)

// A player that resigns every game has a score; one that fails in every game has none.
func TestResignationsAreLostGames(t *testing.T) {
	for reason, none := range map[string]bool{players.Resigned: false, "exited": true} {
		var tally Tally
		tally.Add(PairResult{Games: [2]Record{{Discs: -64, ForfeitReason: reason}, {Discs: 64, ForfeitReason: reason}}})
		assert.Equal(t, 2, tally.Losses, reason)
		assert.Equal(t, none, tally.AllForfeited(), reason)
	}
}
