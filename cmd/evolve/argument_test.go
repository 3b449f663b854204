package main

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestBoardsTakeTheirSides(t *testing.T) {
	board := engine.Start().Squares()
	got, err := readPositions([]string{board, "O", "f5d6", board + " X", "start"})
	require.NoError(t, err)
	require.Len(t, got, 4)
	assert.Equal(t, engine.White, got[0].Side)
	assert.Equal(t, engine.Start(), got[2])
	_, err = readPositions([]string{board})
	assert.ErrorContains(t, err, "side to move")
}
