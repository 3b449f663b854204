package large_test

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/players"
	largeplayers "evothello/players/large"
)

var board = engine.Large(10)

func contestant(t *testing.T, spec string) *players.Contestant {
	t.Helper()
	s, err := players.SpecOn(board, spec)
	require.NoError(t, err)
	c, err := s.Contestant()
	require.NoError(t, err)
	return c
}

// randomPosition returns a position from a random game that has a move and at least empties empty squares.
func randomPosition(rng *rand.Rand, size, empties int) large.Position {
	for {
		p := large.Start(size)
		for p.Empties() > empties && !p.Over() {
			p = p.Settle()
			p = p.Play(p.Moves().Pick(rng))
		}
		if !p.Over() {
			return p.Settle()
		}
	}
}

// On 8×8 squares the players choose the same moves as those of package players, also at random.
func TestPlayersMatchThe8x8Players(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, spec := range []string{
		"random", "greedy", "unselfish", "slowstarter", "corner", "episode", "random:seed=7", "Slow_Starter", "table",
		"montecarlo:games=3", "m-10",
		"alphabeta:depth=1", "alphabeta:depth=2", "alphabeta:depth=3", "alphabeta:depth=1,endgame=8", "m-10:endgame=8",
		"minmax", "negamax:depth=2", "negascout:depth=2", "reversi-edge:depth=2,endgame=0", "reversi-blank:depth=1,endgame=0",
		"reversi-switch:depth=2,endgame=0", "reversi-switch-blank:depth=2,endgame=0",
		"alphabeta:depth=2,weights=evolved-classic",
	} {
		t.Run(spec, func(t *testing.T) {
			spec = strings.Replace(spec, "Slow_S", "SlowS", 1)
			ours := contestant(t, spec).Large()
			parsed, err := players.ParseSpec(spec)
			require.NoError(t, err)
			other, err := parsed.Contestant()
			require.NoError(t, err)
			theirs := other.New(other.NewSearcher())
			for range 60 {
				at := randomPosition(rng, 8, 1+rng.IntN(60))
				if strings.Contains(spec, "endgame") {
					at = randomPosition(rng, 8, 1+rng.IntN(8))
				}
				seed := rng.Uint64()
				ours.NewGame(seed)
				theirs.NewGame(seed)
				want, err := players.Choose(t.Context(), theirs, nil, at.Eight())
				require.NoError(t, err)
				got, err := chooseAt(t.Context(), ours, at)
				require.NoError(t, err)
				require.Equal(t, want.Move, engine.At(got.Move.Col(), got.Move.Row()), "in %s", at)
			}
		})
	}
}

func TestAllPlayersMoveOnLargeBoards(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, e := range players.RosterOn(board) {
		if e.RequiredKey() != "" {
			continue
		}
		spec := e.Name
		for _, faster := range []string{":depth=2", ":games=1"} {
			if _, err := players.ParseSpec(spec + faster); err == nil && e.Name != "m-1000" && e.Name != "theend" {
				spec += faster
			}
		}
		empties := 60
		if e.Name == "m-1000" || e.Name == "theend" {
			empties = 6
		}
		for _, size := range []int{10, 26} {
			player := contestant(t, spec).Large()
			player.NewGame(1)
			_, err := chooseAt(t.Context(), player, randomPosition(rng, size, empties))
			assert.NoError(t, err, "%s on %d", e.Name, size)
		}
	}
}

// A cancelled player still chooses a move, and at once. The clock of synctest shows that it does not wait.
func TestSearchesStopWhenCancelled(t *testing.T) {
	at := large.Start(10)
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		for _, spec := range []string{"theend", "montecarlo:time=1h", "alphabeta:depth=8"} {
			player := contestant(t, spec).Large()
			player.NewGame(1)
			began := time.Now()
			_, err := chooseAt(ctx, player, at)
			assert.NoError(t, err, "it still has a move")
			assert.Zero(t, time.Since(began))
		}
	})
}

// chooseAt asks a player for its move in a position without earlier moves.
func chooseAt(ctx context.Context, p largeplayers.Player, at large.Position) (largeplayers.Result, error) {
	return largeplayers.Choose(ctx, p, &large.Game{Start: at}, at)
}
