//go:build !js

package web

import (
	"strings"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/runs"
	"evothello/weights"
)

// runWeights are the weights that a run evolves.
type runWeights struct {
	Turns  weights.Turns `json:"turns"`
	Names  []string      `json:"names"`
	Phases [][]float64   `json:"phases"` // whole numbers, except some parameters of programs
	// PointsPerDisc is the number of points that a disc is worth, by phase. It is empty if unknown.
	PointsPerDisc []float64 `json:"points_per_disc"`
	// Squares are the squares that each weight's count depends on, one board per weight. A board has X on
	// these squares, - on others, and # on holes. It is "" if the count depends on all squares or on none.
	Squares []string `json:"squares"`
}

// weightsOf returns the weights of the reigning champion that the run evolves, or nil if there is
// no champion.
func (s *Server) weightsOf(run *runs.Run) *runWeights {
	champion := run.State.CurrentChampion()
	if champion == nil {
		return nil
	}
	w := &runWeights{
		Turns: run.Config.LastMoves(), Names: []string{}, Phases: make([][]float64, len(champion.Phases)),
		PointsPerDisc: []float64{}, Squares: []string{},
	}
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
		w.Squares = append(w.Squares, s.squaresOf(scorer, run.Config.HomeBoard())...)
		for _, feature := range scorer.Features {
			w.Names = append(w.Names, feature.Name)
			for phase, weights := range champion.Phases {
				w.Phases[phase] = append(w.Phases[phase], float64(weights.Get(feature.Name)))
			}
		}
	}
	if run.Config.ShowsSquares() {
		if a, err := s.analyserOfWeights(run.Config.Switch(champion)); err == nil {
			w.PointsPerDisc = a.Scale().PointsPerDiscByPhase()
		}
	}
	return w
}

// squaresOf returns the squares that the counts of a scorer's features depend on, in the form of runWeights.
func (s *Server) squaresOf(scorer *evaluators.Scorer, board engine.Shape) []string {
	all := make([]string, len(scorer.Features))
	if board.IsLarge() {
		return all
	}
	start := board.Start.Squares()
	playable := ^board.Start.Board.Holes()
	squares, _ := s.counted.get(scorer.Name+start, "", func() ([]uint64, error) { return scorer.Squares(playable), nil })
	for i, on := range squares {
		if on == 0 || on == playable {
			continue
		}
		text := []byte(strings.Map(func(c rune) rune { return map[bool]rune{true: '#', false: '-'}[c == '#'] }, start))
		for square := range engine.SquaresOf(on) {
			text[square] = 'X'
		}
		all[i] = string(text)
	}
	return all
}
