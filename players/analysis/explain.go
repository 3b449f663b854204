package analysis

import (
	"slices"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/weights"
	"evothello/weights/scale"
)

// An Explanation is the score of a position with all its parts, which evolve explain prints. All numbers
// are Black's minus White's.
type Explanation struct {
	Board   string         `json:"board"`
	Side    string         `json:"side"`
	Phase   int            `json:"phase"` // from 1
	Weights map[string]int `json:"weights"`
	PositionScore
	Moves []MoveScore `json:"moves,omitzero"` // best first, nil unless asked for
}

// A PositionScore is the score of a position and its features.
type PositionScore struct {
	Features map[string]int `json:"features"`
	Tables   *Tables        `json:"tables,omitempty"` // nil if the weights do not use pattern tables
	Score    int            `json:"score"`
	Discs    *float64       `json:"discs,omitempty"`  // the score in discs, nil if its points do not predict results
	Result   *int           `json:"result,omitempty"` // result of a finished game, in discs
	order    int            // for sorting: the score, or that of a finished game, which outweighs any score
}

// Tables holds the parts of the feature patterns.w.
type Tables struct {
	Discs [2]int                    `json:"discs"` // smallest and largest disc count of the stage
	Parts map[string]map[string]int `json:"parts"` // by group and pattern name; their sum is the feature
}

// Group returns the sum of a group of patterns.
func (t *Tables) Group(name string) (count int) {
	for _, part := range t.Parts[name] {
		count += part
	}
	return count
}

// Groups returns the groups of patterns with parts, in the order of patterns.Groups.
func (t *Tables) Groups() (names []string) {
	for _, name := range patterns.Groups {
		if t.Parts[name] != nil {
			names = append(names, name)
		}
	}
	return names
}

// A MoveScore is the score of the position after a move.
type MoveScore struct {
	Move string `json:"move"`
	PositionScore
}

// A Contribution is the part of a score that comes from a scorer or from a group of pattern tables. Groups
// have names such as patterns.edges and patterns.corners.
type Contribution struct {
	Scorer string `json:"scorer"`
	Points int    `json:"points"`
}

// Contributions returns the parts of the score of v, one for each scorer that the weights use. v is the
// position or a move of the explanation. The sum of the parts is the score.
func (e *Explanation) Contributions(v *PositionScore) []Contribution {
	all := []Contribution{}
	for _, s := range evaluators.Scorers {
		if s.Name == evaluators.PatternsScorer && v.Tables != nil {
			for _, group := range v.Tables.Groups() {
				points := e.Weights[evaluators.PatternsWeight] * v.Tables.Group(group)
				all = append(all, Contribution{s.Name + "." + group, points})
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

// Explain explains a position and, if moves is set, the positions after its legal moves. All are scored with
// the weights of the position's phase. If the side to move must pass, it explains the position after the
// pass. discs is the scale of the weights, which converts scores to discs; it may be nil.
func Explain(s *weights.Switch, discs *scale.Scale, p engine.Position, moves bool) *Explanation {
	p = p.Settle()
	w := s.At(p.Board)
	valued := func(at engine.Position) PositionScore {
		v := valuation(s, w, at)
		if discs != nil && discs.PointsPerDisc(p.Board) > 0 {
			v.Discs = hundredths(discs.Discs(p.Board, v.Score))
		}
		return v
	}
	e := &Explanation{
		Board: p.Squares(), Side: p.Side.Letter(), Phase: s.Phase(p.Board) + 1,
		Weights: byName(w.Of), PositionScore: valued(p),
	}
	if !moves {
		return e
	}
	e.Moves = []MoveScore{}
	for move := range engine.SquaresOf(p.Moves()) {
		e.Moves = append(e.Moves, MoveScore{move.String(), valued(p.Play(move))})
	}
	slices.SortStableFunc(e.Moves, func(a, b MoveScore) int {
		if p.Side == engine.White {
			a, b = b, a
		}
		return b.order - a.order
	})
	return e
}

// valuation returns the valuation of a position with the weights w of one phase.
func valuation(s *weights.Switch, w evaluators.Weights, p engine.Position) PositionScore {
	count := func(scorer *evaluators.Scorer) []int { return scorer.Count(p, s.PatternTables()) }
	v := PositionScore{Features: byName(count), Score: w.Score(p, s.PatternTables())}
	if w.UsesTables() {
		v.Tables = tablesOf(s.PatternTables(), p)
	}
	v.order = v.Score
	if p.Over() {
		black := p.Board
		if p.Side == engine.White {
			black = black.Swap()
		}
		result := black.FinalDiff()
		v.Result, v.order = &result, int(evaluators.Finished(black))
	}
	return v
}

// tablesOf returns the parts of the pattern tables in a position, Black's minus White's.
func tablesOf(patternTables *patterns.Tables, p engine.Position) *Tables {
	own, opp := p.Sets()
	stage := patternTables.Stage(p.Discs())
	t := &Tables{Discs: [2]int{1, patternTables.Stages[stage].Discs}, Parts: map[string]map[string]int{}}
	if stage > 0 {
		t.Discs[0] = patternTables.Stages[stage-1].Discs + 1
	}
	ownMoves, oppMoves := engine.Mobilities(own, opp)
	for _, part := range patternTables.Parts(own, opp, ownMoves, oppMoves) {
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

// byName maps names of features to the numbers of their scorers. It omits zeros of sparse scorers.
func byName[N int | int32](of func(*evaluators.Scorer) []N) map[string]int {
	named := map[string]int{}
	for _, s := range evaluators.Scorers {
		for i, number := range of(s) {
			if !s.Sparse || number != 0 {
				named[s.Features[i].Name] = int(number)
			}
		}
	}
	return named
}
