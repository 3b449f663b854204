package formats

import (
	"encoding/binary"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

var update = flag.Bool("update", false, "write the WTHOR files of testdata anew")

// wthorFile returns a database file: the header, with the number of games or names, then the records.
func wthorFile(games, names int, records ...[]byte) []byte {
	header := make([]byte, 16)
	copy(header, []byte{20, 26, 11, 21}) // the date 2026-11-21
	binary.LittleEndian.PutUint32(header[4:], uint32(games))
	binary.LittleEndian.PutUint16(header[8:], uint16(names))
	binary.LittleEndian.PutUint16(header[10:], 2004)
	if games > 0 {
		header[12], header[14] = 8, 22
	}
	for _, record := range records {
		header = append(header, record...)
	}
	return header
}

// wthorRecord returns the 68 bytes of a game.
func wthorRecord(tournament, black, white, blackDiscs int, transcript string) []byte {
	record := make([]byte, 68)
	for i, number := range []int{tournament, black, white} {
		binary.LittleEndian.PutUint16(record[2*i:], uint16(number))
	}
	record[6] = byte(blackDiscs)
	for i := 0; i < len(transcript); i += 2 {
		record[8+i/2] = 10*(transcript[i+1]-'0') + transcript[i] - 'a' + 1
	}
	return record
}

// wthorNames returns a file of names, each padded with zeros.
func wthorNames(length int, names ...string) []byte {
	var records []byte
	for _, name := range names {
		records = append(records, (name + strings.Repeat("\x00", length))[:length]...)
	}
	return wthorFile(0, len(names), records)
}

// sample is the database in testdata: a short game with a pass, and a wipe-out.
var sample = map[string][]byte{
	"sample.wtb": wthorFile(2, 0,
		wthorRecord(1, 0, 2, 30, passGame+"a3"),
		wthorRecord(0, 2, 1, 64, "e6f4e3f6g5d6e7f5c5")),
	"wthor.jou": wthorNames(20, "Ant Adam", "Bee Bertha", "C\xe9cile"),
	"wthor.trn": wthorNames(26, "A club", "The world championship of!"),
}

func TestWTHOR(t *testing.T) {
	for name, data := range sample {
		path := filepath.Join("testdata", name)
		if *update {
			require.NoError(t, os.WriteFile(path, data, 0o644))
		}
		stored, err := os.ReadFile(path)
		require.NoError(t, err)
		require.Equal(t, data, stored, "%s: write it anew with -update", path)
	}
	file, err := ReadFile(engine.Start(), filepath.Join("testdata", "sample.wtb"))
	require.NoError(t, err)
	require.Len(t, file.Games, 2)
	g := file.Games[0]
	assert.Equal(t, passGame+"a3", g.Transcript(), "the pass between c1 and a3 is not stored")
	assert.Equal(t, &Result{Discs: -4}, g.Result)
	assert.Equal(t, "Ant Adam against Cécile, The world championship of!, 2004", g.Title())
	assert.Equal(t, "Cécile against Bee Bertha, A club, 2004", file.Games[1].Title())
	assert.True(t, file.Games[1].Final().Over())
}

// A result that contradicts the moves is a fault, and the game is read.
func TestContradictedResultsOfWTHOR(t *testing.T) {
	for discs, says := range map[int]string{
		64: "", // with the empty squares
		13: "", // or the discs alone
		30: "game 1 (byte 16): the result is -4, but the moves lead to +64",
	} {
		path := filepath.Join(t.TempDir(), "games.wtb")
		require.NoError(t, os.WriteFile(path, wthorFile(1, 0, wthorRecord(0, 0, 0, discs, "e6f4e3f6g5d6e7f5c5")), 0o666))
		file, err := ReadFile(engine.Start(), path)
		require.NoError(t, err)
		require.Len(t, file.Games, 1)
		if says == "" {
			assert.Empty(t, file.Faults, discs)
		} else if assert.Len(t, file.Faults, 1, discs) {
			assert.EqualError(t, file.Faults[0], says)
		}
	}
}

func TestWTHORWithoutNames(t *testing.T) {
	games, err := ParseWTHOR(sample["sample.wtb"], WTHORNames{})
	require.NoError(t, err)
	assert.Equal(t, "player 0 against player 2, tournament 1, 2004", games[0].Title())
}

func TestWTHORRefuses(t *testing.T) {
	change := func(at int, value byte) []byte {
		data := append([]byte(nil), sample["sample.wtb"]...)
		data[at] = value
		return data
	}
	for _, c := range []struct {
		name string
		data []byte
		says string
	}{
		{"empty", nil, "the file has 0 bytes, but a WTHOR file"},
		{"header cut short", make([]byte, 15), "the file has 15 bytes, but a WTHOR file"},
		{"cut short", sample["sample.wtb"][:100], "the file has 100 bytes, but the 2 games of its header need 152"},
		{"longer than announced", append(change(0, 20), 0), "153 bytes, but the 2 games"},
		{"N1 too large", change(7, 255), "games of its header need"},
		{"N1 too small", change(4, 1), "the 1 games of its header need 84"},
		{"names", sample["wthor.jou"], "a WTHOR file of names"},
		{"board of ten", change(12, 10), "boards of 10×10 squares cannot be read, only on 8×8"},
		{"chance bytes", change(12, 158), "neither text nor a WTHOR file; " + Kinds},
		{"text of two bytes a letter", []byte("\xff\xfef\x005\x00d\x006\x00c\x003\x00e\x006\x00"),
			"neither text nor a WTHOR file"},
		{"solitaires", change(13, 1), "solitaires"},
		{"no square", change(16+8, 90), "game 1 (byte 16): move 1: 90 is not a square"},
		{"no square either", change(16+8, 39), "move 1: 39 is not a square"},
		{"illegal", change(84+8, 11), "game 2 (byte 84): move 1: a1 is not a legal move for Black"},
		{"a gap", change(84+9, 0), "game 2 (byte 84): move 2: 0 is not a square"},
		{"a move after the end", change(84+8+9, 11), "game 2 (byte 84): move 10: a1 comes after the end"},
		{"too many discs", change(84+6, 65), "game 2 (byte 84): the result has 65 black discs"},
	} {
		_, err := ParseWTHOR(c.data, WTHORNames{})
		assert.ErrorContains(t, err, c.says, c.name)
	}
	games, err := ParseWTHOR(change(12, 0), WTHORNames{})
	require.NoError(t, err, "an unset board size is 8")
	assert.Len(t, games, 2)

	_, err = ParseWTHORPlayers(sample["wthor.trn"])
	assert.ErrorContains(t, err, "the file has 68 bytes, but the 2 names of its header need 56")
	_, err = ParseWTHORTournaments([]byte("short"))
	assert.ErrorContains(t, err, "the file has 5 bytes, but a WTHOR file")
}

func FuzzParseWTHOR(f *testing.F) {
	f.Add(sample["sample.wtb"])
	f.Add(sample["wthor.jou"])
	f.Fuzz(func(t *testing.T, data []byte) {
		games, err := ParseWTHOR(data, WTHORNames{})
		if err != nil {
			require.Nil(t, games)
			return
		}
		for _, g := range games {
			again, err := engine.ParseTranscript(g.Transcript())
			require.NoError(t, err)
			require.Equal(t, g.Moves, again.Moves)
		}
	})
}

func FuzzParseWTHORNames(f *testing.F) {
	f.Add(sample["wthor.jou"])
	f.Add(sample["wthor.trn"])
	f.Fuzz(func(t *testing.T, data []byte) {
		players, err := ParseWTHORPlayers(data)
		if err == nil {
			require.Len(t, players, (len(data)-16)/20)
		}
		if names, err := ParseWTHORTournaments(data); err == nil {
			require.Len(t, names, (len(data)-16)/26)
		}
	})
}
