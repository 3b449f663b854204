package evolve

import (
	"bytes"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"

	"evothello/runs"
)

// Within a generation the share of its pairs is shown, and the time left becomes less, whatever the goal is.
func TestProgressWithinAGeneration(t *testing.T) {
	ended := runs.Progress{Row: evolution.Row{Generation: 4}, Elapsed: 40 * time.Second, Games: 4000}
	for _, goal := range []runs.Goal{{Count: 10}, {Budget: time.Minute}, {Games: 10_000}, {Count: 10, Games: 10_000}} {
		ended.Goal = goal
		p := newProgress(&bytes.Buffer{}, ended, func() string { return "" })
		p.began = p.began.Add(-time.Minute) // a process that has seen two generations
		p.first, p.share = 2, p.share/2
		last := p.left(p.now())
		for pairs := range 499 {
			p.began = p.began.Add(-10 * time.Millisecond)
			p.ended.Elapsed += 10 * time.Millisecond
			p.played(pairs+1, 500)
		}
		now := p.now()
		assert.InDelta(t, 4.998, now.Generations(), 1e-9)
		assert.Equal(t, 4998, now.Games)
		assert.Less(t, secondsLeft(t, p.left(now)), secondsLeft(t, last)-4, "%+v", goal)
		assert.Contains(t, generationText(now), "generation 5")
		assert.Contains(t, generationText(now), ": 100 %")
	}
}

// Without a terminal a long generation prints lines in between.
func TestLinesWithinAGeneration(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, runs.Progress{Goal: runs.Goal{Count: 3}}, func() string { return "" })
	p.played(1, 100)
	assert.Empty(t, out.String())
	p.shown, p.began = p.shown.Add(-lineInterval), p.began.Add(-lineInterval)
	p.played(25, 100)
	assert.Regexp(t, `^generation 1 of 3: 25 %  1m 50s left  \d games/s\n$`, out.String())
}

// secondsLeft reads the time of "1m 50s left".
func secondsLeft(t *testing.T, left string) float64 {
	text := strings.ReplaceAll(strings.TrimSuffix(left, " left"), " ", "")
	d, err := time.ParseDuration(text)
	require.NoError(t, err, left)
	return d.Seconds()
}

// Fields that do not fit are left out, and no field is cut.
func TestFieldsFitTheLine(t *testing.T) {
	fields := []string{"generation 4 of 400", "champion 61 % vs reversi-blank", "", "2m 5s left", "4107 games/s",
		"genomes win 49 %"}
	for width, want := range map[int]string{
		0:   "",
		18:  "2m 5s left",
		19:  "generation 4 of 400",
		65:  "generation 4 of 400  champion 61 % vs reversi-blank  2m 5s left",
		85:  "generation 4 of 400  champion 61 % vs reversi-blank  2m 5s left  4107 games/s",
		100: "generation 4 of 400  champion 61 % vs reversi-blank  2m 5s left  4107 games/s  genomes win 49 %",
	} {
		got := fitting(width, fields)
		assert.Equal(t, want, got, "%d", width)
		assert.LessOrEqual(t, utf8.RuneCountInString(got), width)
	}
}
