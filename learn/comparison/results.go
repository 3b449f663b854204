package comparison

import (
	"cmp"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"

	"evothello/fitness"
	"evothello/internal/called"
	"evothello/internal/files"
)

// Results are the results of a comparison, the content of results.json. All intervals are 95 % confidence intervals.
type Results struct {
	Seeds     []uint64     `json:"seeds"`
	Pairs     int          `json:"pairs"` // of games in each match
	Depth     int          `json:"depth"`
	Endgame   int          `json:"endgame"`
	Budgets   []float64    `json:"budgets,omitempty"` // CPU seconds after which champions were measured
	Opponents []Opponent   `json:"opponents"`
	Settings  []Outcome    `json:"settings"`    // the highest Elo first
	Compared  []Difference `json:"comparisons"` // of each pair of settings, with the higher Elo in A
	Runs      []RunResult  `json:"runs"`
}

// A Measure is a mean over seeds, and half the width of its interval.
type Measure struct {
	Mean  float64 `json:"mean"`
	Error float64 `json:"error"`
}

// A Score is a mean score over seeds and its interval, all 0…1.
type Score struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// LeastSeeds is the least number of seeds for a useful interval. With two seeds, Student's t makes the interval 12.7
// standard errors wide on each side.
const LeastSeeds = 3

// Sure reports whether there are enough seeds for useful intervals.
func (r *Results) Sure() bool { return len(r.Seeds) >= LeastSeeds }

// An Opponent is a reference opponent with its Elo, on the same scale as Outcome.Elo.
type Opponent struct {
	Name string  `json:"name"`
	Elo  float64 `json:"elo"`
}

// An Outcome is the results of one setting.
type Outcome struct {
	Name   string  `json:"name"`
	Kind   string  `json:"kind,omitempty"` // as in Setting
	Elo    Measure `json:"elo"`            // 0 is the mean of all settings' champions
	Scores []Score `json:"scores"`         // of the champions against each opponent
	Curve  []Point `json:"curve"`          // in order of effort; the last point is the end of the runs
	// Move is the mean CPU time per move of the setting's champions in seconds, 0 if it was not measured.
	Move float64 `json:"cpu_seconds_a_move,omitempty"`
}

// A Point is the results of a setting after a share of the runs' effort, or after a budget. Generations, Games and CPU
// are means over seeds.
type Point struct {
	Generations float64 `json:"generations"`
	Games       float64 `json:"games"`
	CPU         float64 `json:"cpu_seconds"`
	Score       Score   `json:"score"` // score of the champions at that time, mean over all opponents
}

// A Difference is the Elo of setting A minus the Elo of setting B: the mean over seeds of the difference between the
// champions with the same seed.
type Difference struct {
	A   string  `json:"a"`
	B   string  `json:"b"`
	Elo Measure `json:"elo"`
	// Probability is the probability, 0…1, that A is the better setting. It is nil with fewer than LeastSeeds seeds.
	Probability *float64 `json:"probability"`
}

// A RunResult is the results of one run.
type RunResult struct {
	Setting string        `json:"setting"`
	Seed    uint64        `json:"seed"`
	Dir     string        `json:"dir"` // path in the comparison's directory
	Elo     float64       `json:"elo"` // of the last champion
	Stages  []StageResult `json:"stages"`
}

// A StageResult is the results of a run after a share of its effort or a budget. Its champion is the run's champion at
// that time.
type StageResult struct {
	Generation int       `json:"generation"`
	Games      int       `json:"games"`
	CPU        float64   `json:"cpu_seconds"`
	Champion   int       `json:"champion"` // generation of the champion's promotion
	Scores     []float64 `json:"scores"`   // of the champion against each opponent
}

// Results computes the results from all games.
func (c *Comparison) Results(f *Field) *Results {
	a, settings := c.analyse(f), len(c.Config.Settings)
	last := func(setting, seed int) int { // the entrant at the end of a run
		stages := f.stages[seed*settings+setting]
		return stages[len(stages)-1].entrant
	}
	r := &Results{Seeds: c.Config.Seeds, Pairs: c.Config.Pairs, Depth: c.Config.Depth, Endgame: c.Config.Endgame}
	for _, budget := range c.Config.Budgets {
		r.Budgets = append(r.Budgets, budget.Seconds())
	}
	for i, name := range c.Config.Opponents {
		r.Opponents = append(r.Opponents, Opponent{name, a.whole.elo[i]})
	}
	index := map[string]int{}
	for i, s := range c.Config.Settings {
		index[s.Name] = i
		o := Outcome{Name: s.Name, Kind: s.Kind}
		o.Elo = a.over(func(s *sample, seed int) float64 { return s.elo[last(i, seed)] })
		for opponent := range c.Config.Opponents {
			o.Scores = append(o.Scores, a.score(func(s *sample, seed int) float64 { return s.scores[last(i, seed)][opponent] }))
		}
		if f.moves != nil {
			o.Move = f.moves[i]
		}
		for k := range f.stages[i] {
			var stages []stage
			for seed := range c.Config.Seeds {
				stages = append(stages, f.stages[seed*settings+i][k])
			}
			o.Curve = append(o.Curve, point(a, stages))
		}
		r.Settings = append(r.Settings, o)
	}
	slices.SortStableFunc(r.Settings, func(x, y Outcome) int { return cmp.Compare(y.Elo.Mean, x.Elo.Mean) })
	for i, x := range r.Settings {
		for _, y := range r.Settings[i+1:] {
			d := Difference{A: x.Name, B: y.Name}
			d.Elo, d.Probability = a.between(func(s *sample, seed int) float64 {
				return s.elo[last(index[x.Name], seed)] - s.elo[last(index[y.Name], seed)]
			})
			r.Compared = append(r.Compared, d)
		}
	}
	for _, stages := range f.stages {
		r.Runs = append(r.Runs, c.runResult(a, stages))
	}
	return r
}

// point is a setting at a share of the effort: the stages of its runs, by seed.
func point(a *analysis, stages []stage) (p Point) {
	n := float64(len(stages))
	for _, s := range stages {
		p.Generations += float64(s.round) / n
		p.Games += float64(s.games) / n
		p.CPU += s.cpu / n
	}
	p.Score = a.score(func(s *sample, seed int) float64 {
		mean, _ := fitness.Mean(s.scores[stages[seed].entrant])
		return mean
	})
	return p
}

func (c *Comparison) runResult(a *analysis, stages []stage) RunResult {
	run, last := stages[0].run, stages[len(stages)-1]
	r := RunResult{Setting: c.Config.Settings[run.setting].Name, Seed: run.seed, Dir: filepath.ToSlash(run.name),
		Elo: a.whole.elo[last.entrant]}
	for _, s := range stages {
		r.Stages = append(r.Stages, StageResult{Generation: s.round, Games: s.games, CPU: s.cpu,
			Champion: s.champion, Scores: a.whole.scores[s.entrant]})
	}
	return r
}

// Probability returns the probability, 0…1, that setting i of Settings is better than setting j, nil if it is unknown.
func (r *Results) Probability(i, j int) *float64 {
	for _, d := range r.Compared {
		switch {
		case d.Probability == nil:
		case d.A == r.Settings[i].Name && d.B == r.Settings[j].Name:
			return d.Probability
		case d.B == r.Settings[i].Name && d.A == r.Settings[j].Name:
			p := 1 - *d.Probability
			return &p
		}
	}
	return nil
}

// ReadResults reads the results of a finished comparison.
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

// WriteResults writes the results into the comparison's directory: results.json, compare.csv and outcomes.csv.
func (c *Comparison) WriteResults(r *Results) error {
	return c.WriteAll(map[string][]byte{
		resultsFile: files.EncodeSummed(r), tableFile: r.csv(), outcomesFile: r.outcomesCSV(),
	})
}

// csv returns compare.csv, with a line for each stage of each run.
func (r *Results) csv() []byte {
	header := []string{"setting", "seed", "generation", "games", "cpu_seconds", "champion"}
	for _, o := range r.Opponents {
		header = append(header, o.Name)
	}
	rows := [][]string{append(header, "elo")}
	for _, run := range r.Runs {
		for i, s := range run.Stages {
			row := []string{run.Setting, strconv.FormatUint(run.Seed, 10), strconv.Itoa(s.Generation), strconv.Itoa(s.Games),
				strconv.FormatFloat(s.CPU, 'f', 3, 64), strconv.Itoa(s.Champion)}
			for _, score := range s.Scores {
				row = append(row, files.Decimals(score))
			}
			elo := "" // only of the last
			if i == len(run.Stages)-1 {
				elo = strconv.FormatFloat(run.Elo, 'f', 1, 64)
			}
			rows = append(rows, append(row, elo))
		}
	}
	return files.CSV(rows...)
}

// outcomesCSV returns outcomes.csv, with a line for each setting, the highest Elo first. The last columns are the
// probabilities that the line's setting is better than the column's.
func (r *Results) outcomesCSV() []byte {
	header := []string{"setting", "elo", "elo_error"}
	for _, o := range r.Opponents {
		header = append(header, o.Name, o.Name+" low", o.Name+" high")
	}
	if r.Budgets != nil {
		header = append(header, "cpu_seconds_a_move")
	}
	for _, s := range r.Settings {
		header = append(header, "better than "+s.Name)
	}
	rows := [][]string{header}
	for i, s := range r.Settings {
		row := []string{s.Name, strconv.FormatFloat(s.Elo.Mean, 'f', 1, 64), strconv.FormatFloat(s.Elo.Error, 'f', 1, 64)}
		for _, score := range s.Scores {
			row = append(row, files.Decimals(score.Mean), files.Decimals(score.Low), files.Decimals(score.High))
		}
		if r.Budgets != nil {
			row = append(row, strconv.FormatFloat(s.Move, 'f', 9, 64))
		}
		for j := range r.Settings {
			probability := ""
			if p := r.Probability(i, j); p != nil {
				probability = files.Decimals(*p)
			}
			row = append(row, probability)
		}
		rows = append(rows, row)
	}
	return files.CSV(rows...)
}
