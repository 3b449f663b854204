package search

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
)

const nodesFile = "testdata/nodes.txt"

// TestNodes compares the number of positions that searches visit to those in nodes.txt. The
// ordering of moves, the transposition table, the windows and the thresholds of the endgame only
// serve to visit few positions, and no other test notices when they stop working: every result
// stays the same. Nodes also affect results, because a limit of nodes ends a search. After a
// deliberate change of the search, look at the sum on the last line and write the file again:
//
//	go test ./search -run TestNodes -update
func TestNodes(t *testing.T) {
	var got strings.Builder
	total := uint64(0)
	row := func(p engine.Position, how fmt.Stringer, nodes uint64) {
		fmt.Fprintf(&got, "%s; %s: %d\n", p, how, nodes)
		total += nodes
	}
	rng, e := rand.New(rand.NewPCG(18, 1)), compiled(seedBlank)
	s := New(NewTable(DefaultTableBits)) // small, so that positions replace each other
	for i := range 16 {
		p := randomPosition(rng, 12+3*i).Settle()
		require.False(t, p.Over())
		for _, settings := range []Settings{
			{Depth: 3}, {Depth: 6}, {Algorithm: AlphaBeta, Depth: 6}, {Nodes: 20000, Endgame: 14},
		} {
			s.NewGame()
			row(p, settings, s.Search(context.Background(), p.Board, e, settings).Nodes)
		}
		s.NewGame()
		best := ranking{Settings{Depth: 5, Endgame: 14}, 3}
		s.Rank(context.Background(), p.Board, e, best.Settings, best.n, func(r []Result) {
			row(p, best, r[0].Nodes)
		})
	}
	// The searcher remembers values from two plies before in the game.
	s.NewGame()
	play := Settings{Depth: 5, Endgame: 10}
	for p := engine.Start(); !p.Over(); p = p.Settle() {
		r := s.Search(context.Background(), p.Board, e, play)
		row(p, play, r.Nodes)
		p = p.Play(r.Move)
	}
	s = New(NewTable(16))
	solve := Settings{Depth: 1, Endgame: 60}
	for _, problem := range ffo(t, "testdata/ffo-01-19.obf") {
		row(problem.position, solve, s.Search(context.Background(), problem.position.Board, e, solve).Nodes)
	}
	fmt.Fprintf(&got, "%d in all\n", total)

	if *update {
		require.NoError(t, os.WriteFile(nodesFile, []byte(got.String()), 0o666))
	}
	want, err := os.ReadFile(nodesFile)
	require.NoError(t, err)
	assert.Equal(t, strings.Split(string(want), "\n"), strings.Split(got.String(), "\n"))
}

// TestPerfectOrdering compares the number of positions to that of a search that knows the best move of each position
// from a search before. That one is the least that a better order of moves can reach. The share stands in
// docs/results/games-a-second.md.
func TestPerfectOrdering(t *testing.T) {
	rng, e := rand.New(rand.NewPCG(19, 1)), compiled(seedBlank)
	s := New(NewTable(18)) // so large that positions hardly replace each other
	settings, found, perfect := Settings{Depth: 4}, uint64(0), uint64(0)
	for i := range 400 {
		p := randomPosition(rng, 8+i%40).Settle()
		s.NewGame()
		before := s.Search(context.Background(), p.Board, e, settings)
		found += before.Nodes
		for at := range s.table.entries { // their moves count, but not their values
			s.table.entries[at].depth = 0
		}
		after := s.Search(context.Background(), p.Board, e, settings)
		perfect += after.Nodes
		require.Equal(t, before.Move, after.Move)
		require.Equal(t, before.Score, after.Score)
	}
	t.Logf("%d positions, %d (%.3f) in perfect order", found, perfect, float64(perfect)/float64(found))
	require.Less(t, perfect, found)
}

// A ranking is a search for the n best moves.
type ranking struct {
	Settings
	n int
}

func (r ranking) String() string { return fmt.Sprintf("%d best, %s", r.n, r.Settings) }
