//go:build unix

package anygame

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/players"
	"evothello/players/programs"
)

// arenaOf returns an arena whose games a shell script plays. $1 and $2 are the parameter files, $3 is the opening.
func arenaOf(t *testing.T, script string) *Arena {
	g, err := programs.ParseGameCommand(fmt.Sprintf("sh -c '%s' - {a} {b} {opening}", script))
	require.NoError(t, err)
	arena, err := New(g, 2)
	require.NoError(t, err)
	t.Cleanup(arena.Close)
	return arena
}

func player(corner float64) *players.Recipe {
	return &players.Recipe{Name: fmt.Sprint("corner ", corner), Parameters: map[string]float64{"corner": corner}}
}

// Where corner 7 wins, A or B has both games, first or second. The files do not outlive the arena.
func TestPairs(t *testing.T) {
	arena := arenaOf(t, `if grep -q ": 7" "$1"; then echo 1; elif grep -q ": 7" "$2"; then echo 0; else echo 0.5; fi`)
	strong, weak := player(7), player(3)
	results, err := arena.Play(t.Context(), []fitness.Pair{{A: strong, B: weak}, {A: weak, B: strong}, {A: weak, B: weak}},
		nil)
	require.NoError(t, err)
	assert.Equal(t, []int{4, 0, 2}, []int{results[0].HalfPoints(), results[1].HalfPoints(), results[2].HalfPoints()})
	left, err := filepath.Glob(filepath.Join(arena.dir, "*", "*"))
	require.NoError(t, err)
	assert.Empty(t, left)
	arena.Close()
	assert.NoDirExists(t, arena.dir)
}

// Both games of a pair have the same opening, a number, and different seeds.
func TestOpeningsAreNumbers(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	g, err := programs.ParseGameCommand("sh -c 'echo $3 $4 >>" + log + "; echo 1' - {a} {b} {opening} {seed}")
	require.NoError(t, err)
	arena, err := New(g, 1)
	require.NoError(t, err)
	defer arena.Close()
	_, err = arena.Play(t.Context(), []fitness.Pair{{A: player(1), B: player(2), Seed: 9}}, nil)
	require.NoError(t, err)
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	assert.Equal(t, "2039254127 1861808658\n2039254127 1870197467\n", string(text))
}

func TestGamesThatFail(t *testing.T) {
	for script, says := range map[string]string{
		"exit 3":     "corner 1 against corner 2: the match command (",
		"echo draw":  `prints "draw": must be 1, 0.5 or 0`,
		"kill -9 $$": "the program died: signal: killed",
	} {
		_, err := arenaOf(t, script).Play(t.Context(), []fitness.Pair{{A: player(1), B: player(2)}}, nil)
		assert.ErrorContains(t, err, says, script)
	}
	table := &players.Recipe{Name: "table"}
	_, err := arenaOf(t, "echo 1").Play(t.Context(), []fitness.Pair{{A: player(1), B: table}}, nil)
	assert.ErrorContains(t, err, "player table has no parameters, so the match command cannot play it")
	_, err = arenaOf(t, "echo 1").Play(t.Context(), []fitness.Pair{{A: player(1), B: player(2), RandomEvery: 10}}, nil)
	assert.ErrorContains(t, err, "random_every must be 0")
}
