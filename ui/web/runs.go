//go:build !js

package web

import (
	"net/http"
	"path/filepath"
	"time"

	"evothello/fitness"
	"evothello/report"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/search"
	"evothello/ui/playerlist"
)

// The capacities of the caches of runs. A document may take a megabyte, a summary a kilobyte.
const (
	maxRuns      = 1000 // summaries; also the maximum of listed runs
	maxDocuments = 8
	maxCounted   = 100 // scorers, each on a board
)

// A summary is the state of a directory, in short. Only runs have a board, games, promotions and a champion.
type summary struct {
	Kind           string               `json:"kind"`
	Name           string               `json:"name"`
	Board          string               `json:"board"` // name of the board
	Progress       runs.Standing        `json:"progress"`
	Live           bool                 `json:"live"`
	Games          int                  `json:"games"`
	GamesPerSecond float64              `json:"games_per_second"` // average of the last ten generations
	Promotions     int                  `json:"promotions"`
	Updated        time.Time            `json:"updated"`
	Champion       *runs.ChampionStatus `json:"champion"`
	Rise           plots.Points         `json:"rise"`  // mean reference score by generation or round
	Share          float64              `json:"share"` // share of the goal that is reached, 0 without a goal
	Left           float64              `json:"left"`  // estimated seconds to the goal, 0 if unknown
	Error          string               `json:"error"`
}

// maxRise is the number of points that show the rise of a run.
const maxRise = 40

// riseOf returns the mean scores of a run's champions on the ladder. The last score also counts for the last
// generation.
func riseOf(run *runs.Run) (rise plots.Points) {
	champions := run.State.Champions
	every := 1 + len(champions)/maxRise
	for i := range champions {
		if n := len(champions[i].Reference); n > 0 && (i%every == 0 || i == len(champions)-1) {
			sum := 0.0
			for _, against := range champions[i].Reference {
				sum += against.Result.Score() / float64(n)
			}
			rise = append(rise, [2]float64{float64(champions[i].Generation), sum})
		}
	}
	if n := len(rise); n > 0 {
		rise = append(rise, [2]float64{float64(run.State.Generation), rise[n-1][1]})
	}
	return rise
}

// goalShare returns the share of a run's goal that is reached, and the estimated seconds until the goal.
func goalShare(run *runs.Run) (share, left float64) {
	now := run.Progress()
	if share = min(now.Share(), 1); share > 0 {
		left = now.Elapsed.Seconds() * (1 - share) / share
	}
	return share, left
}

// riseOfScores returns the mean scores of the chart of scores, if there is one.
func riseOfScores(charts []plots.Chart) (rise plots.Points) {
	if len(charts) == 0 || charts[0].Name != plots.ScoresName {
		return nil
	}
	curves := charts[0].Curves
	every := 1 + len(curves[0].Line)/maxRise
	for i := range curves[0].Line {
		if i%every != 0 && i < len(curves[0].Line)-1 {
			continue
		}
		point := [2]float64{curves[0].Line[i][0], 0}
		for _, c := range curves {
			if i < len(c.Line) {
				point[1] += c.Line[i][1] / float64(len(curves))
			}
		}
		rise = append(rise, point)
	}
	return rise
}

// dir returns the directory of a listed run.
func (s *Server) dir(name string) string { return filepath.Join(s.Runs, name) }

// summary returns the state of a directory. It reads the directory's files only if they have changed.
func (s *Server) summary(name string) (summary, error) {
	kind, err := s.kindOf(name)
	if err != nil {
		return summary{}, err
	}
	return s.summaryOf(kind, name)
}

func (s *Server) summaryOf(kind *runs.Kind, name string) (summary, error) {
	stamp, updated := s.stamp(kind, name)
	read, err := s.summaries.get(name, stamp, func() (read summary, err error) {
		if kind.Format == &runs.Evolution {
			read, err = s.summaryOfRun(name)
		} else {
			read, err = s.summaryOfOther(kind, name)
		}
		read.Kind, read.Name, read.Updated = kind.Name(), name, updated
		return read, err
	})
	read.Live = runs.InUse(s.dir(name))
	return read, err
}

func (s *Server) summaryOfRun(name string) (summary, error) {
	run, err := runs.Open(s.dir(name))
	if err != nil {
		return summary{}, err
	}
	status := run.Status()
	share, left := goalShare(run)
	return summary{
		Board: newBoardView(run.Config.HomeBoard()).Name, Progress: runs.StandingOf(run),
		Games: status.Games, GamesPerSecond: recentGamesPerSecond(run.Timings),
		Promotions: status.Promotions, Champion: status.Champion,
		Rise: riseOf(run), Share: share, Left: left,
	}, nil
}

func (s *Server) summaryOfOther(kind *runs.Kind, name string) (summary, error) {
	v, err := s.directory(kind, name)
	if err != nil {
		return summary{}, err
	}
	of := summary{Progress: v.Progress, Rise: riseOfScores(v.Charts)}
	if p := v.Progress; p.Goal > 0 {
		of.Share = min(float64(p.Count)/float64(p.Goal), 1)
	}
	if of.Share > 0 {
		of.Left = v.Progress.Seconds * (1 - of.Share) / of.Share
	}
	return of, nil
}

// recentGamesPerSecond returns the games per second of the last ten generations.
func recentGamesPerSecond(timings []runs.Timing) float64 {
	games, seconds := 0, 0.0
	for _, t := range timings[max(0, len(timings)-10):] {
		games += t.Games
		seconds += t.Seconds
	}
	return fitness.GamesPerSecond(games, seconds)
}

// A runDocument holds everything that the page shows of a run.
type runDocument struct {
	directoryView
	Board     boardView         `json:"board"`
	Status    runs.Status       `json:"status"`
	Search    search.Settings   `json:"search"`   // search in matches against the reference opponents
	Verdicts  []runs.Comparison `json:"verdicts"` // comparison of the current champion with each opponent
	CPU       cpuTime           `json:"cpu"`
	Settings  []report.Setting  `json:"settings"`
	Effort    effort            `json:"effort"`
	Refused   int               `json:"refused"` // number of candidates that the gate refused since the last promotion
	Champions []promotion       `json:"champions"`
	Weights   *runWeights       `json:"weights"` // weights of the current champion, null before there is one
}

// An effort is the total cost of a run after each generation.
type effort struct {
	Games   []int     `json:"games"`
	Seconds []float64 `json:"seconds"` // total after each generation; generations without timings add 0
}

func effortOf(run *runs.Run) effort {
	e := effort{make([]int, len(run.History)), make([]float64, len(run.History))}
	games, seconds, times := 0, 0.0, map[int]float64{}
	for _, t := range run.Timings {
		times[t.Round] += t.Seconds
	}
	for i, row := range run.History {
		games += row.Games
		seconds += times[row.Generation]
		e.Games[i], e.Seconds[i] = games, seconds
	}
	return e
}

// A cpuTime is the CPU time of a run on this machine, over the generations that were timed.
type cpuTime struct {
	Seconds float64 `json:"seconds"` // CPU seconds
	Of      float64 `json:"of"`      // wall-clock seconds of the same generations
}

// A promotion is a champion, the match that promoted it, and its scores against the reference opponents.
type promotion struct {
	Generation int     `json:"generation"`
	Player     string  `json:"player"`
	Match      *score  `json:"match"` // null for the first champion
	Ladder     []score `json:"ladder"`
}

// A score is a share of games with its 95 % interval.
type score struct {
	Opponent string  `json:"opponent,omitempty"`
	Pairs    int     `json:"pairs"`
	Score    float64 `json:"score"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

func newScore(opponent string, n fitness.Pentanomial) score {
	low, high := n.Interval()
	return score{opponent, n.Pairs(), n.Score(), low, high}
}

// document answers /api/runs/NAME.
func (s *Server) document(r *http.Request) (any, error) {
	name := r.PathValue("name")
	kind, err := s.kindOf(name)
	if err != nil {
		return nil, err
	}
	stamp, _ := s.stamp(kind, name)
	if kind.Format != &runs.Evolution {
		read, err := s.directories.get(name, stamp, func() (*directoryView, error) { return s.directory(kind, name) })
		if err != nil {
			return nil, refuse(http.StatusUnprocessableEntity, err)
		}
		now := *read
		now.Live = runs.InUse(s.dir(name))
		return &now, nil
	}
	read, err := s.documents.get(name, stamp, func() (*runDocument, error) { return s.newRunDocument(kind, name) })
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, err)
	}
	now := *read
	now.Live = runs.InUse(s.dir(name))
	return &now, nil
}

func (s *Server) newRunDocument(kind *runs.Kind, name string) (*runDocument, error) {
	run, err := runs.Open(s.dir(name))
	if err != nil {
		return nil, err
	}
	view, err := s.newDirectoryView(kind, name, runs.StandingOf(run))
	if err != nil {
		return nil, err
	}
	view.Charts = plots.RunCharts(run)
	d := &runDocument{
		directoryView: *view, Board: newBoardView(run.Config.HomeBoard()), Status: run.Status(), Search: run.Config.Search,
		Verdicts: []runs.Comparison{}, Settings: report.ListSettings(run), Effort: effortOf(run), Champions: []promotion{},
	}
	d.CPU.Seconds, d.CPU.Of = run.CPU()
	if refused := runs.Refused(run.History); len(refused) > 0 {
		d.Refused = refused[len(refused)-1]
	}
	if d.Status.Champion != nil {
		for _, against := range d.Status.Champion.Reference {
			d.Verdicts = append(d.Verdicts, against.Comparison())
		}
	}
	for i := range run.State.Champions {
		c := &run.State.Champions[i]
		if c.Generation == 0 { // the start, which was not promoted
			continue
		}
		p := promotion{Generation: c.Generation, Player: playerlist.Player(name, c.Generation), Ladder: []score{}}
		if c.Gate.Pairs() > 0 {
			match := newScore("", c.Gate)
			p.Match = &match
		}
		for _, against := range c.Reference {
			p.Ladder = append(p.Ladder, newScore(against.Opponent, against.Result))
		}
		d.Champions = append(d.Champions, p)
	}
	d.Weights = s.weightsOf(run)
	return d, nil
}
