package roster

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine/large"
	"evothello/fitness"
	"evothello/players"
)

func drawOpenings(t *testing.T, size, n, plies int) []*large.Game {
	all, err := RandomOpenings(size, fitness.Random(1, "test"), n, plies)
	require.NoError(t, err)
	return all
}

func TestOpenings(t *testing.T) {
	seen := map[large.Board]bool{}
	for _, game := range drawOpenings(t, 12, 50, 8) {
		p := game.Final()
		assert.Len(t, game.Moves, 8)
		assert.False(t, p.Over())
		assert.False(t, seen[p.Canonical()], "twice up to symmetry")
		seen[p.Canonical()] = true
		_, err := large.ParseTranscript(game.Start, game.Transcript())
		assert.NoError(t, err)
	}
	assert.Equal(t, drawOpenings(t, 12, 50, 8), drawOpenings(t, 12, 50, 8), "the same from the same seed")
	assert.Len(t, drawOpenings(t, 10, 1, 0), 1)
	for _, c := range []struct {
		n, plies int
		says     string
	}{
		{2, 1, "too few different openings: found 1 of 1 plies for 2 pairs; ask for at most 1 pair or more plies"},
		{4, 2, "too few different openings: found 3 of 2 plies for 4 pairs"},
		{1, -1, "openings of -1 plies: must be 0 to 40"},
		{1, 41, "openings of 41 plies: must be 0 to 40"},
	} {
		_, err := RandomOpenings(10, fitness.Random(1, "test"), c.n, c.plies)
		assert.ErrorContains(t, err, c.says)
	}
}

// playedBy plays a match and returns its tally without times, which are not reproducible.
func playedBy(t *testing.T, m Match) fitness.Tally {
	pairs := 0
	tally, err := m.Play(t.Context(), func(fitness.PairResult) { pairs++ })
	require.NoError(t, err)
	assert.GreaterOrEqual(t, pairs, tally.Pairs.Pairs())
	for i := range tally.Times {
		assert.Positive(t, tally.Times[i].Moves)
		tally.Times[i] = fitness.Thinking{}
	}
	return tally
}

func TestMatchesAreTheSameForAnyNumberOfWorkers(t *testing.T) {
	m := Match{A: contestant(t, "table"), B: contestant(t, "random"), Openings: drawOpenings(t, 10, 40, 6), Seed: 1,
		Workers: 1}
	want := playedBy(t, m)
	assert.Equal(t, 40, want.Pairs.Pairs())
	assert.Equal(t, 80, want.Games())
	assert.Greater(t, want.Wins, 2*want.Losses, "table is stronger than random")
	m.Workers = 5
	assert.Equal(t, want, playedBy(t, m))
	m.Seed = 2
	assert.NotEqual(t, want, playedBy(t, m), "other random moves")

	m.Test = &fitness.SPRT{Elo0: 0, Elo1: 100}
	stopped := playedBy(t, m)
	assert.Less(t, stopped.Pairs.Pairs(), 40, "it is decided early")
	m.Workers = 1
	assert.Equal(t, stopped, playedBy(t, m))
}

// A deterministic player wins one game of each pair against itself, because colours are swapped.
func TestAPairSwapsColours(t *testing.T) {
	m := Match{A: contestant(t, "table"), B: contestant(t, "table"), Openings: drawOpenings(t, 10, 10, 6)}
	tally := playedBy(t, m)
	assert.Equal(t, fitness.Pentanomial{0, 0, 10, 0, 0}, tally.Pairs)
	assert.Zero(t, tally.Discs)
}

// A scripted player returns err, or a corner, which is illegal at the start.
type scripted struct {
	players.LargePlayer
	err error
}

func (s scripted) Move(ctx context.Context, at large.Position) (players.LargeResult, error) {
	if s.err != nil {
		return players.LargeResult{}, s.err
	}
	return players.LargeResult{Move: large.At(0, 0)}, nil
}

func TestForfeitsAndErrors(t *testing.T) {
	of := func(err error) *players.Contestant {
		return &players.Contestant{Name: "scripted",
			Large: func() players.LargePlayer { return scripted{contestant(t, "random").Large(), err} }}
	}
	m := Match{A: of(&players.Forfeit{Reason: "no answer"}), B: contestant(t, "random"),
		Openings: drawOpenings(t, 10, 2, 4)}
	tally, err := m.Play(t.Context(), func(fitness.PairResult) {})
	require.NoError(t, err)
	assert.Equal(t, 4, tally.Losses)
	assert.Equal(t, -4*100, tally.Discs)
	assert.Equal(t, fitness.ForfeitedGame{Side: "a", Pair: 1, Game: 2, Reason: "no answer"}, tally.Forfeits[1])

	for _, c := range []struct {
		err  error
		says string
	}{
		{nil, "Black to move with 8 discs on the board: a1 is no legal move for Black"},
		{errors.New("out of memory"), "Black to move with 8 discs on the board: out of memory"},
		{players.ErrAbsent, "player absent"},
	} {
		m.A = of(c.err)
		_, err := m.Play(t.Context(), func(fitness.PairResult) {})
		assert.EqualError(t, err, c.says)
	}

	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = m.Play(ctx, func(fitness.PairResult) {})
	assert.ErrorIs(t, err, context.Canceled)
}

// Programs get the size and the squares of a large board, and lose the game by their faults.
func TestProgramsOnLargeBoards(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are lines for sh")
	}
	for command, says := range map[string]string{
		"echo 4 3":                        "",
		"read s; read n; echo 4 $((n-7))": "",
		"read s; read n; read a; read b; read c; read d; read e; test \"$s $e\" = '1 0 0 0 0 -1 1 0 0 0 0' && echo 4 3": "",
		"echo 10 3": `answers "10 3", want X Y, each 0 to 9`,
		"echo 0 0":  "answers a1: a1 is no legal move for Black",
		"exit 3":    "the program died: exit status 3",
		"sleep 100": "no answer within 300ms",
	} {
		file := filepath.Join(t.TempDir(), "program.json")
		data, err := json.Marshal(map[string]any{"name": "it", "cmd": command})
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(file, data, 0o600))
		spec := "external:file=" + file
		if says == "no answer within 300ms" {
			spec += ",timeout=300ms"
		}
		r, err := Choose(t.Context(), contestant(t, spec).Large(), large.Start(10))
		if says == "" {
			require.NoError(t, err, command)
			assert.Equal(t, "e4", r.Move.String())
			continue
		}
		var forfeit *players.Forfeit
		require.ErrorAs(t, err, &forfeit, command)
		assert.Equal(t, says, forfeit.Reason)
	}
}
