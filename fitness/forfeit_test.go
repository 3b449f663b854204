package fitness

import (
	"context"
	"encoding/json"
	"fmt"
	"math/bits"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/search"
)

// A quitter forfeits at its third move, and counts how often it is closed.
type quitter struct {
	moves  int
	closed *atomic.Int32
}

func (q *quitter) NewGame(uint64) { q.moves = 0 }
func (q *quitter) Move(_ context.Context, p engine.Position) (search.Result, error) {
	if q.moves++; q.moves == 3 {
		return search.Result{}, fmt.Errorf("wrapped: %w", &players.Forfeit{Reason: "out of order"})
	}
	return search.Result{Move: engine.Square(bits.TrailingZeros64(p.Moves()))}, nil
}
func (q *quitter) Close() error {
	q.closed.Add(1)
	return nil
}

func TestForfeitLosesTheGame(t *testing.T) {
	var closed atomic.Int32
	bad := registerTestPlayer("Bad", func(*search.Searcher) players.Player { return &quitter{closed: &closed} })
	good := recipe(t, "random")
	tally, counted, err := Match(context.Background(), Local{Workers: 1}, bad, good, drawOpenings(t, 6, 4), 1, nil, nil)
	require.NoError(t, err)
	assert.EqualValues(t, 1, closed.Load(), "the loaded player is closed")
	assert.Equal(t, Pentanomial{6}, tally.Pairs)
	assert.Equal(t, -64*12, tally.Discs)
	require.Len(t, tally.Forfeits, 12)
	assert.Equal(t, ForfeitedGame{Side: "a", Pair: 1, Game: 1, Reason: "out of order"}, tally.Forfeits[0])
	assert.Equal(t, ForfeitedGame{Side: "a", Pair: 6, Game: 2, Reason: "out of order"}, tally.Forfeits[11])
	for _, r := range counted {
		assert.Equal(t, -64, r.Games[0].Discs, "Black forfeits the first game")
		assert.Equal(t, 64, r.Games[1].Discs)
		assert.Equal(t, "out of order", r.Games[0].ForfeitReason)
		assert.Len(t, r.Games[0].Moves, 4+4, "the opening, and two moves of each side")
	}
	other, _, err := Match(context.Background(), Local{}, good, bad, drawOpenings(t, 1, 4), 1, nil, nil)
	require.NoError(t, err)
	assert.Equal(t, ForfeitedGame{Side: "b", Pair: 1, Game: 1, Reason: "out of order"}, other.Forfeits[0])

	report, err := json.Marshal(other.Report(nil))
	require.NoError(t, err)
	assert.Contains(t, string(report),
		`"forfeits":[{"side":"b","pair":1,"game":1,"reason":"out of order"},{"side":"b","pair":1,"game":2,`)
	assert.Contains(t, string(report), `"elo":null,"elo_low":null,"elo_high":null,"nelo":null,"nelo_error":null,"nelo_note":"every game was forfeited","los":null,`,
		"no game was played to its end")
	report, err = json.Marshal(other.Report(&SPRT{Elo0: 0, Elo1: 20}))
	require.NoError(t, err)
	assert.Contains(t, string(report), `"result":"undecided"`)
	other.Forfeits = other.Forfeits[1:]
	assert.True(t, other.Report(nil).Known(), "one game was played to its end")
	report, err = json.Marshal((&Tally{}).Report(nil))
	require.NoError(t, err)
	assert.Contains(t, string(report), `"forfeits":[]`)
}

// Players are closed when the arena is cancelled, and when another recipe replaces them.
func TestArenaClosesPlayers(t *testing.T) {
	var closed atomic.Int32
	bad := registerTestPlayer("Bad", func(*search.Searcher) players.Player { return &quitter{closed: &closed} })
	worse := registerTestPlayer("Worse", func(*search.Searcher) players.Player { return &quitter{closed: &closed} })
	pair := Pair{A: bad, B: bad, Opening: drawOpenings(t, 1, 4)[0]}

	ctx, cancel := context.WithCancel(context.Background())
	_, err := Local{Workers: 1}.Play(ctx, []Pair{pair, pair, pair}, func(int, PairResult) { cancel() })
	require.ErrorIs(t, err, context.Canceled)
	assert.EqualValues(t, 2, closed.Load(), "after cancellation")

	other := pair
	other.B = worse
	_, err = Local{Workers: 1}.Play(context.Background(), []Pair{pair, other}, nil)
	require.NoError(t, err)
	assert.EqualValues(t, 2+3, closed.Load(), "after a change of the recipe")
}
