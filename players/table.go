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
type tablePlayer struct {
	about string
	table func() (*weights.Switch, error)
}

// tableEntry returns the roster entry of a player that looks one ply ahead with a table.
func tableEntry(name, about string, table func() (*weights.Switch, error)) RosterEntry {
	return RosterEntry{Name: name, About: about, New: func() Kind { return tablePlayer{about, table} }}
}

// Options implements Kind.
func (tablePlayer) Options() []Option { return nil }

// WhyUnrepeatable implements Kind.
func (tablePlayer) WhyUnrepeatable() string { return "" }

// weights implements withWeights.
func (k tablePlayer) weights() (*weights.Switch, error) { return k.table() }

// Contestant implements Kind.
func (k tablePlayer) Contestant() (*Contestant, error) {
	table, err := k.table()
	if err != nil {
		return nil, err
	}
	compiled := table.Compile()
	value := func(after engine.Position) int {
		own, opp := after.Sets()
		return -int(compiled.At(after.Board).Score(own, opp, 0, 0)) // without mobility
	}
	return &Contestant{About: k.about, New: func(*search.Searcher) Player { return onePly{value} }}, nil
}

// tableOnly returns the Table scorer with the reversi library's weights.
func tableOnly() (*weights.Switch, error) {
	w := evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
		if s.Name == "table" {
			return f.Default
		}
		return 0
	})
	s := weights.New(weights.Turns{60}, nil, []evaluators.Weights{w}, nil)
	s.Name = "the Table scorer"
	return s, nil
}

// tableOf8x8 returns the same table by the squares of 8×8. Its weight of mobility is not used.
func tableOf8x8() (*weights.Switch, error) { return weights.Named("seed-table-8x8") }
