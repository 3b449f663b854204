package web

import (
	"cmp"
	"net/http"
	"path/filepath"
	"slices"
	"time"

	"evothello/fitness"
	"evothello/report"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/search"
	"evothello/ui/lobby"
	"evothello/weights"
)

// The capacities of the caches of runs. A document may take a megabyte, a summary a kilobyte.
const (
	maxRuns      = 1000 // summaries; also the maximum of listed runs
	maxDocuments = 8
)

// A summary is the state of a run, in short.
type summary struct {
	Name           string               `json:"name"`
	Board          string               `json:"board"` // the board's name
	Generation     int                  `json:"generation"`
	Finished       bool                 `json:"finished"`
	Live           bool                 `json:"live"`
	Games          int                  `json:"games"`
	GamesPerSecond float64              `json:"games_per_second"` // in the last generations
	Seconds        float64              `json:"seconds"`
	Promotions     int                  `json:"promotions"`
	Updated        time.Time            `json:"updated"`
	Champion       *runs.ChampionStatus `json:"champion"`
	Rise           plots.Points         `json:"rise"`  // of the champions: generation and mean score on the ladder
	Share          float64              `json:"share"` // of the goal that is reached, 0 without one
	Left           float64              `json:"left"`  // seconds to the goal at this speed, 0 if unknown
	Error          string               `json:"error"`
}

// maxRise is the number of points that show the rise of a run.
const maxRise = 40

// riseOf returns the mean scores of a run's champions on the ladder, the last one also for the last generation.
func riseOf(run *runs.Run) (rise plots.Points) {
	champions := run.State.Champions
	every := 1 + len(champions)/maxRise
	for i := range champions {
		if n := len(champions[i].Ladder); n > 0 && (i%every == 0 || i == len(champions)-1) {
			sum := 0.0
			for _, rung := range champions[i].Ladder {
				sum += rung.Result.Score() / float64(n)
			}
			rise = append(rise, [2]float64{float64(champions[i].Generation), sum})
		}
	}
	if n := len(rise); n > 0 {
		rise = append(rise, [2]float64{float64(run.State.Generation), rise[n-1][1]})
	}
	return rise
}

// goalShare returns the share of a run's goal that is reached, and the seconds that the rest will take.
func goalShare(run *runs.Run) (share, left float64) {
	now := run.Progress()
	if share = min(now.Share(), 1); share > 0 {
		left = now.Elapsed.Seconds() * (1 - share) / share
	}
	return share, left
}

// list answers /api/runs.
func (s *Server) list(*http.Request) ([]summary, error) {
	all := []summary{}
	for _, name := range runs.List(s.Runs) {
		_, updated := runs.Stamp(s.dir(name))
		all = append(all, summary{Name: name, Updated: updated})
	}
	slices.SortFunc(all, func(a, b summary) int {
		return cmp.Or(b.Updated.Compare(a.Updated), cmp.Compare(a.Name, b.Name))
	})
	all = all[:min(len(all), maxRuns)]
	for i := range all {
		read, err := s.summary(all[i].Name)
		if err != nil {
			all[i].Error = err.Error()
			continue
		}
		all[i] = read
	}
	return all, nil
}

// dir returns the directory of a listed run.
func (s *Server) dir(name string) string { return filepath.Join(s.Runs, name) }

// checkListed refuses a name that is not that of a run, so that no request can lead to another path.
func (s *Server) checkListed(name string) error {
	if !slices.Contains(runs.List(s.Runs), name) {
		return refusef(http.StatusNotFound, "there is no run %.100q", name)
	}
	return nil
}

// summary returns the state of a run. It reads the run's files only if they have changed.
func (s *Server) summary(name string) (summary, error) {
	stamp, updated := runs.Stamp(s.dir(name))
	read, err := s.summaries.get(name, stamp, func() (summary, error) {
		run, err := runs.Open(s.dir(name))
		if err != nil {
			return summary{}, err
		}
		status := run.Status()
		share, left := goalShare(run)
		return summary{
			Name: name, Board: run.Config.HomeBoard().Name, Generation: status.Generation, Finished: status.Finished,
			Games: status.Games, GamesPerSecond: recentGamesPerSecond(run.Timings), Seconds: status.Seconds,
			Promotions: status.Promotions, Updated: updated, Champion: status.Champion,
			Rise: riseOf(run), Share: share, Left: left,
		}, nil
	})
	read.Live = runs.InUse(s.dir(name))
	return read, err
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
	Name      string            `json:"name"`
	Board     boardView         `json:"board"`
	Live      bool              `json:"live"`
	Status    runs.Status       `json:"status"`
	Search    search.Settings   `json:"search"`   // in matches against the ladder's opponents
	Verdicts  []runs.Comparison `json:"verdicts"` // on the reigning champion, by opponent
	CPU       cpuTime           `json:"cpu"`
	Settings  []report.Setting  `json:"settings"`
	Curves    plots.Curves      `json:"curves"`
	Effort    effort            `json:"effort"`
	Refused   int               `json:"refused"` // candidates that the gate refused since the last promotion
	Champions []promotion       `json:"champions"`
	Weights   *runWeights       `json:"weights"` // the reigning champion's, null before there is one
}

// An effort is what a run had taken after each generation.
type effort struct {
	Games   []int     `json:"games"`
	Seconds []float64 `json:"seconds"` // of generations that were not timed, those of the one before
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
	Seconds float64 `json:"seconds"` // of CPU
	Of      float64 `json:"of"`      // wall-clock seconds
}

// A promotion is a champion, the match that promoted it, and its ladder results.
type promotion struct {
	Generation int     `json:"generation"`
	Player     string  `json:"player"`
	Match      *score  `json:"match"` // null for the first
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

type runWeights struct {
	Turns  weights.Turns `json:"turns"`
	Names  []string      `json:"names"`
	Phases [][]float64   `json:"phases"` // whole numbers, but for some parameters of programs
}

// document answers /api/runs/NAME.
func (s *Server) document(r *http.Request) (*runDocument, error) {
	name := r.PathValue("name")
	if err := s.checkListed(name); err != nil {
		return nil, err
	}
	stamp, _ := runs.Stamp(s.dir(name))
	read, err := s.documents.get(name, stamp, func() (*runDocument, error) {
		run, err := runs.Open(s.dir(name))
		if err != nil {
			return nil, refuse(http.StatusUnprocessableEntity, err)
		}
		return newRunDocument(name, run), nil
	})
	if err != nil {
		return nil, err
	}
	now := *read
	now.Live = runs.InUse(s.dir(name))
	return &now, nil
}

func newRunDocument(name string, run *runs.Run) *runDocument {
	d := &runDocument{
		Name: name, Board: newBoardView(run.Config.HomeBoard()), Status: run.Status(), Search: run.Config.Search,
		Verdicts: []runs.Comparison{}, Settings: report.ListSettings(run), Curves: plots.CurvesOf(run), Effort: effortOf(run),
		Champions: []promotion{},
	}
	d.CPU.Seconds, d.CPU.Of = run.CPU()
	if refused := runs.Refused(run.History); len(refused) > 0 {
		d.Refused = refused[len(refused)-1]
	}
	if d.Status.Champion != nil {
		for _, rung := range d.Status.Champion.Ladder {
			d.Verdicts = append(d.Verdicts, rung.Comparison())
		}
	}
	for i := range run.State.Champions {
		c := &run.State.Champions[i]
		p := promotion{Generation: c.Generation, Player: lobby.Player(name, c.Generation), Ladder: []score{}}
		if c.Gate.Pairs() > 0 {
			match := newScore("", c.Gate)
			p.Match = &match
		}
		for _, rung := range c.Ladder {
			p.Ladder = append(p.Ladder, newScore(rung.Opponent, rung.Result))
		}
		d.Champions = append(d.Champions, p)
	}
	d.Weights = weightsOf(run)
	return d
}

// weightsOf returns the weights of the reigning champion that the run evolves, or nil if there is
// no champion.
func weightsOf(run *runs.Run) *runWeights {
	champion := run.State.CurrentChampion()
	if champion == nil {
		return nil
	}
	w := &runWeights{Turns: run.Config.LastMoves(), Names: []string{}, Phases: make([][]float64, len(champion.Phases))}
	for _, p := range run.Config.Parameters {
		if w.Names = append(w.Names, p.Name); len(w.Phases) == 0 {
			w.Phases = [][]float64{{}}
		}
		w.Phases[0] = append(w.Phases[0], champion.Parameters[p.Name])
	}
	for _, scorer := range run.Config.EvolvingScorers() {
		if scorer.Sparse && len(scorer.Features) > 1 {
			continue // too many weights to list: the page draws disc values on the board instead
		}
		for _, feature := range scorer.Features {
			w.Names = append(w.Names, feature.Name)
			for phase, weights := range champion.Phases {
				w.Phases[phase] = append(w.Phases[phase], float64(weights.Get(feature.Name)))
			}
		}
	}
	return w
}
