package play

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/session"
)

func TestDrawn(t *testing.T) {
	game, err := engine.ParseTranscriptFrom(engine.LargeStart(10), "f7")
	require.NoError(t, err)
	s, err := session.From(game)
	require.NoError(t, err)
	assert.Equal(t, `   a b c d e f g h i j
 1 . . . . . . . . . .
 2 . . . . . . . . . .
 3 . . . . . . . . . .
 4 . . . . . . . . . .
 5 . . . . O X * . . .
 6 . . . . X X . . . .
 7 . . . . *[X]* . . .
 8 . . . . . . . . . .
 9 . . . . . . . . . .
10 . . . . . . . . . .
`, drawn(pen{}, s.Snapshot()))
}
