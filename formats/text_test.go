package formats

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

const startBoard = "---------------------------OX------XO---------------------------"

// drawn is a board as servers draw it.
const drawn = `|1 move(s)
|   A B C D E F G H
| 1 - - - - - - - - 1
| 2 - - - - - - - - 2
| 3 - - - - - - - - 3
| 4 - - - O * - - - 4
| 5 - - - * * * - - 5
| 6 - - - - - - - - 6
| 7 - - - - - - - - 7
| 8 - - - - - - - - 8
|   A B C D E F G H
|O to move
`

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
		{"board without a blank before the side", startBoard + "O\n", Board, startBoard + " O"},
		{"OBF without a blank before the side", startBoard + "O; F4:+2;", OBF, startBoard + " O"},
		{"board of a server", drawn, Board, afterF5 + " O"},
		{"transcript with commas", "f5,d6,c3", Transcript, "f5d6c3"},
		{"full-width transcript", "Ｆ５ｄ６", Transcript, "f5d6"},
		{"numbers with brackets", "1) f5 d6\n2) c3 d3", Transcript, "f5d6c3d3"},
		{"link of the page", "http://127.0.0.1/#/game?moves=f5d6&black=you%20", Transcript, "f5d6"},
		{"link of a game from a position", "#/game?start=" + startBoard + "+O&moves=f4", Transcript, "f4"},
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

// A file and a pasted text of the same content hold the same.
func TestFilesAreReadLikeTexts(t *testing.T) {
	for _, text := range []string{
		drawn, "f5,d6,c3", "Ｆ５ｄ６", startBoard + "O", startBoard + "O; F4:+2;", "#/game?moves=f5d6%20", "f5d6\nf5f5\nf5f6",
		"(;B[f5];))(;B[a1];)(;B[d3];)",
	} {
		path := filepath.Join(t.TempDir(), "text")
		require.NoError(t, os.WriteFile(path, []byte("\ufeff"+text), 0o666))
		ofFile, err := ReadFile(engine.Start(), path)
		require.NoError(t, err, text)
		ofText, _, err := ReadText(engine.Start(), text)
		require.NoError(t, err, text)
		assert.Equal(t, ofText, ofFile, text)
	}
}

func TestReadNamedText(t *testing.T) {
	file, _, err := ReadNamedText(engine.Start(), string(sample["sample.wtb"]), sample["wthor.jou"], sample["wthor.trn"])
	require.NoError(t, err)
	assert.Equal(t, "Ant Adam against Cécile, The world championship of!, 2004", file.Games[0].Title())
	assert.Empty(t, file.Faults)
	file, _, err = ReadNamedText(engine.Start(), string(sample["sample.wtb"]), sample["wthor.trn"], nil)
	require.NoError(t, err)
	assert.Equal(t, "player 0 against player 2, tournament 1, 2004", file.Games[0].Title())
	require.Len(t, file.Faults, 1)
	assert.ErrorContains(t, file.Faults[0], "cannot read the names of players: the file has 68 bytes, but the 2 names")
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
	require.Len(t, file.Faults, 1)
	assert.ErrorContains(t, file.Faults[0], "game 1 (byte 16): move 1: 99 is not a square")
}

func TestReadTextRefuses(t *testing.T) {
	for text, says := range map[string]string{
		strings.Replace(drawn, "| 2 -", "| 2 ?", 1): "the text is not a board: it has 7 rows of 8 squares",
		"":                 "there is no content; " + Pasted,
		"% a comment":      "there is no content; " + Pasted,
		"hello":            "is not a board of 64 squares",
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
