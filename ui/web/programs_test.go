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
	"evothello/ui/lobby"
)

// program is a GTP program that answers every question for a move alike, and notes in a
// file when it starts and when it ends.
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

// A program lives as long as the server, plays for each client, one move at a time, and is
// ended with it.
func TestProgramsPlay(t *testing.T) {
	spec, log := program(t, "d6")
	s := open(t, Options{Programs: []players.Spec{spec}})
	var all playerList
	s.ask("/api/players", "", &all)
	last := all.Players[len(all.Players)-1]
	assert.Equal(t, spec.Text, last.Name)
	assert.Equal(t, lobby.Program, last.Kind)

	question := quote(moveQuestion{Game: game{Moves: "f5"}, Player: lobby.Choice{Name: spec.Text}})
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
	noted, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Equal(t, "started\nended\n", string(noted))
}

// What a program does wrong loses it the game, which says so.
func TestProgramsForfeit(t *testing.T) {
	spec, _ := program(t, "a1")
	s := open(t, Options{Programs: []players.Spec{spec}})
	var a moveAnswer
	s.ask("/api/move", quote(moveQuestion{Game: game{Moves: "f5"}, Player: lobby.Choice{Name: spec.Text}}), &a)
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
	response, text := s.do(s.request(t.Context(), "/api/move",
		quote(moveQuestion{Game: game{Start: start}, Player: lobby.Choice{Name: spec.Text}})))
	assert.Equal(t, 422, response.StatusCode, "GTP knows no other start")
	assert.Contains(t, text, "start")

	require.NoError(t, os.Remove(strings.TrimPrefix(spec.Text, "gtp:cmd=")))
	response, _ = s.do(s.request(t.Context(), "/api/move",
		quote(moveQuestion{Game: game{Moves: "f5"}, Player: lobby.Choice{Name: spec.Text}})))
	assert.Equal(t, 422, response.StatusCode, "it is not there any more")
}

// A player read from a file is no program: it plays for every visitor of the page.
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
	assert.Equal(t, lobby.Given, last.Kind)
	assert.Contains(t, last.About, "looks one ply ahead with 1 n-tuples")
	assert.False(t, slices.ContainsFunc(all.Players, func(o lobby.Offer) bool { return o.Name == "ntuple" }),
		"without its file it is xyz")
	var answer moveAnswer
	s.ask("/api/move", quote(moveQuestion{Player: lobby.Choice{Name: spec.Text}}), &answer)
	assert.Equal(t, "f5", answer.Move)
}

// Every visitor of the server could run them.
func TestNoProgramsBeyondThisMachine(t *testing.T) {
	spec, _ := program(t, "d6")
	_, err := newServer(false, Options{Programs: []players.Spec{spec}})
	assert.EqualError(t, err, "other people's programs are played on this machine alone: leave out --program, or --addr")
}
