package protocols

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

// question is the input of the reversi library's application, for the position after f5d6c3.
const question = `-1
8
0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0
0 0 1 0 0 0 0 0
0 0 0 1 1 0 0 0
0 0 0 -1 1 1 0 0
0 0 0 -1 0 0 0 0
0 0 0 0 0 0 0 0
0 0 0 0 0 0 0 0`

func TestExternal(t *testing.T) {
	want, err := engine.ParsePosition("f5d6c3")
	require.NoError(t, err)
	for _, text := range []string{question, question + "\n", question + "\nmore", "\uFEFF" + question,
		strings.ReplaceAll(question, "\n", "\r\n")} {
		at, err := ReadExternal(strings.NewReader(text))
		require.NoError(t, err)
		assert.Equal(t, want, at)
	}
	at, err := ReadExternal(strings.NewReader(strings.Replace(question, "-1", "1", 1)))
	require.NoError(t, err)
	assert.Equal(t, want.Pass(), at)

	var out bytes.Buffer
	require.NoError(t, AnswerExternal(t.Context(), newPlayer(t, "table"), want, &out))
	assert.Equal(t, "5 2\n", out.String())
	assert.ErrorContains(t, AnswerExternal(t.Context(), cheat{}, want, &out), "a1 is not a legal move for White")
}

func TestExternalOnALargeBoard(t *testing.T) {
	row := strings.Repeat("0 ", 12) + "\n"
	text := "-1\n12\n" + strings.Repeat(row, 5) + "0 0 0 0 0 -1 1 0 0 0 0 0\n0 0 0 0 0 1 -1 0 0 0 0 0\n" +
		strings.Repeat(row, 5)
	at, err := ReadExternal(strings.NewReader(text))
	require.NoError(t, err)
	start := engine.LargeStart(12)
	assert.Equal(t, start.Pass(), at)
}

// On 4×4 and 6×6 squares the position is that of the board in the middle of 8×8, and answers count from its corner.
func TestExternalOnASmallBoard(t *testing.T) {
	for size, text := range map[int]string{
		4: "1\n4\n0 0 0 0\n0 -1 1 0\n0 1 -1 0\n0 0 0 0",
		6: "1\n6\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 -1 1 0 0\n0 0 1 -1 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0",
	} {
		at, err := ReadExternal(strings.NewReader(text))
		require.NoError(t, err)
		board, err := engine.ShapeNamed(fmt.Sprintf("Square-%d", size))
		require.NoError(t, err)
		assert.Equal(t, board.Start, at)
		var out bytes.Buffer
		require.NoError(t, AnswerExternal(t.Context(), newPlayer(t, "table"), at, &out))
		assert.Equal(t, map[int]string{4: "1 0\n", 6: "2 1\n"}[size], out.String())
	}
}

func TestExternalRefuses(t *testing.T) {
	row := "0 0 0 0 0 0 0 0\n"
	for text, says := range map[string]string{
		"":                                    `line 1: "": want the side to move, 1 for Black or -1 for White`,
		"black\n8\n":                          `line 1: "black" is not a whole number`,
		"0\n8\n":                              "line 1: side 0: must be 1 for Black or -1 for White",
		"1\n2\n":                              "line 2: board size 2: must be even, from 4 to 26",
		"1\n11\n":                             "line 2: board size 11: must be even, from 4 to 26",
		"1\n28\n":                             "line 2: board size 28: must be even, from 4 to 26",
		"1\n10\n" + row:                       `line 3: "0 0 0 0 0 0 0 0": want the 10 squares of a row, each 0, 1 or -1`,
		"1\n8\n" + row + "0 0 0\n":            `line 4: "0 0 0": want the 8 squares of a row, each 0, 1 or -1`,
		"1\n8\n" + row + "0 0 0 2 0 0 0 0\n":  "line 4: 2: must be 0 (empty), 1 (black) or -1 (white)",
		"1\n8\n" + strings.Repeat(row, 7):     `line 10: "": want the 8 squares of a row, each 0, 1 or -1`,
		"1\n8\n" + row + "0 0 0 zz 0 0 0 0\n": `line 4: "zz" is not a whole number`,
	} {
		_, err := ReadExternal(strings.NewReader(text))
		assert.ErrorContains(t, err, says)
	}
}

func FuzzReadExternal(f *testing.F) {
	f.Add(question)
	f.Add("1\n8\n0 0")
	f.Fuzz(func(t *testing.T, text string) {
		if at, err := ReadExternal(strings.NewReader(text)); err == nil && strings.Count(text, "0")+
			at.Discs() < at.Size() {
			t.Fatalf("%q: %d discs", text, at.Discs())
		}
	})
}
