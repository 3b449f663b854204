//go:build unix

package web

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/players"
	"evothello/ui/playerlist"
)

// program makes a GTP program that always answers the same move. It logs its start and its end to a
// file.
func program(t *testing.T, answer string) (spec players.Spec, log string) {
	dir := t.TempDir()
	log = filepath.Join(dir, "log")
	script := filepath.Join(dir, "program")
	require.NoError(t, os.WriteFile(script, []byte(`#!/bin/sh
echo started >>`+log+`
while read -r line; do
	case $line in
	genmove*) printf '= `+answer+`\n\n' ;;
	quit) printf '=\n\n'; break ;;
	*) printf '=\n\n' ;;
	esac
done
echo ended >>`+log+`
`), 0o755))
	spec, err := players.ParseSpec("gtp:cmd=" + script)
	require.NoError(t, err)
	return spec, log
}

// A program runs until the server ends. It plays all games, one move at a time.
func TestProgramsPlay(t *testing.T) {
	spec, log := program(t, "d6")
	s := open(t, Options{Programs: []players.Spec{spec}})
	var all playerList
	s.ask("/api/players", "", &all)
	last := all.Players[len(all.Players)-1]
	assert.Equal(t, spec.Text, last.Name)
	assert.Equal(t, playerlist.Program, last.Kind)

	question := quote(moveQuestion{Game: game{Moves: "f5"}, Player: playerlist.Choice{Name: spec.Text}})
	answers := make(chan string)
	for range 8 {
		r := s.request(t.Context(), "/api/move", question)
		go func() {
			_, text := s.do(r)
			answers <- text
		}()
	}
	for range 8 {
		assert.Contains(t, <-answers, `{"move":"d6","value":null`)
	}
	s.end()
	logged, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Equal(t, "started\nended\n", string(logged))
}

// A program's mistake forfeits the game, and the answer says why.
func TestProgramsForfeit(t *testing.T) {
	spec, _ := program(t, "a1")
	s := open(t, Options{Programs: []players.Spec{spec}})
	var a moveAnswer
	s.ask("/api/move", quote(moveQuestion{Game: game{Moves: "f5"}, Player: playerlist.Choice{Name: spec.Text}}), &a)
	assert.Empty(t, a.Move)
	require.NotNil(t, a.Forfeit)
	assert.Equal(t, "white", a.Forfeit.Side)
	assert.Contains(t, a.Forfeit.Reason, "a1")
	assert.Equal(t, a.Forfeit, a.Game.Forfeit)
	end := a.Game.Positions[1]
	assert.True(t, end.Over)
	assert.Equal(t, 64, end.Result)
}

func TestProgramsThatCannotPlay(t *testing.T) {
	spec, _ := program(t, "d6")
	s := open(t, Options{Programs: []players.Spec{spec}})
	start := strings.Repeat("-", 26) + "XXX" + strings.Repeat("-", 6) + "XO" + strings.Repeat("-", 27) + " O"
	player := playerlist.Choice{Name: spec.Text}
	response, text := s.send("/api/move", quote(moveQuestion{Game: game{Start: start}, Player: player}))
	assert.Equal(t, 422, response.StatusCode, "GTP knows the standard start only")
	assert.Contains(t, text, "start")

	require.NoError(t, os.Remove(strings.TrimPrefix(spec.Text, "gtp:cmd=")))
	response, _ = s.send("/api/move", quote(moveQuestion{Game: game{Moves: "f5"}, Player: player}))
	assert.Equal(t, 422, response.StatusCode, "the program was deleted")
}

// A player from a file is not an external program: it may also play beyond loopback.
func TestPlayersOfFilesPlay(t *testing.T) {
	file := filepath.Join(t.TempDir(), "X.player")
	require.NoError(t, os.WriteFile(file, []byte("1 1 1 37 0 0 1"), 0o600)) // it likes f5
	spec, err := players.ParseSpec("ntuple:file=" + file)
	require.NoError(t, err)
	server, err := newServer(false, Options{Programs: []players.Spec{spec}})
	require.NoError(t, err)
	server.close()

	s := open(t, Options{Programs: []players.Spec{spec}})
	var all playerList
	s.ask("/api/players", "", &all)
	last := all.Players[len(all.Players)-1]
	assert.Equal(t, spec.Text, last.Name)
	assert.Equal(t, playerlist.FromFile, last.Kind)
	assert.Contains(t, last.About, "looks one ply ahead with 1 n-tuples")
	isNTuple := func(o playerlist.ListedPlayer) bool { return o.Name == "ntuple" }
	assert.False(t, slices.ContainsFunc(all.Players, isNTuple), "ntuple needs a file")
	var answer moveAnswer
	s.ask("/api/move", quote(moveQuestion{Player: playerlist.Choice{Name: spec.Text}}), &answer)
	assert.Equal(t, "f5", answer.Move)
}

// Beyond loopback, anyone who reaches the server could run external programs.
func TestNoProgramsBeyondLoopback(t *testing.T) {
	spec, _ := program(t, "d6")
	_, err := newServer(false, Options{Programs: []players.Spec{spec}})
	assert.EqualError(t, err,
		"external programs can be played only from this machine: leave out --program or --addr")
}
