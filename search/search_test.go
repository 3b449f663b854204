package search

import (
	"bufio"
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

var seedBlank = weighing("table.corner", 50, "table.c", -20, "table.a2", -1, "table.b1", -1, "table.b2", -1,
	"table.b3", -1, "table.x", -25, "table.o1", -5, "table.o2", -5, "possibility.w", 5, "edge.w", 100,
	"blank.w1", -5, "blank.w2", -20, "blank.w3", -10)

// weighing returns weights: a name, its weight, and so on.
func weighing(named ...any) (w evaluators.Weights) {
	for i := 0; i < len(named); i += 2 {
		w.Set(named[i].(string), named[i+1].(int))
	}
	return w
}

// coarse weights are small, so that many values are equal and the rule for ties decides often.
var coarse = weighing("table.corner", 3, "table.c", -1, "table.x", -1, "possibility.w", 1)

func TestFixedDepthEqualsTheOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	// All use the same searcher: the table must never change a result.
	s := New(NewTable(10))
	for _, c := range []struct{ depth, positions int }{{1, 300}, {2, 200}, {3, 60}, {4, 10}, {5, 1}} {
		for i := range c.positions {
			w := [...]evaluators.Weights{seedBlank, coarse, randomWeights(rng)}[i%3]
			e := evaluators.Compile(w, 0)
			p := randomPosition(rng, 2+rng.IntN(57)).Settle()
			if p.Over() {
				continue
			}
			move, value := oracleMove(p, w, c.depth)
			for _, a := range []Algorithm{NegaScout, AlphaBeta, NegaMax, MinMax} {
				r := s.Search(context.Background(), p.Board, e, Settings{Algorithm: a, Depth: c.depth})
				require.Equal(t, value, r.Score, "value of %s, %s at depth %d", p, a, c.depth)
				require.Equal(t, move.String(), r.Move.String(), "move in %s, %s at depth %d", p, a, c.depth)
			}
		}
	}
}

// Positions near the end have many passes and finished games.
func TestFixedDepthEqualsTheOracleNearTheEnd(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	s := New(NewTable(8))
	for range 400 {
		p := randomPosition(rng, 1+rng.IntN(6)).Settle()
		if p.Over() {
			continue
		}
		w := randomWeights(rng)
		move, value := oracleMove(p, w, 7)
		r := s.Search(context.Background(), p.Board, evaluators.Compile(w, 0), Settings{Depth: 7})
		require.Equal(t, value, r.Score, "%s", p)
		require.Equal(t, move.String(), r.Move.String(), "%s", p)
	}
}

func TestEndgameEqualsTheOracle(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 1))
	s := New(NewTable(10))
	e := evaluators.Compile(seedBlank, 0)
	for range 150 {
		p := randomPosition(rng, 1+rng.IntN(8)).Settle()
		if p.Over() {
			continue
		}
		best, first := -64, engine.NoSquare
		for _, m := range legal(p) {
			if v := -perfect(p.Play(m)); v > best || first == engine.NoSquare {
				best, first = v, m
			}
		}
		r := s.Search(context.Background(), p.Board, e, Settings{Depth: 1, Endgame: 8})
		require.True(t, r.Exact)
		require.Equal(t, best, r.Score, "%s", p)
		require.Equal(t, first.String(), r.Move.String(), "%s", p)
	}
}

func TestEndgameSolvesTheFFOPositions(t *testing.T) {
	s := New(NewTable(18))
	e := evaluators.Compile(seedBlank, 0)
	for _, problem := range ffo(t, "testdata/ffo-01-19.obf") {
		r := s.Search(context.Background(), problem.position.Board, e, Settings{Depth: 1, Endgame: 60})
		assert.Equal(t, problem.best, r.Score, "%s", problem.position)
		assert.Equal(t, problem.best, problem.values[r.Move.String()], "%s: %s", problem.position, r.Move)
	}
}

type problem struct {
	position engine.Position
	values   map[string]int
	best     int
}

func ffo(t testing.TB, name string) (problems []problem) {
	file, err := os.Open(name)
	require.NoError(t, err)
	defer file.Close()
	moves := regexp.MustCompile(`([A-H][1-8]):([+-]\d+);`)
	for lines := bufio.NewScanner(file); lines.Scan(); {
		board, tail, _ := strings.Cut(lines.Text(), ";")
		p, err := engine.ParsePosition(board)
		require.NoError(t, err)
		one := problem{position: p, values: map[string]int{}, best: -64}
		for _, m := range moves.FindAllStringSubmatch(tail, -1) {
			v, _ := strconv.Atoi(m[2])
			one.values[strings.ToLower(m[1])] = v
			one.best = max(one.best, v)
		}
		problems = append(problems, one)
	}
	return problems
}

func TestAWonGameOutweighsEverything(t *testing.T) {
	// Black can take the last opposing disc with c1, or continue to gain discs.
	p, err := engine.ParsePosition("XO-------------------------------------------------------------- X")
	require.NoError(t, err)
	heavy := weighing("table.corner", 1000, "table.c", -1000, "table.a2", -1000, "possibility.w", 200)
	r := New(NewTable(8)).Search(context.Background(), p.Board, evaluators.Compile(heavy, 0), Settings{Depth: 3})
	assert.Equal(t, "c1", r.Move.String())
	assert.Equal(t, evaluators.Win+3, r.Score)
}

func TestPassesAndFinishedGames(t *testing.T) {
	s, e := New(NewTable(8)), evaluators.Compile(seedBlank, 0)
	mustPass, err := engine.ParsePosition("-OXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXXX O")
	require.NoError(t, err)
	r := s.Search(context.Background(), mustPass.Board, e, Settings{Depth: 1, Endgame: 4})
	assert.Equal(t, Result{Move: engine.Pass, Score: -64, Exact: true, Depth: 1, Nodes: r.Nodes}, r)

	over := engine.Board{Mover: 3}
	r = s.Search(context.Background(), over, e, Settings{Depth: 1})
	assert.Equal(t, Result{Move: engine.NoSquare, Score: 64, Exact: true}, r)
}

func TestNodeLimitIsDeterministicAndKept(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 1))
	e := evaluators.Compile(seedBlank, 0)
	for range 10 {
		p := randomPosition(rng, 30).Settle()
		if p.Over() {
			continue
		}
		for _, limit := range []uint64{1, 1000, 20000} {
			settings := Settings{Nodes: limit, Endgame: 40}
			a := New(NewTable(12)).Search(context.Background(), p.Board, e, settings)
			b := New(NewTable(12)).Search(context.Background(), p.Board, e, settings)
			assert.Equal(t, a, b)
			assert.LessOrEqual(t, a.Nodes, limit+100)
			assert.NotEqual(t, engine.NoSquare, a.Move, "depth 1 is always finished")
		}
	}
}

func TestTimeLimitAndCancellationStillGiveAMove(t *testing.T) {
	e := evaluators.Compile(seedBlank, 0)
	p := engine.Start().Play(engine.At(5, 4))
	s := New(NewTable(12))
	r := s.Search(context.Background(), p.Board, e, Settings{Time: 5 * time.Millisecond})
	assert.NoError(t, engine.CheckLegal(p, r.Move))

	cancelled, cancel := context.WithCancel(context.Background())
	cancel()
	for _, settings := range []Settings{
		{Depth: 30}, {Depth: 1, Endgame: 60}, {Time: time.Hour}, {Time: time.Hour, Endgame: 60},
	} {
		r = s.Search(cancelled, p.Board, e, settings)
		assert.NoError(t, engine.CheckLegal(p, r.Move), "%+v", settings)
	}
}

// A line is legal. If it reaches the end of a solved game, it ends with the result of the search.
func TestLineIsPlayableAndTrue(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 1))
	e := evaluators.Compile(seedBlank, 0)
	s := New(NewTable(12))
	for range 300 {
		p := randomPosition(rng, 4+rng.IntN(14))
		if p.Over() {
			continue
		}
		s.NewGame()
		r := s.Search(context.Background(), p.Board, e, Settings{Depth: 6, Endgame: 12})
		line := s.Line(p.Board, r)
		require.NotEmpty(t, line)
		side := p.Side
		for _, move := range line {
			if move == engine.Pass {
				require.True(t, p.MustPass())
			} else {
				require.NoError(t, engine.CheckLegal(p, move))
			}
			p = p.Play(move)
		}
		if !r.Exact {
			continue
		}
		p = p.Settle()
		if rest := perfectFrom(s, p, e); p.Side == side {
			require.Equal(t, r.Score, rest, "%s", p)
		} else {
			require.Equal(t, r.Score, -rest, "%s", p)
		}
	}
}

// perfectFrom returns the exact result of a position after a line.
func perfectFrom(s *Searcher, p engine.Position, e evaluators.Evaluator) int {
	return s.Search(context.Background(), p.Board, e, Settings{Depth: 1, Endgame: 12}).Score
}

func TestSearchAllocatesNothing(t *testing.T) {
	s, e, b := New(NewTable(10)), evaluators.Compile(seedBlank, 0), engine.StartBoard()
	assert.Zero(t, testing.AllocsPerRun(5, func() {
		s.NewGame()
		s.Search(context.Background(), b, e, Settings{Depth: 3})
	}))
}

func BenchmarkFixedDepth(b *testing.B) {
	rng := rand.New(rand.NewPCG(7, 1))
	var positions []engine.Position
	for len(positions) < 64 {
		if p := randomPosition(rng, 10+rng.IntN(40)).Settle(); !p.Over() {
			positions = append(positions, p)
		}
	}
	e := evaluators.Compile(seedBlank, 0)
	for _, a := range []Algorithm{NegaScout, AlphaBeta} {
		for _, depth := range []int{2, 4, 6} {
			b.Run(fmt.Sprintf("%s-%d", a, depth), func(b *testing.B) {
				s := New(NewTable(DefaultTableBits))
				var nodes uint64
				for i := 0; b.Loop(); i++ {
					s.NewGame()
					nodes += s.Search(context.Background(), positions[i%64].Board, e, Settings{Algorithm: a, Depth: depth}).Nodes
				}
				b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
				b.ReportMetric(float64(nodes)/b.Elapsed().Seconds()/1e6, "Mnodes/s")
			})
		}
	}
}

func BenchmarkEndgame(b *testing.B) {
	for _, empties := range []int{8, 12, 14, 16} {
		rng := rand.New(rand.NewPCG(8, 1))
		var positions []engine.Position
		for len(positions) < 16 {
			if p := randomPosition(rng, empties).Settle(); !p.Over() {
				positions = append(positions, p)
			}
		}
		e := evaluators.Compile(seedBlank, 0)
		b.Run(strconv.Itoa(empties), func(b *testing.B) {
			s := New(NewTable(16))
			var nodes uint64
			for i := 0; b.Loop(); i++ {
				s.NewGame()
				nodes += s.Search(context.Background(), positions[i%16].Board, e, Settings{Depth: 1, Endgame: empties}).Nodes
			}
			b.ReportMetric(float64(nodes)/float64(b.N), "nodes/op")
		})
	}
}
