package players

import (
	"evothello/engine"
	"evothello/evaluators"
	"evothello/search"
	"evothello/weights"
)

// tablePlayer is the kind that looks one ply ahead with the Table scorer alone, like the reversi
// library's player. A move that ends the game is also valued by the table. Among equal moves it
// makes the first, where the library draws one at random.
type tablePlayer struct{}

const tableAbout = "looks one ply ahead with the Table scorer alone"

// Options implements Kind.
func (tablePlayer) Options() []Option { return nil }

// WhyUnrepeatable implements Kind.
func (tablePlayer) WhyUnrepeatable() string { return "" }

// weights implements withWeights.
func (tablePlayer) weights() (*weights.Switch, error) { return tableOnly, nil }

// Contestant implements Kind.
func (tablePlayer) Contestant() (*Contestant, error) {
	compiled := tableOnly.Compile()
	value := func(after engine.Position) int {
		own, opp := after.Sets()
		return -int(compiled.At(after.Board).Score(own, opp, 0, 0)) // the Table scorer ignores mobility
	}
	return &Contestant{About: tableAbout, New: func(*search.Searcher) Player { return onePly{value} }}, nil
}

// tableOnly is the Table scorer with the reversi library's weights.
var tableOnly = func() *weights.Switch {
	w := evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
		if s.Name == "table" {
			return f.Default
		}
		return 0
	})
	s := weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, nil)
	s.Name = "the Table scorer"
	return s
}()
