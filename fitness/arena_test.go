package fitness

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

func TestAnyNumberOfWorkersPlaysTheSameGames(t *testing.T) {
	pairs := testPairs(t, 24, "reversi-blank:depth=2,endgame=6", "greedy")
	one, err := Local{Workers: 1}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	many, err := Local{Workers: 7}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	assert.Equal(t, one, many)
}

func TestAPairSwapsColours(t *testing.T) {
	pairs := testPairs(t, 12, "reversi-blank:depth=1", "table")
	results, err := Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	for i, pair := range pairs {
		pairs[i].A, pairs[i].B = pair.B, pair.A
	}
	swapped, err := Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	for i := range results {
		assert.Equal(t, results[i].Games[0], swapped[i].Games[1])
		assert.Equal(t, results[i].Discs(), -swapped[i].Discs())
		var here, there Tally
		here.Add(results[i])
		there.Add(swapped[i])
		assert.Equal(t, here, there.Swapped())
		assert.Equal(t, 4, results[i].HalfPoints()+swapped[i].HalfPoints())
	}
}

func TestGamesAreLegalAndFinished(t *testing.T) {
	pairs := testPairs(t, 20, "random", "greedy")
	results, err := Local{}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	for _, r := range results {
		for _, game := range r.Games {
			replayed, err := engine.ParseTranscript(engine.Transcript(game.Moves))
			require.NoError(t, err)
			final := replayed.Final()
			assert.True(t, final.Over())
			discs := final.FinalDiff()
			if final.Side == engine.White {
				discs = -discs
			}
			assert.Equal(t, discs, game.Discs)
		}
	}
}

func TestMoveTimesBelongToTheSideThatMoves(t *testing.T) {
	pairs := testPairs(t, 5, "reversi-blank:depth=6", "random")
	for _, timed := range []bool{false, true} {
		results, err := Local{Timed: timed}.Play(context.Background(), pairs, nil)
		require.NoError(t, err)
		var tally Tally
		moves := 0
		for i, r := range results {
			tally.Add(r)
			for _, game := range r.Games {
				moves += len(game.Moves) - len(pairs[i].Opening.Moves)
			}
		}
		swapped := tally.Swapped()
		assert.Equal(t, [2]Thinking{swapped.Times[1], swapped.Times[0]}, tally.Times)
		if !timed {
			assert.Zero(t, tally.Times)
			continue
		}
		assert.Equal(t, moves, tally.Times[0].Moves+tally.Times[1].Moves)
		assert.Greater(t, tally.Times[0].PerMove(), tally.Times[1].PerMove(),
			"a search of six plies takes longer than a random move")
	}
}

// Random moves of a pair come from its seed alone: a simple loop that draws them in the same order plays the same
// games. Both players make them.
func TestRandomMovesOfPairs(t *testing.T) {
	pairs := testPairs(t, 12, "reversi-blank:depth=1", "greedy")
	for i := range pairs {
		pairs[i].RandomEvery = []int{0, 1, 10}[i%3]
	}
	results, err := Local{Workers: 3}.Play(context.Background(), pairs, nil)
	require.NoError(t, err)
	for i := range pairs {
		for g := range 2 {
			assert.Equal(t, simpleGame(t, &pairs[i], g), results[i].Games[g].Moves, "pair %d, game %d", i, g)
		}
	}
}

// simpleGame returns the moves of a game of a pair.
func simpleGame(t *testing.T, pair *Pair, game int) []engine.Square {
	var both [2]players.Player
	for i, r := range []*players.Recipe{pair.A, pair.B} {
		c, err := r.Contestant()
		require.NoError(t, err)
		both[i] = c.New(c.NewSearcher())
		both[i].NewGame(mixSeed(pair.Seed, 2*game+i))
	}
	rng := Random(pair.Seed, "random moves", game)
	moves, at := slices.Clone(pair.Opening.Moves), pair.Opening.Start
	for !at.Over() {
		at = at.Settle()
		var move engine.Square
		if pair.RandomEvery > 0 && rng.IntN(pair.RandomEvery) == 0 {
			legal := slices.Collect(engine.SquaresOf(at.Moves()))
			move = legal[rng.IntN(len(legal))]
		} else {
			side := int(at.Side) // A is Black in the first game
			r, err := both[side^game].Move(context.Background(), at)
			require.NoError(t, err)
			move = r.Move
		}
		moves, at = append(moves, move), at.Play(move)
	}
	return moves
}

func TestEqualPlayersSplitEveryPair(t *testing.T) {
	c := recipe(t, "reversi-blank:depth=2")
	tally, _, err := Match(context.Background(), Local{}, c, c, drawOpenings(t, 10, 8), 1, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, Pentanomial{0, 0, 10}, tally.Pairs)
	assert.Zero(t, tally.Discs)
}

func TestRoundNeverPlaysAGenomeAgainstItself(t *testing.T) {
	a, b := recipe(t, "reversi-blank:depth=1"), recipe(t, "reversi-edge:depth=1")
	openings := drawOpenings(t, 8, 6)
	played := 0
	again := *a // another recipe with the same content
	tallies, err := Round(context.Background(), Local{}, []*players.Recipe{a, b}, []*players.Recipe{&again, b}, openings,
		0, 0, 0, func(PairResult) { played++ })
	require.NoError(t, err)
	assert.Equal(t, 8, played, "half of each candidate's pairs are against itself and are not played")
	assert.Equal(t, 8, tallies[0].Pairs.Pairs(), "but they count")
	assert.Equal(t, 8, tallies[0].Games())
	assert.Equal(t, 8, tallies[1].Pairs.Pairs())
}

// Two rounds give the same results as one round with all openings: each opening is played against the
// same member of the panel with the same random moves.
func TestRoundContinuesAfterEarlierRounds(t *testing.T) {
	candidates := []*players.Recipe{recipe(t, "reversi-blank:depth=1"), recipe(t, "greedy")}
	panel := []*players.Recipe{recipe(t, "random"), recipe(t, "table"), recipe(t, "reversi-edge:depth=1")}
	openings := drawOpenings(t, 7, 6)
	round := func(from, to int) []Tally {
		tallies, err := Round(context.Background(), Local{}, candidates, panel, openings[from:to], from, 5, 0, nil)
		require.NoError(t, err)
		return tallies
	}
	whole, first, second := round(0, 7), round(0, 2), round(2, 7)
	for i := range whole {
		assert.Equal(t, whole[i].Pairs, first[i].Pairs.Plus(second[i].Pairs))
		assert.Equal(t, whole[i].Discs, first[i].Discs+second[i].Discs)
	}
}

func TestSequentialTestStopsAtTheSamePairForAnyNumberOfWorkers(t *testing.T) {
	a, b := recipe(t, "reversi-blank:depth=2"), recipe(t, "random")
	openings := drawOpenings(t, 400, 8)
	test := &SPRT{Elo0: 0, Elo1: 100}
	one, counted, err := Match(context.Background(), Local{Workers: 1}, a, b, openings, 5, test, nil)
	require.NoError(t, err)
	many, _, err := Match(context.Background(), Local{Workers: 5}, a, b, openings, 5, test, nil)
	require.NoError(t, err)
	assert.Equal(t, one, many)
	assert.Len(t, counted, one.Pairs.Pairs())
	assert.Zero(t, one.Pairs.Pairs()%16)
	assert.Less(t, one.Pairs.Pairs(), 400)
	decision, _ := test.Decide(one.Pairs)
	assert.Equal(t, Accepted, decision)
}

func TestCancellingStopsTheArena(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	_, err := Local{Workers: 2}.Play(ctx, testPairs(t, 500, "random", "random"), func(int, PairResult) { cancel() })
	assert.ErrorIs(t, err, context.Canceled)
}

func TestPairCancelledAtItsLastMoveDoesNotCount(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	ends := 0
	first := func(p *engine.Position) (search.Result, error) {
		move := engine.Square(bits.TrailingZeros64(p.Moves()))
		if p.Play(move).Settle().Over() {
			if ends++; ends == 2 { // the last move of the second game
				cancel()
			}
		}
		return search.Result{Move: move}, nil
	}
	c := registerTestPlayer("first", func(*search.Searcher) players.Player { return scripted{first} })
	played := 0
	_, err := Local{Workers: 1}.Play(ctx, []Pair{{A: c, B: c, Opening: drawOpenings(t, 1, 4)[0]}},
		func(int, PairResult) { played++ })
	assert.ErrorIs(t, err, context.Canceled)
	assert.Equal(t, 2, ends)
	assert.Zero(t, played)
}

func TestErrorsNameThePlayer(t *testing.T) {
	for _, c := range []struct {
		name string
		bad  func(*engine.Position) (search.Result, error)
		says string
	}{
		{"error", func(*engine.Position) (search.Result, error) { return search.Result{}, errors.New("out of order") },
			"out of order"},
		{"illegal move", func(*engine.Position) (search.Result, error) { return search.Result{Move: 0}, nil },
			"a1 is not a legal move"},
		{"illegal pass", func(*engine.Position) (search.Result, error) { return search.Result{Move: engine.Pass}, nil },
			"pass is not a legal move"},
	} {
		bad := registerTestPlayer("Bad", func(*search.Searcher) players.Player { return scripted{c.bad} })
		pairs := []Pair{{A: bad, B: recipe(t, "random"), Opening: drawOpenings(t, 1, 4)[0]}}
		_, err := Local{}.Play(context.Background(), pairs, nil)
		assert.ErrorContains(t, err, "Bad against random", c.name)
		assert.ErrorContains(t, err, c.says, c.name)
	}
}

// A players.Follower gets the moves of the opening and of both sides.
func TestFollowersGetTheWholeGame(t *testing.T) {
	var games []string
	c := registerTestPlayer("Follower", func(*search.Searcher) players.Player { return &follower{games: &games} })
	results, err := Local{Workers: 1}.Play(context.Background(),
		[]Pair{{A: c, B: recipe(t, "random"), Opening: drawOpenings(t, 1, 8)[0]}}, nil)
	require.NoError(t, err)
	whole := engine.Transcript(results[0].Games[0].Moves)
	assert.Equal(t, whole[:16], games[0])
	assert.True(t, strings.HasPrefix(whole, games[1]) && len(games[1]) > 16)
}

type follower struct {
	scripted
	games *[]string
}

func (f *follower) MoveIn(_ context.Context, game *engine.Game) (search.Result, error) {
	*f.games = append(*f.games, game.Transcript())
	return search.Result{Move: engine.Square(bits.TrailingZeros64(game.Final().Moves()))}, nil
}

type scripted struct {
	move func(*engine.Position) (search.Result, error)
}

func (scripted) NewGame(uint64) {}
func (s scripted) Move(_ context.Context, p engine.Position) (search.Result, error) {
	return s.move(&p)
}

func recipe(t testing.TB, text string) *players.Recipe {
	spec, err := players.ParseSpec(text)
	require.NoError(t, err)
	r, err := spec.Recipe()
	require.NoError(t, err)
	return r
}

// registerTestPlayer registers a player for a test. name is its name in results.
func registerTestPlayer(name string, newPlayer func(*search.Searcher) players.Player) *players.Recipe {
	own := fmt.Sprintf("own-%d", len(players.Roster()))
	players.Register(players.RosterEntry{Name: own, Default: players.Plain(players.Contestant{About: "a player of a test",
		New: newPlayer})})
	r, err := players.ParseRecipe(name, own)
	if err != nil {
		panic(err)
	}
	return r
}

func drawOpenings(t testing.TB, n, plies int) []Opening {
	openings, err := RandomOpenings(Random(1, "test"), engine.Start(), n, plies, ForAnything)
	require.NoError(t, err)
	return openings
}

func testPairs(t testing.TB, n int, a, b string) (pairs []Pair) {
	playerA, playerB := recipe(t, a), recipe(t, b)
	for i, o := range drawOpenings(t, n, 8) {
		pairs = append(pairs, Pair{A: playerA, B: playerB, Opening: o, Seed: uint64(i)})
	}
	return pairs
}

func BenchmarkSelfPlay(b *testing.B) {
	for _, spec := range []string{"reversi-blank:depth=2,endgame=0", "reversi-blank:depth=3,endgame=0",
		"reversi-blank:depth=4,endgame=0", "reversi-blank:depth=3,endgame=8"} {
		b.Run(spec, func(b *testing.B) {
			pairs := testPairs(b, 64, spec, spec)
			loop := NewGameLoop(NewPlayerCache(1))
			var nodes uint64
			for i := 0; b.Loop(); i++ {
				r, err := loop.Play(context.Background(), &pairs[i%64], false)
				require.NoError(b, err)
				nodes += r.Games[0].Nodes + r.Games[1].Nodes
			}
			b.ReportMetric(2*float64(b.N)/b.Elapsed().Seconds(), "games/s")
			b.ReportMetric(float64(nodes)/float64(2*b.N), "nodes/game")
		})
	}
}

func TestLeastPairs(t *testing.T) {
	for _, s := range []SPRT{{-10, 20}, {0, 30}, {-100, 100}, {0, 5}} {
		least := s.LeastPairs()
		all := func(pairs int) Decision { d, _ := s.Decide(Pentanomial{0, 0, 0, 0, pairs}); return d }
		assert.Equal(t, []Decision{Undecided, Accepted}, []Decision{all(least - 1), all(least)}, "%v: %d", s, least)
	}
	assert.Equal(t, 35, SPRT{-10, 20}.LeastPairs())
}
