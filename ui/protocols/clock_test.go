package protocols

import (
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/search"
)

// A thinker takes a fixed time for each move, and plays the first legal move.
type thinker struct {
	takes, atMost time.Duration
	told          []time.Duration
}

func (*thinker) NewGame(uint64) {}

func (p *thinker) AtMost(limit time.Duration) { p.atMost = limit }

func (p *thinker) Move(_ context.Context, at engine.Position) (search.Result, error) {
	p.told = append(p.told, p.atMost)
	time.Sleep(p.takes)
	for move := range engine.SquaresOf(at.Moves()) {
		return search.Result{Move: move}, nil
	}
	panic("no move")
}

// toldIn returns the time limits that the player gets during a session.
func toldIn(t *testing.T, takes time.Duration, lines ...string) (told []time.Duration) {
	synctest.Test(t, func(t *testing.T) {
		player := &thinker{takes: takes}
		g := &GTP{Board: engine.Standard(), Player: player}
		g.begin()
		for _, line := range lines {
			reply, _ := g.answer(context.Background(), line)
			require.True(t, strings.HasPrefix(reply, "="), "%s: %s", line, reply)
		}
		told = player.told
	})
	return told
}

func TestTimeIsDividedAmongMoves(t *testing.T) {
	const ms, s = time.Millisecond, time.Second
	for _, c := range []struct {
		about string
		takes time.Duration
		lines []string
		want  []time.Duration
	}{
		{"no clock", s, []string{"genmove b"}, []time.Duration{0}},
		{"no limit", s, []string{"time_settings 0 0 0", "genmove b", "genmove w"}, []time.Duration{0, 0}},
		{"a period without moves is no limit", s, []string{"time_settings 10 60 0", "genmove b"}, []time.Duration{0}},
		{"60 empties: 25 moves to think about, a twentieth kept", 0, []string{"time_settings 100 0 0", "genmove b"},
			[]time.Duration{3800 * ms}},
		{
			"each side has its own, and what was used is gone", 10 * s,
			[]string{"time_settings 100 0 0", "genmove b", "genmove w", "genmove b"},
			[]time.Duration{3800 * ms, 3800 * ms, 90 * s / 24 * 19 / 20},
		},
		{"the board knows better", 0, []string{"time_settings 100 0 0", "time_left b 50 0", "genmove b"},
			[]time.Duration{1900 * ms}},
		{"the board's word alone", 0, []string{"time_left b 50 0", "genmove b", "genmove w"}, []time.Duration{1900 * ms, 0}},
		{"another game, all the time", 10 * s, []string{"time_settings 100 0 0", "genmove b", "clear_board", "genmove b"},
			[]time.Duration{3800 * ms, 3800 * ms}},
		{"nothing left", 101 * s, []string{"time_settings 100 0 0", "genmove b", "genmove w", "genmove b"},
			[]time.Duration{3800 * ms, 3800 * ms, ms}},
		{
			"then come periods", 11 * s, []string{"time_settings 10 50 2", "genmove b", "genmove w", "genmove b", "genmove w",
				"genmove b", "genmove w", "genmove b"},
			[]time.Duration{380 * ms, 380 * ms, 23750 * ms, 23750 * ms, 37050 * ms, 37050 * ms, 23750 * ms},
		},
		{"from the beginning", s, []string{"time_settings 0 20 4", "genmove b"}, []time.Duration{4750 * ms}},
		{"nonsense counts as nothing", s, []string{"time_settings -5 NaN 0", "genmove b"}, []time.Duration{0}},
	} {
		assert.Equal(t, c.want, toldIn(t, c.takes, c.lines...), c.about)
	}
}

// A player with a clock does not lose on time, and uses most of its time.
func TestTimeLastsForTheGame(t *testing.T) {
	for _, all := range []time.Duration{time.Second, time.Minute, time.Hour} {
		c, left := clock{main: all}.reset(), all
		for empties := 60; empties > 0; empties -= 2 {
			share := c.share(empties)
			left -= share
			require.Positive(t, left)
			c = c.spend(share)
		}
		assert.Less(t, left, all/10)
	}
}
