//go:build browser

package web_test

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/report/plots"
	"evothello/runs"
)

// watch is how long watchedRun watches a run of another process.
var watch = flag.Duration("watch", 3*time.Second, "how long a run in another process is watched")

// evolveIn names the environment variable that turns the test program into the other process. Its
// value is a directory: the program evolves there and does nothing else.
const evolveIn = "EVOTHELLO_TEST_EVOLVE_IN"

func TestMain(m *testing.M) {
	flag.Parse()
	if dir := os.Getenv(evolveIn); dir != "" {
		if err := evolve(dir); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	m.Run()
}

// evolve evolves in a directory for the time of the flag watch.
func evolve(dir string) error {
	c := evolution.Defaults(1)
	c.Search.Depth = 1
	c.SetSize(64, 4)
	run, err := runs.Create(dir, c, runs.Goal{Budget: *watch})
	if err != nil {
		return err
	}
	defer run.Close()
	_, err = run.Run(context.Background(), fitness.Local{}, runs.Observer{})
	return err
}

// watchedRun watches a run of another process from its first generation to its end.
func watchedRun(t *testing.T, browser browserContext) {
	dir := t.TempDir()
	tb := openTab(t, browser, desktop, dir, "#/runs")
	tb.until(`$('#runs-page').dataset.state === 'empty'`)
	var stderr bytes.Buffer
	command := exec.Command(os.Args[0], "-watch", watch.String())
	command.Env = append(os.Environ(), evolveIn+"="+filepath.Join(dir, "watched"))
	command.Stderr = &stderr
	require.NoError(t, command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	t.Cleanup(func() { _ = command.Process.Kill() })
	exists := func() bool { _, err := runs.Open(filepath.Join(dir, "watched")); return err == nil }
	require.Eventually(t, exists, 30*time.Second, 10*time.Millisecond)
	tb.eval(`(location.hash = '#/runs/watched')`, new(string))
	tb.until(`$('#run-page').dataset.state === 'done'`)
	if *watch > 10*time.Second {
		tb.until(`$('#run-badge').textContent === 'live' && $('#run-log').textContent.includes('Generation')`)
		tb.shot("watched run")
	}
	require.NoError(t, <-ended, stderr.String())
	over, err := runs.Open(filepath.Join(dir, "watched"))
	require.NoError(t, err)
	last := over.State.Generation
	t.Logf("watched %d generations", last)
	tb.until(`$('#run-badge').textContent === 'finished'`)
	tb.until(fmt.Sprintf(`$$('.curves')[1].querySelector('.series').dataset.last.startsWith('%d ')`, last))
	sameCurves(tb, over)
}

// sameCurves compares the page's charts with the curves of the run's plots: every point is in its
// place, on one scale for each chart.
func sameCurves(tb *tab, run *runs.Run) {
	tb.Helper()
	charts := plots.RunCharts(run)
	for chart, one := range charts[:2] {
		want := one.Curves
		var drawn []struct{ Name, Line string }
		tb.eval(fmt.Sprintf(`[...$$('.curves')[%d].querySelectorAll('.series')].filter((g) => g.dataset.name)
			.map((g) => ({name: g.dataset.name, line: g.querySelector('.line').getAttribute('d')}))`, chart), &drawn)
		require.Len(tb, drawn, len(want))
		var x, y scale
		for i, curve := range want {
			points := pathPoints(drawn[i].Line)
			require.Equal(tb, curve.Name, drawn[i].Name)
			require.Len(tb, points, len(curve.Line), curve.Name)
			for j, p := range curve.Line {
				x.add(p[0], points[j][0])
				y.add(p[1], points[j][1])
			}
		}
		assert.Less(tb, x.error(), 0.011, "generations")
		assert.Less(tb, y.error(), 0.011, "win rates")
	}
}

var number = regexp.MustCompile(`-?\d+(\.\d+)?`)

func pathPoints(path string) (points [][2]float64) {
	all := number.FindAllString(path, -1)
	for i := 0; i+1 < len(all); i += 2 {
		x, _ := strconv.ParseFloat(all[i], 64)
		y, _ := strconv.ParseFloat(all[i+1], 64)
		points = append(points, [2]float64{x, y})
	}
	return points
}

// A scale holds the values of a chart and their coordinates, which should lie on a straight line.
type scale struct{ values, places []float64 }

func (s *scale) add(value, place float64) {
	s.values, s.places = append(s.values, value), append(s.places, place)
}

// error is the largest distance of a point from the line through the lowest and the highest value.
func (s *scale) error() (worst float64) {
	low, high := 0, 0
	for i, v := range s.values {
		if v < s.values[low] {
			low = i
		}
		if v > s.values[high] {
			high = i
		}
	}
	slope := (s.places[high] - s.places[low]) / (s.values[high] - s.values[low])
	for i, v := range s.values {
		worst = max(worst, math.Abs(s.places[low]+slope*(v-s.values[low])-s.places[i]))
	}
	return worst
}
