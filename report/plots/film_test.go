package plots

import (
	"encoding/xml"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/players/analysis"
)

func TestShots(t *testing.T) {
	for champions, want := range map[int][]int{1: {1}, 3: {1, 2, 3}, 47: {
		1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 35, 37, 39, 41, 43, 45, 47,
	}} {
		var s evolution.State
		for i := range champions {
			s.Champions = append(s.Champions, evolution.Champion{Generation: i + 1})
		}
		var got []int
		for _, champion := range shots(&s) {
			got = append(got, champion.Generation)
		}
		assert.Equal(t, want, got)
	}
}

// A film is well-formed and names its champions. Without motion it shows the last champion's values.
func TestFilm(t *testing.T) {
	run := playedRun(t, 2)
	second := run.State.Champions[0]
	second.Generation, second.Phases = 2, slices.Clone(second.Phases)
	slices.Reverse(second.Phases)
	run.State.Champions = append(run.State.Champions, second)
	film := NewFilm(run)
	require.NoError(t, xml.Unmarshal([]byte(film.SVG), new(struct{})))
	for _, champion := range run.State.Champions {
		score := 100 * champion.Reference[0].Result.Score()
		assert.Contains(t, film.SVG,
			fmt.Sprintf(">generation %d: %.0f %% against reversi-blank<", champion.Generation, score))
	}
	still, moving, _ := strings.Cut(film.SVG, "@media (prefers-reduced-motion:no-preference)")
	rules := regexp.MustCompile(`\.(p\d+s\d+)\{fill:(#\w+)\}`).FindAllStringSubmatch(still, -1)
	require.Len(t, rules, 5*10, "a rule for each orbit of squares in each phase")
	worths := analysis.SquareValuesByPhaseOver(run.Config.Switch(run.State.CurrentChampion()), filmGames)
	for i, rule := range rules {
		phase, orbit := i/10, i%10
		b := newBoard(run.Config.HomeBoard(), "", &worths[phase], "")
		c := diverging(b.share(firstOf(run.Config.HomeBoard().Orbits()[orbit])))
		want := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B)
		assert.Equal(t, []string{fmt.Sprintf("p%ds%d", phase, orbit), want}, rule[1:])
		end := fmt.Sprintf("100%%{fill:%s}}.film .%s{animation:%s ", want, rule[1], rule[1])
		assert.Contains(t, moving, end, "the animation ends there too")
	}
	assert.Equal(t, 64*5, strings.Count(film.SVG, "h9v9h-9z"), "every square of five boards")
}
