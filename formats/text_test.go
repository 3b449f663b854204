package formats

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

const startBoard = "---------------------------OX------XO---------------------------"

func TestReadText(t *testing.T) {
	const afterF5 = "---------------------------OX------XXX--------------------------"
	for _, c := range []struct {
		name, text string
		format     Format
		holds      string // the expected transcript or position
	}{
		{"transcript", " F5 d6\n", Transcript, "f5d6"},
		{"transcript on several lines", "f5 d6\nc3 d3\n", Transcript, "f5d6c3d3"},
		{"numbered transcript", "1. F5 d6\n2. c3 d3\n", Transcript, "f5d6c3d3"},
		{"GGF", "(;GM[Othello]PB[Ann]PW[Bob]TY[8]" +
			"BO[8 ---------------------------O*------*O--------------------------- *]B[F5];)", GGF, "f5"},
		{"OBF", afterF5 + " O; F6:+2;", OBF, afterF5 + " O"},
		{"position", startBoard + " O", Board, startBoard + " O"},
		{"board", startBoard, Board, startBoard + " X"},
		{"board after a move", afterF5, Board, afterF5 + " O"},
		{"board as it is drawn",
			"........\n........\n........\n...OX...\n...XXX..\n........\n........\n........\n", Board, afterF5 + " O"},
	} {
		file, format, err := ReadText(engine.Start(), c.text)
		require.NoError(t, err, c.name)
		assert.Equal(t, c.format, format, c.name)
		if len(file.Games) == 1 {
			assert.Equal(t, c.holds, file.Games[0].Transcript(), c.name)
		} else {
			assert.Equal(t, c.holds, file.Problems[0].Position.String(), c.name)
		}
	}
}

func TestReadTextReadsWTHOR(t *testing.T) {
	file, format, err := ReadText(engine.Start(), string(sample["sample.wtb"]))
	require.NoError(t, err)
	assert.Equal(t, WTHOR, format)
	assert.Len(t, file.Games, 2)
	_, _, err = ReadText(engine.Start(), string(sample["wthor.jou"]))
	assert.ErrorContains(t, err, "a WTHOR file of names, not of games")
	damaged := bytes.Clone(sample["sample.wtb"])
	damaged[wthorHeader+8] = 99 // an illegal first move
	file, _, err = ReadText(engine.Start(), string(damaged))
	require.NoError(t, err)
	assert.Len(t, file.Games, 1)
	assert.ErrorContains(t, file.Lost.First, "game 1 (byte 16): move 1: 99 is no square")
}

func TestReadTextRefuses(t *testing.T) {
	for text, says := range map[string]string{
		"":                 "nothing in it; want " + Pasted,
		"% a comment":      "nothing in it; want " + Pasted,
		"hello":            "is no board of 64 squares",
		"f5f5":             "line 1: transcript, move 2: f5 is taken",
		startBoard + " Q":  "",
		startBoard + " XX": "",
	} {
		_, _, err := ReadText(engine.Start(), text)
		if assert.Error(t, err, text) && says != "" {
			assert.Contains(t, err.Error(), says)
		}
	}
}
