package players

import (
	"fmt"
	"slices"
	"strconv"
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
	table   func() (*weights.Switch, error)
	Library libraryWeights
}

// WhyUnrepeatable implements Kind.
func (*tablePlayer) WhyUnrepeatable() string { return "" }

func (k *tablePlayer) weights() (*weights.Switch, error) {
	table, err := k.table()
	if err != nil {
		return nil, err
	}
	return k.Library.in(table), nil
}

// Contestant implements Kind.
func (k *tablePlayer) Contestant() (*Contestant, error) {
	table, err := k.weights()
	if err != nil {
		return nil, err
	}
	compiled, about := table.Compile(), k.about
	if k.Library.changed != nil {
		about += ", weights " + k.Library.String()
	}
	value := func(after engine.Position) int {
		if after.IsLarge() {
			b := after.Large()
			return -compiled.AtLarge(b).TableScore(&b)
		}
		own, opp := after.Sets()
		return -int(compiled.At(after.Board).Score(own, opp, 0, 0)) // without mobility
	}
	return &Contestant{About: about, PlaysLarge: true, New: func(*search.Searcher) Player { return onePly{value} }}, nil
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

// libraryWeights are weights that a spec changes in all phases. Their names are the
// arguments of the reversi library's constructors.
type libraryWeights struct {
	scorers string // letters, in the reversi library, of the scorers whose weights a spec may change
	changed []namedWeight
}

type namedWeight struct {
	keyword, name string // the library's name and ours
	value         int
}

// options returns the keys of the scorers.
func (l *libraryWeights) options() (options []option) {
	for keyword, name := range formats.LibraryWeights(l.scorers) {
		options = append(options, option{key: keyword, set: func(value string) error {
			n, err := strconv.Atoi(value)
			if err != nil || max(n, -n) > maxLibraryWeight {
				return fmt.Errorf("must be a whole number from %d to %d", -maxLibraryWeight, maxLibraryWeight)
			}
			l.changed = append(slices.Clip(l.changed), namedWeight{keyword, name, n})
			return nil
		}})
	}
	return options
}

// maxLibraryWeight is the largest weight that a spec may give.
const maxLibraryWeight = 100_000

// in returns a Switch with the changed weights, or the Switch itself if there are none.
func (l libraryWeights) in(s *weights.Switch) *weights.Switch {
	if l.changed == nil {
		return s
	}
	changed := *s
	changed.Name = strings.TrimSpace(s.Name + " " + l.String())
	changed.Phases = slices.Clone(s.Phases)
	for i := range changed.Phases {
		for _, w := range l.changed {
			changed.Phases[i].Set(w.name, w.value)
		}
	}
	return &changed
}

// String returns the weights in the form of a spec.
func (l libraryWeights) String() string {
	texts := make([]string, len(l.changed))
	for i, w := range l.changed {
		texts[i] = fmt.Sprintf("%s=%d", w.keyword, w.value)
	}
	return strings.Join(texts, ",")
}
