package web

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/fitness"
	"evothello/report"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/ui/playerlist"
	"evothello/weights/scale"
)

func TestRuns(t *testing.T) {
	dir := t.TempDir()
	run := played(t, tinyRun(t, filepath.Join(dir, "tiny")))
	copyRun(t, dir, "old")
	long := time.Now().Add(-time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "old", "checkpoint.json"), long, long))
	copyRun(t, dir, "broken")
	require.NoError(t, os.WriteFile(filepath.Join(dir, "broken", "checkpoint.json"), []byte("{}"), 0o644))
	longer := time.Now().Add(-2 * time.Hour)
	require.NoError(t, os.Chtimes(filepath.Join(dir, "broken", "checkpoint.json"), longer, longer))
	require.NoError(t, os.Mkdir(filepath.Join(dir, "no-run"), 0o755))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "file"), nil, 0o644))

	s := open(t, Options{Runs: dir})
	all := s.listed()
	require.Len(t, all, 3)
	status := run.Status()
	assert.Equal(t, "tiny", all[0].Name, "the newest comes first")
	assert.Equal(t, status.Games, all[0].Games)
	assert.Equal(t, 4, all[0].Progress.Count)
	assert.Equal(t, status.Promotions, all[0].Promotions)
	assert.Equal(t, status.Champion.Generation, all[0].Champion.Generation)
	assert.True(t, all[0].Progress.Finished)
	assert.True(t, all[0].Live, "the run is still open")
	run.Close()
	all = s.listed()
	assert.False(t, all[0].Live)

	assert.Equal(t, "old", all[1].Name)
	assert.Equal(t, all[1].Progress.Goal, all[1].Progress.Count)
	assert.False(t, all[1].Live)
	assert.Equal(t, "broken", all[2].Name)
	assert.Contains(t, all[2].Error, "checkpoint.json is damaged")

	response, text := s.do(s.request(t.Context(), "/api/runs/broken", ""))
	assert.Equal(t, 422, response.StatusCode)
	assert.Contains(t, text, "checkpoint.json is damaged")
	response, _ = s.do(s.request(t.Context(), "/api/runs/broken/events", ""))
	assert.Equal(t, 422, response.StatusCode)
}

// listed returns the directories that the page lists.
func (s *site) listed() []summary {
	var list runList
	s.ask("/api/runs", "", &list)
	return list.Runs
}

// The list is bounded, and says how many directories it leaves out.
func TestTheListOfRunsIsBounded(t *testing.T) {
	dir := t.TempDir()
	for i := range maxRuns + 2 {
		run := filepath.Join(dir, strconv.Itoa(i))
		require.NoError(t, os.Mkdir(run, 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(run, "run.json"), nil, 0o644))
	}
	s := open(t, Options{Runs: dir})
	var list runList
	s.ask("/api/runs", "", &list)
	assert.Len(t, list.Runs, maxRuns)
	assert.Equal(t, 2, list.LeftOff)

	gone, leave := context.WithCancel(t.Context())
	leave()
	_, err := s.list(s.request(gone, "/api/runs", ""))
	assert.ErrorIs(t, err, context.Canceled, "nothing is read for a client that has left")
}

// A directory whose name cannot stand in an answer is listed with what to do. Its champion cannot be chosen.
func TestADirectoryWhoseNameIsNotUTF8(t *testing.T) {
	dir := t.TempDir()
	if os.Mkdir(filepath.Join(dir, "caf\xe9"), 0o755) != nil {
		return // some systems have no such names
	}
	copyRun(t, dir, "caf\xe9")
	s := open(t, Options{Runs: dir})
	all := s.listed()
	require.Len(t, all, 1)
	assert.Equal(t, "the directory's name is not UTF-8: rename it", all[0].Error)
	var list playerList
	s.ask("/api/players", "", &list)
	assert.Empty(t, list.Newest)
	assert.False(t, slices.ContainsFunc(list.Players,
		func(p playerlist.ListedPlayer) bool { return p.Kind == playerlist.Run }))
}

// A list shows how far a run is, and how its champions rose.
func TestRunsShowShareAndRise(t *testing.T) {
	dir := t.TempDir()
	copyRun(t, dir, "shipped")
	run, err := runs.Open(filepath.Join(dir, "shipped"))
	require.NoError(t, err)
	all := open(t, Options{Runs: dir}).listed()
	require.Len(t, all, 1)
	assert.Equal(t, 1.0, all[0].Share)
	assert.Zero(t, all[0].Left)
	champion, rise := run.State.CurrentChampion(), all[0].Rise
	mean := 0.0
	for _, against := range champion.Reference {
		mean += against.Result.Score() / float64(len(champion.Reference))
	}
	require.Len(t, rise, run.Status().Promotions+1)
	assert.Equal(t, 1.0, rise[0][0])
	assert.Equal(t, float64(champion.Generation), rise[len(rise)-2][0])
	assert.Equal(t, float64(run.State.Generation), rise[len(rise)-1][0])
	assert.InDelta(t, mean, rise[len(rise)-1][1], 1e-9)

	run.Goal.Count = 2 * run.State.Generation
	share, left := goalShare(run)
	assert.Equal(t, 0.5, share)
	assert.InDelta(t, run.Elapsed().Seconds(), left, 1)
	run.Goal = runs.Goal{}
	share, left = goalShare(run)
	assert.Zero(t, share)
	assert.Zero(t, left)
}

// A name that is not that of a listed directory cannot lead to another path.
func TestNoSuchRun(t *testing.T) {
	root := t.TempDir()
	copyRun(t, root, "secret")
	copyRun(t, root, "runs/.hidden")
	s := open(t, Options{Runs: filepath.Join(root, "runs")})
	for _, name := range []string{
		"none", "..", "%2e%2e", "..%2fsecret", "%2e%2e%2fsecret", ".hidden", "%2e", "%00", strings.Repeat("x", 5000),
	} {
		for _, path := range []string{"/api/runs/" + name, "/api/runs/" + name + "/events"} {
			response, text := s.do(s.request(t.Context(), path, ""))
			assert.Contains(t, []int{400, 404}, response.StatusCode, path)
			assert.NotContains(t, text, "generation", path)
		}
	}
	all := s.listed()
	assert.Empty(t, all)

	empty := open(t, Options{Runs: filepath.Join(root, "nothing")})
	assert.Empty(t, empty.listed())
}

// The curves are those of the plots, and the rest is what the commands print.
func TestRunDocument(t *testing.T) {
	dir := t.TempDir()
	run := played(t, tinyRun(t, filepath.Join(dir, "tiny")))
	copyRun(t, dir, "shipped")
	shipped, err := runs.Open("../../runs/reference")
	require.NoError(t, err)
	s := open(t, Options{Runs: dir})
	for name, run := range map[string]*runs.Run{"tiny": run, "shipped": shipped} {
		var got runDocument
		s.ask("/api/runs/"+name, "", &got)
		assertSameJSON(t, plots.RunCharts(run), got.Charts)
		assert.Len(t, got.Charts[1].Curves[0].Line, run.State.Generation)
		require.Len(t, got.Verdicts, len(got.Status.Champion.Reference))
		for i, against := range run.Status().Champion.Reference {
			assert.Equal(t, against.Comparison(), got.Verdicts[i])
		}
		assert.Equal(t, run.Config.Search, got.Search)
		cpu, of := run.CPU()
		assert.Equal(t, cpuTime{cpu, of}, got.CPU)
		assert.Equal(t, report.ListSettings(run), got.Settings)
		for _, setting := range got.Settings {
			assert.NotEmpty(t, setting.Meaning, setting.Name)
			assert.True(t, strings.HasPrefix(setting.Name, setting.Of), setting.Name)
		}
		assert.Equal(t, run.Status().Champion.Reference[0].Score, got.Status.Champion.Reference[0].Score)

		require.Len(t, got.Champions, run.Status().Promotions)
		assert.Nil(t, got.Champions[0].Match, "the first champion was promoted without a match")
		for _, c := range got.Champions[1:] {
			assert.Greater(t, c.Match.Score, 0.5)
		}
		reigning := run.State.CurrentChampion()
		last := got.Champions[len(got.Champions)-1]
		assert.Equal(t, fmt.Sprintf("runs/%s/%d", name, reigning.Generation), last.Player)
		assert.Equal(t, reigning.Reference[0].Result.Score(), last.Ladder[0].Score)
		s.ask("/api/move", `{"game": {"moves": "f5"}, "player": {"name": "`+last.Player+`"}}`, &moveAnswer{})

		assert.Equal(t, run.Config.Turns, got.Weights.Turns)
		require.Len(t, got.Weights.Phases, len(run.Config.Turns))
		require.Len(t, got.Weights.Squares, len(got.Weights.Names))
		for i, squares := range got.Weights.Squares {
			if got.Weights.Names[i] == "table.corner" {
				assert.Equal(t, "X------X"+strings.Repeat("-", 48)+"X------X", squares)
			} else if got.Weights.Names[i] == "possibility.w" {
				assert.Empty(t, squares, "all over the board")
			}
		}
		for _, phase := range got.Weights.Phases {
			assert.Len(t, phase, len(got.Weights.Names))
		}
		named := run.Config.Switch(reigning)
		assert.Equal(t, scale.Of(named).PointsPerDiscByPhase(), got.Weights.PointsPerDisc)
		for i, feature := range got.Weights.Names {
			assert.InDelta(t, named.Phases[0].Get(feature), got.Weights.Phases[0][i], 0)
		}
	}
}

func assertSameJSON(t *testing.T, want, got any) {
	t.Helper()
	assert.Equal(t, quote(want), quote(got))
}

// A run without a finished generation has a document.
func TestRunDocumentBeforeTheFirstGeneration(t *testing.T) {
	dir := t.TempDir()
	tinyRun(t, filepath.Join(dir, "tiny"))
	s := open(t, Options{Runs: dir})
	_, text := s.do(s.request(t.Context(), "/api/runs/tiny", ""))
	var got runDocument
	require.NoError(t, json.Unmarshal([]byte(text), &got))
	assert.True(t, got.Live)
	assert.Nil(t, got.Weights)
	assert.Empty(t, got.Champions)
	assert.Len(t, got.Charts[1].Curves, 3)
	assert.NotContains(t, text, `"line":null`)
	assert.NotContains(t, text, `"champions":null`)
	all := s.listed()
	assert.Nil(t, all[0].Champion)
}

// A client that watches a run is told of its progress to the last generation. The document then has
// the curves of the plots.
func TestLiveRun(t *testing.T) {
	dir := t.TempDir()
	run := tinyRun(t, filepath.Join(dir, "tiny"))
	s := open(t, Options{Runs: dir})
	s.watchers.interval = time.Millisecond
	stream := s.listen(t.Context(), "/api/runs/tiny/events", "")
	first, ok := stream.next()
	require.True(t, ok)
	assert.Equal(t, "progress", first.name)
	assert.Equal(t, "0", first.id)

	var work sync.WaitGroup
	defer work.Wait()
	work.Go(func() {
		_, err := run.Run(context.Background(), fitness.Local{}, runs.Observer{})
		assert.NoError(t, err)
		run.Close()
	})
	last := 0
	for {
		one, ok := stream.next()
		require.True(t, ok)
		var now summary
		require.NoError(t, json.Unmarshal([]byte(one.data), &now))
		assert.Equal(t, one.id, fmt.Sprint(now.Progress.Count))
		assert.GreaterOrEqual(t, now.Progress.Count, last)
		last = now.Progress.Count
		if now.Progress.Count > 0 {
			assert.Positive(t, now.Promotions)
			assert.NotNil(t, now.Champion)
		}
		if now.Progress.Finished && !now.Live {
			break
		}
	}
	assert.Equal(t, 4, last)
	whole, err := runs.Open(filepath.Join(dir, "tiny"))
	require.NoError(t, err)
	var document runDocument
	s.ask("/api/runs/tiny", "", &document)
	assertSameJSON(t, plots.RunCharts(whole), document.Charts)

	// A client that subscribes later is told at once.
	again, ok := s.listen(t.Context(), "/api/runs/tiny/events", "").next()
	require.True(t, ok)
	assert.Equal(t, "4", again.id)

	// The stream ends with the run, maybe after what was read while half of its files were there.
	require.NoError(t, os.RemoveAll(filepath.Join(dir, "tiny")))
	for ok {
		_, ok = stream.next()
	}
}

// A run is read once a second, however many clients watch it, and not at all without clients.
func TestWatchersShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var reads atomic.Int64
		w := &watchers{
			read: func(string) (summary, error) {
				return summary{Name: "run", Progress: runs.Standing{Count: int(reads.Add(1))}}, nil
			},
			interval: time.Second, runs: map[string]*watchedRun{},
		}
		var all []mailbox[summary]
		for range 100 {
			all = append(all, w.subscribe(t.Context(), "run"))
			synctest.Wait()
		}
		for _, news := range all {
			assert.Equal(t, 1, (<-news).Progress.Count, "at once")
		}
		time.Sleep(10*time.Second + time.Millisecond)
		synctest.Wait()
		assert.EqualValues(t, 11, reads.Load())
		for _, news := range all {
			assert.Equal(t, 11, (<-news).Progress.Count, "a slow client misses older states")
			w.unsubscribe("run", news)
		}
		time.Sleep(10 * time.Second)
		synctest.Wait()
		assert.LessOrEqual(t, reads.Load(), int64(12))
		w.mu.Lock()
		defer w.mu.Unlock()
		assert.Empty(t, w.runs)
	})
}

func TestRecentGamesPerSecond(t *testing.T) {
	assert.Zero(t, recentGamesPerSecond(nil))
	slow := runs.Timing{Seconds: 10, Games: 10}
	fast := runs.Timing{Seconds: 1, Games: 500}
	all := []runs.Timing{slow, slow}
	for range 10 {
		all = append(all, fast)
	}
	assert.Equal(t, 500.0, recentGamesPerSecond(all), "only the last ten generations count")
}
