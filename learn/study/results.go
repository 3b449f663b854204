package study

import (
	"fmt"
	"math"
	"strconv"

	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/runs/tournament"
)

// Results are the results of a study, the content of results.json.
type Results struct {
	Build            string            `json:"build"`
	Seeds            int               `json:"seeds"`
	Pairs            int               `json:"pairs"`    // of each player against each anchor
	Training         []Curve           `json:"training"` // strength by training budget
	Thinking         []Curve           `json:"thinking"` // strength by depth at the last budget, Baseline first
	EquivalentDepths []EquivalentDepth `json:"meetings"`
	Missing          []string          `json:"missing,omitempty"` // stages without a player
	Players          []RatedPlayer     `json:"players"`
}

// A Curve is the strength of a method's players by training budget or by search depth.
type Curve struct {
	Method string  `json:"method"`
	Depth  int     `json:"depth,omitempty"` // of all points; 0 without search, or if points differ
	Points []Point `json:"points"`
}

// A Point is the mean of a method's players over seeds.
type Point struct {
	Budget         float64 `json:"budget,omitempty"`         // of training, in seconds
	CPU            float64 `json:"cpu_seconds,omitempty"`    // CPU time of training, the geometric mean
	Depth          int     `json:"depth,omitempty"`          // 0 without search
	SecondsPerMove float64 `json:"seconds_a_move,omitempty"` // CPU time per move
	Elo            float64 `json:"elo"`                      // above the player random
	PlusMinus      float64 `json:"elo_error"`                // half the width of the 95 % interval
	Seeds          int     `json:"seeds,omitempty"`          // number of seeds with a player
}

// An EquivalentDepth is the search depth at which Baseline is as strong as a player that does not search.
type EquivalentDepth struct {
	Method string  `json:"method"`
	Depth  float64 `json:"depth"` // interpolated by rating; the nearest depth if it is out of range
	// Beyond is −1 if Baseline is stronger even at its least depth, and 1 if it is weaker at its largest.
	Beyond int `json:"beyond,omitempty"`
}

// A RatedPlayer is a measured player with its rating.
type RatedPlayer struct {
	Player string  `json:"player"`
	Method string  `json:"method,omitempty"`
	Seed   int     `json:"seed,omitempty"`
	Budget float64 `json:"budget,omitempty"`
	CPU    float64 `json:"cpu_seconds,omitempty"` // of training
	Depth  int     `json:"depth,omitempty"`
	Move   float64 `json:"seconds_a_move,omitempty"`
	Elo    float64 `json:"elo"` // above the player random
	Error  float64 `json:"elo_error"`
}

// Results computes the results of the study from the games and the measured times per move.
func (s *Study) Results(games *Games) *Results {
	r := &Results{Build: s.Config.Build, Seeds: s.Config.Seeds, Pairs: s.Config.Pairs}
	ratings := tournament.Rate(len(games.players), games.duels)
	for i, p := range games.players {
		one := RatedPlayer{
			Player: p.name, Depth: p.depth, Move: s.paces[p.sum],
			Elo: ratings[i].Elo - ratings[0].Elo, Error: ratings[i].PlusMinus,
		}
		if p.method != nil {
			t := training{p.method, p.seed}
			one.Method, one.Seed, one.Budget = p.method.Name, p.seed, s.Config.Budgets[p.budget].Seconds()
			one.CPU = s.finished(t)[p.budget].CPU
		}
		r.Players = append(r.Players, one)
	}
	r.Thinking = []Curve{r.baseline()}
	for _, name := range s.Config.Methods {
		m, _ := named(name) // the configuration is valid
		each, last := []int{0}, []int{0}
		if m.searches {
			each, last = depthsOfEach, depthsOfLast
		}
		for _, depth := range each {
			r.Training = add(r.Training, Curve{Method: name, Depth: depth, Points: s.byBudget(r, name, depth)})
		}
		thinking := Curve{Method: name, Points: s.byDepth(r, name, last)}
		r.Thinking = add(r.Thinking, thinking)
		if !m.searches && len(thinking.Points) > 0 {
			r.EquivalentDepths = append(r.EquivalentDepths, meeting(r.Thinking[0].Points, name, thinking.Points[0].Elo))
		}
	}
	for _, t := range s.trainings() {
		for i, stage := range s.finished(t) {
			if stage.Player == "" {
				r.Missing = append(r.Missing, t.stageName(s.Config.Budgets[i]))
			}
		}
	}
	return r
}

// add adds a curve if it has points.
func add(curves []Curve, c Curve) []Curve {
	if len(c.Points) == 0 {
		return curves
	}
	return append(curves, c)
}

// baseline returns the strength of Baseline by depth.
func (r *Results) baseline() Curve {
	c := Curve{Method: Baseline}
	for _, depth := range depthsOfBase {
		for _, one := range r.Players {
			if one.Method == "" && one.Depth == depth {
				c.Points = append(c.Points, Point{Depth: depth, SecondsPerMove: one.Move, Elo: one.Elo, PlusMinus: one.Error})
			}
		}
	}
	return c
}

// byBudget returns the strength of a method's players with a depth, by budget.
func (s *Study) byBudget(r *Results, method string, depth int) (points []Point) {
	for _, budget := range s.Config.Budgets {
		if p, any := r.mean(method, budget.Seconds(), depth); any {
			p.Depth, p.SecondsPerMove = 0, 0
			points = append(points, p)
		}
	}
	return points
}

// byDepth returns the strength of a method's players at the last budget, by depth.
func (s *Study) byDepth(r *Results, method string, depths []int) (points []Point) {
	last := s.Config.Budgets[len(s.Config.Budgets)-1].Seconds()
	for _, depth := range depths {
		if p, any := r.mean(method, last, depth); any {
			points = append(points, p)
		}
	}
	return points
}

// mean returns the mean of the players of a method with a budget and a depth. Its interval is Student's t
// interval over seeds, or the interval of the ratings if that is wider or there is one seed.
func (r *Results) mean(method string, budget float64, depth int) (p Point, any bool) {
	var elos []float64
	var logs, squares float64
	p = Point{Budget: budget, Depth: depth}
	for _, one := range r.Players {
		if one.Method != method || one.Budget != budget || one.Depth != depth {
			continue
		}
		elos = append(elos, one.Elo)
		logs += math.Log(one.CPU)
		squares += one.Error * one.Error
		p.SecondsPerMove = max(p.SecondsPerMove, one.Move) // only one player of a method is timed
	}
	n := float64(len(elos))
	if n == 0 {
		return p, false
	}
	elo, stdErr := tournament.Mean(elos)
	p.Seeds, p.Elo, p.CPU, p.PlusMinus = len(elos), elo, math.Exp(logs/n), math.Sqrt(squares)/n
	if n > 1 {
		p.PlusMinus = max(p.PlusMinus, tournament.Student(len(elos)).Quantile(0.975)*stdErr)
	}
	return p, true
}

// meeting interpolates the depth at which the baseline has a rating.
func meeting(baseline []Point, method string, elo float64) EquivalentDepth {
	first, last := baseline[0], baseline[len(baseline)-1]
	if elo < first.Elo {
		return EquivalentDepth{Method: method, Depth: float64(first.Depth), Beyond: -1}
	}
	for i, above := range baseline[1:] {
		if below := baseline[i]; elo >= below.Elo && elo <= above.Elo {
			share := (elo - below.Elo) / max(above.Elo-below.Elo, 1e-9)
			return EquivalentDepth{Method: method, Depth: float64(below.Depth) + share*float64(above.Depth-below.Depth)}
		}
	}
	return EquivalentDepth{Method: method, Depth: float64(last.Depth), Beyond: 1}
}

// ReadResults reads the results of a finished study.
func ReadResults(dir *files.Dir) (*Results, error) {
	data, err := dir.Read(resultsFile, files.MaxGames)
	if err != nil {
		return nil, err
	}
	var r Results
	if err := files.DecodeJSON(data, Schema, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", dir.Path(resultsFile), files.Advise(err,
			fmt.Sprintf("`%s` makes it again", called.Evolve("resume", dir.Path()))))
	}
	return &r, nil
}

// WriteResults writes the results into the study's directory: results.json and study.csv.
func (s *Study) WriteResults(r *Results) error {
	return s.WriteAll(map[string][]byte{resultsFile: files.EncodeSummed(r), tableFile: r.csv()})
}

// csv returns study.csv, with a line for each player.
func (r *Results) csv() []byte {
	rows := [][]string{{
		"player", "method", "seed", "budget_seconds", "cpu_seconds", "depth", "seconds_a_move", "elo", "elo_error",
	}}
	number := func(v float64, decimals int) string {
		if v == 0 {
			return ""
		}
		return strconv.FormatFloat(v, 'f', decimals, 64)
	}
	for _, p := range r.Players {
		rows = append(rows, []string{
			p.Player, p.Method, number(float64(p.Seed), 0),
			number(p.Budget, -1), number(p.CPU, 2), number(float64(p.Depth), 0),
			number(p.Move, 9), fmt.Sprintf("%.1f", p.Elo), fmt.Sprintf("%.1f", p.Error),
		})
	}
	return files.CSV(rows...)
}
