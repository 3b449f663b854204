package analysis

import (
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/weights"
)

// An Explanation says how weights value a position: what evolve explain prints, and its
// JSON. All its numbers are black minus white.
type Explanation struct {
	Board   string         `json:"board"`
	Side    string         `json:"side"`
	Phase   int            `json:"phase"` // from 1
	Weights map[string]int `json:"weights"`
	Valuation
	Moves []MoveValuation `json:"moves,omitzero"` // best first, nil unless asked for
}

// A Valuation is a position's features and what they add up to.
type Valuation struct {
	Features map[string]int `json:"features"`
	Tables   *Tables        `json:"tables,omitempty"` // nil where no weights count learnt tables
	Score    int            `json:"score"`
	Discs    *float64       `json:"discs,omitempty"`  // that the score is worth, if InDiscs could tell
	Result   *int           `json:"result,omitempty"` // of a finished game, in discs
	worth    int            // the score, or that of a finished game, which outweighs it
}

// Tables say what the count of learnt tables consists of.
type Tables struct {
	Discs [2]int                    `json:"discs"` // on the board, least and most, in the stage whose tables count
	Parts map[string]map[string]int `json:"parts"` // by group and name of patterns: they add up to the count
}

// Group is what a group of patterns adds to the count.
func (t *Tables) Group(name string) (count int) {
	for _, part := range t.Parts[name] {
		count += part
	}
	return count
}

// Groups are the groups of patterns that count, in the order of patterns.Groups.
func (t *Tables) Groups() (names []string) {
	for _, name := range patterns.Groups {
		if t.Parts[name] != nil {
			names = append(names, name)
		}
	}
	return names
}

// A MoveValuation values the position after a move.
type MoveValuation struct {
	Move string `json:"move"`
	Valuation
}

// A Contribution is what a scorer adds to a score, or a group of learnt patterns: those are
// called patterns.edges, patterns.corners and so on.
type Contribution struct {
	Scorer string `json:"scorer"`
	Points int    `json:"points"`
}

// Contributions are those of the scorers that the explanation's weights use, to the
// score of the position or of one after a move. They add up to it.
func (e *Explanation) Contributions(v *Valuation) []Contribution {
	all := []Contribution{}
	for _, s := range evaluators.Scorers {
		if s.Name == evaluators.PatternsScorer && v.Tables != nil {
			for _, group := range v.Tables.Groups() {
				all = append(all, Contribution{s.Name + "." + group, e.Weights[evaluators.PatternsWeight] * v.Tables.Group(group)})
			}
			continue
		}
		used, points := false, 0
		for _, f := range s.Features {
			used = used || e.Weights[f.Name] != 0
			points += e.Weights[f.Name] * v.Features[f.Name]
		}
		if used {
			all = append(all, Contribution{s.Name, points})
		}
	}
	return all
}

// Explain values a position and, if asked, those after its legal moves, with the
// weights of the phase that the position is in.
func Explain(s *weights.Switch, p engine.Position, moves bool) *Explanation {
	w := s.At(p.Board)
	e := &Explanation{
		Board: p.Squares(), Side: p.Side.Letter(), Phase: s.Phase(p.Board) + 1,
		Weights: byName(*w), Valuation: valuation(s, w, p),
	}
	if !moves {
		return e
	}
	e.Moves = []MoveValuation{}
	for move := range engine.SquaresOf(p.Moves()) {
		e.Moves = append(e.Moves, MoveValuation{move.String(), valuation(s, w, p.Play(move))})
	}
	slices.SortStableFunc(e.Moves, func(a, b MoveValuation) int {
		if p.Side == engine.White {
			a, b = b, a
		}
		return b.worth - a.worth
	})
	return e
}

// valuation values a position with the weights of a Switch that those before it have.
func valuation(s *weights.Switch, w *evaluators.Weights, p engine.Position) Valuation {
	counts := s.Count(p)
	v := Valuation{Features: byName(counts), Score: w.Score(counts)}
	if w.UsesTables() {
		v.Tables = tablesOf(s.Learnt(), p)
	}
	v.worth = v.Score
	if p.Over() {
		black := p.Board
		if p.Side == engine.White {
			black = black.Swap()
		}
		result := black.FinalDiff()
		v.Result, v.worth = &result, int(evaluators.Finished(black))
	}
	return v
}

// tablesOf says what learnt tables count in a position, black minus white.
func tablesOf(learnt *patterns.Tables, p engine.Position) *Tables {
	own, opp := p.Sets()
	stage := learnt.Stage(p.Discs())
	t := &Tables{Discs: [2]int{1, learnt.Stages[stage].Discs}, Parts: map[string]map[string]int{}}
	if stage > 0 {
		t.Discs[0] = learnt.Stages[stage-1].Discs + 1
	}
	ownMoves, oppMoves := engine.Mobilities(own, opp)
	for _, part := range learnt.Parts(own, opp, ownMoves, oppMoves) {
		if p.Side == engine.White {
			part.Points = -part.Points
		}
		if t.Parts[part.Group] == nil {
			t.Parts[part.Group] = map[string]int{}
		}
		t.Parts[part.Group][part.Name] = part.Points
	}
	return t
}

// byName maps the names of the features to the numbers that belong to them, those of sparse
// scorers only where they are not 0.
func byName(numbers [evaluators.NumFeatures]int) map[string]int {
	named := make(map[string]int, len(numbers))
	for _, s := range evaluators.Scorers {
		for _, f := range s.Features {
			if i, _ := evaluators.Index(f.Name); !s.Sparse || numbers[i] != 0 {
				named[f.Name] = numbers[i]
			}
		}
	}
	return named
}
