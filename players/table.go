package players

import (
	"fmt"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/search"
	"evothello/weights"
)

// tablePlayer is the kind that looks one ply ahead with the Table scorer alone, like the reversi
// library's player. A move that ends the game is also valued by the table. Among equal moves it
// makes the first, where the library draws one at random.
type tablePlayer struct {
	about   string
	scorers string // the library's letters of those whose weights a spec may change
	table   func() (*weights.Switch, error)
	changes libraryWeights
}

// tableEntry returns the roster entry of a player that looks one ply ahead with a table.
func tableEntry(name, about, scorers string, table func() (*weights.Switch, error)) RosterEntry {
	return RosterEntry{Name: name, About: about, New: func() Kind {
		return &tablePlayer{about: about, scorers: scorers, table: table}
	}}
}

// Options implements Kind.
func (k *tablePlayer) Options() []Option { return k.changes.options(k.scorers) }

// WhyUnrepeatable implements Kind.
func (*tablePlayer) WhyUnrepeatable() string { return "" }

// weights implements withWeights.
func (k *tablePlayer) weights() (*weights.Switch, error) {
	table, err := k.table()
	if err != nil {
		return nil, err
	}
	return k.changes.in(table), nil
}

// Contestant implements Kind.
func (k *tablePlayer) Contestant() (*Contestant, error) {
	table, err := k.weights()
	if err != nil {
		return nil, err
	}
	compiled, about := table.Compile(), k.about
	if k.changes != nil {
		about += ", weights " + k.changes.String()
	}
	value := func(after engine.Position) int {
		own, opp := after.Sets()
		return -int(compiled.At(after.Board).Score(own, opp, 0, 0)) // without mobility
	}
	return &Contestant{About: about, New: func(*search.Searcher) Player { return onePly{value} }}, nil
}

// tableOnly returns the Table scorer with the reversi library's weights.
func tableOnly() (*weights.Switch, error) {
	w := evaluators.Weigh(func(s *evaluators.Scorer, f *evaluators.Feature) int {
		if s.Name == "table" {
			return f.Default
		}
		return 0
	})
	s := weights.New(weights.Turns{60}, nil, evaluators.Phases{w}, nil)
	s.Name = "the Table scorer"
	return s, nil
}

// tableOf8x8 returns the same table by the squares of 8×8. Its weight of mobility is not used.
func tableOf8x8() (*weights.Switch, error) { return weights.Named("reversi-table-8x8") }

// libraryWeights are changed weights of all phases by the reversi library's names, the arguments of its constructors.
type libraryWeights []namedWeight

type namedWeight struct {
	keyword, name string // the library's name and ours
	value         int
}

// options returns the keys of scorers, by the library's letters.
func (l *libraryWeights) options(scorers string) (options []Option) {
	for keyword, name := range formats.LibraryWeights(scorers) {
		options = append(options, Option{keyword, func(value string) error {
			n := 0
			err := Count(&n, -maxLibraryWeight, maxLibraryWeight)(value)
			*l = append(*l, namedWeight{keyword, name, n})
			return err
		}})
	}
	return options
}

// maxLibraryWeight is the largest weight that a spec may give.
const maxLibraryWeight = 100_000

// in returns a Switch with the changed weights, or the Switch itself if there are none.
func (l libraryWeights) in(s *weights.Switch) *weights.Switch {
	if l == nil {
		return s
	}
	changed := *s
	changed.Name = strings.TrimSpace(s.Name + " " + l.String())
	changed.Phases = slices.Clone(s.Phases)
	for i := range changed.Phases {
		for _, w := range l {
			changed.Phases[i].Set(w.name, w.value)
		}
	}
	return &changed
}

// String lists the weights as in a spec.
func (l libraryWeights) String() string {
	texts := make([]string, len(l))
	for i, w := range l {
		texts[i] = fmt.Sprintf("%s=%d", w.keyword, w.value)
	}
	return strings.Join(texts, ",")
}
