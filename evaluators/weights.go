package evaluators

import (
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"slices"
	"strings"
	"sync"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/internal/names"
)

// Weights hold the weight of each feature, an integer. They store the scorers in use only; the weights of all other
// scorers are 0. In the zero value all weights are 0. Only the ratios of weights within a game phase matter, so all
// weights of a phase may be multiplied by ten for finer steps. A copy is independent of the original.
type Weights struct {
	scorers []*Scorer // those with a weight that is not 0, in the order of the list Scorers
	values  []int32   // their weights, one scorer after the other
}

// NewWeights returns the weights of scorers, which are in the order of the list Scorers. values holds the weights of
// the first scorer's features, then of the second scorer's, and so on. The result keeps both slices.
func NewWeights(scorers []*Scorer, values []int32) Weights {
	w := Weights{scorers, values}
	for _, weights := range w.All() {
		if !used(nil, weights) {
			return w.only(used)
		}
	}
	return w
}

// saturated converts a weight. One that does not fit stays too large to be valid.
func saturated(weight int) int32 { return int32(min(max(weight, math.MinInt32), math.MaxInt32)) }

// used reports whether any weight of a scorer is not 0.
func used(_ *Scorer, weights []int32) bool {
	return slices.ContainsFunc(weights, func(w int32) bool { return w != 0 })
}

// only returns the weights of some scorers.
func (w Weights) only(keep func(*Scorer, []int32) bool) (kept Weights) {
	for s, weights := range w.All() {
		if keep(s, weights) {
			kept.scorers, kept.values = append(kept.scorers, s), append(kept.values, weights...)
		}
	}
	return kept
}

// Weigh returns weights that the function weight chooses. It is called for each feature of each scorer, in the order of
// Scorers.
func Weigh(weight func(*Scorer, *Feature) int) Weights {
	var values []int32
	for _, s := range Scorers {
		for i := range s.Features {
			values = append(values, saturated(weight(s, &s.Features[i])))
		}
	}
	return NewWeights(Scorers, values)
}

// Defaults returns the reversi library's weights of the standard scorers.
func Defaults() Weights {
	return Weigh(func(s *Scorer, f *Feature) int {
		if s.Standard {
			return f.Default
		}
		return 0
	})
}

// All iterates over the scorers in use, each with its weights in the order of its features. The weights must not be
// changed.
func (w Weights) All() iter.Seq2[*Scorer, []int32] {
	return func(visit func(*Scorer, []int32) bool) {
		values := w.values
		for _, s := range w.scorers {
			n := len(s.Features)
			if !visit(s, values[:n:n]) {
				return
			}
			values = values[n:]
		}
	}
}

// Uses reports whether a weight of the scorer is not 0.
func (w Weights) Uses(s *Scorer) bool { return slices.Contains(w.scorers, s) }

// Of returns the weights of a scorer, in the order of its features. They must not be changed.
func (w Weights) Of(s *Scorer) []int32 {
	for other, weights := range w.All() {
		if other == s {
			return weights
		}
	}
	return make([]int32, len(s.Features))
}

// Get returns the weight of a feature. It panics if there is no such feature.
func (w Weights) Get(feature string) int {
	at := find(feature)
	for s, weights := range w.All() {
		if s == at.scorer {
			return int(weights[at.index])
		}
	}
	return 0
}

// Set sets the weight of a feature. It panics if there is no such feature.
func (w *Weights) Set(feature string, weight int) {
	at, values := find(feature), []int32(nil)
	for _, s := range Scorers {
		values = append(values, w.Of(s)...)
		if s == at.scorer {
			values[len(values)-len(s.Features)+at.index] = saturated(weight)
		}
	}
	*w = NewWeights(Scorers, values)
}

// A place is where a feature's weight is: which one of a scorer.
type place struct {
	scorer *Scorer
	index  int
}

// places maps the names of the features of Scorers to their places.
var places = sync.OnceValue(placesOfAll)

func placesOfAll() map[string]place {
	m := map[string]place{}
	for _, s := range Scorers {
		for i, f := range s.Features {
			m[f.Name] = place{s, i}
		}
	}
	return m
}

func find(feature string) place {
	at, ok := places()[feature]
	if !ok {
		panic("evaluators: no feature " + feature)
	}
	return at
}

// Equal reports whether all weights are the same.
func (w Weights) Equal(other Weights) bool {
	return slices.Equal(w.scorers, other.scorers) && slices.Equal(w.values, other.values)
}

// Score returns the score of a position for Black, computed by its definition: Σ count × weight. The pattern tables may
// be nil if the weights do not use them.
func (w Weights) Score(p engine.Position, t *patterns.Tables) (score int) {
	for s, weights := range w.All() {
		for i, count := range s.Count(p, t) {
			score += int(weights[i]) * count
		}
	}
	return score
}

// Validate returns an error if the score of any possible position could exceed MaxScore. It also checks the bounds of
// networks' weights, which are compiled into tables of 16 bits.
func (w Weights) Validate() error {
	sum := 0
	for s, weights := range w.All() {
		for i, weight := range weights {
			f, weight := &s.Features[i], int(weight)
			if s.Shapes != nil && (weight > f.Bound || weight < -f.Bound) {
				return fmt.Errorf("weight %s is %d: weights of %s must be within ±%d", f.Name, weight, s.Name, f.Bound)
			}
			if err := checkSize(f.Name, weight); err != nil {
				return err
			}
			sum += max(weight, -weight) * f.most()
		}
	}
	if sum > MaxScore {
		return fmt.Errorf("the weights can add up to %d, more than %d, and would outweigh a won game: divide them all by %d",
			sum, MaxScore, sum/MaxScore+1)
	}
	return nil
}

func checkSize(feature string, weight int) error {
	if weight > MaxScore || weight < -MaxScore {
		return fmt.Errorf("weight %s is %d: must be within ±%d, less than a won game", feature, weight, MaxScore)
	}
	return nil
}

// MarshalJSON writes the weights by name in the order of Scorers. A scorer that is not Standard appears only if one of
// its weights is not 0. A Sparse scorer appears with its weights that are not 0 only.
func (w Weights) MarshalJSON() ([]byte, error) {
	return w.named(func(s *Scorer) bool { return s.Standard || w.Uses(s) }), nil
}

// named writes the weights of some scorers by name.
func (w Weights) named(some func(*Scorer) bool) []byte {
	out := []byte{'{'}
	for _, s := range Scorers {
		if !some(s) {
			continue
		}
		for i, weight := range w.Of(s) {
			if s.Sparse && weight == 0 {
				continue
			}
			if len(out) > 1 {
				out = append(out, ',')
			}
			out = fmt.Appendf(out, "%q:%d", s.Features[i].Name, weight)
		}
	}
	return append(out, '}')
}

// UnmarshalJSON reads weights by name. The weights of a missing scorer are 0. It returns an error for a scorer that
// lacks some weights and is not Sparse, an unknown name, a fraction, and weights that are too large.
func (w *Weights) UnmarshalJSON(data []byte) error {
	var named map[string]json.Number
	if err := json.Unmarshal(data, &named); err != nil {
		return errors.New(`weights: want an object of names and whole numbers, such as {"possibility.w": 5}`)
	}
	read, count := map[*Scorer][]int32{}, map[*Scorer]int{}
	for _, name := range slices.Sorted(maps.Keys(named)) {
		at, ok := places()[name]
		if !ok {
			return unknown(name)
		}
		v, err := named[name].Int64()
		if err != nil {
			return fmt.Errorf("weight %s is %s: must be a whole number (for finer steps multiply all weights of the phase by "+
				"ten)",
				name, named[name])
		}
		if err := checkSize(name, int(v)); err != nil {
			return err
		}
		if read[at.scorer] == nil {
			read[at.scorer] = make([]int32, len(at.scorer.Features))
		}
		read[at.scorer][at.index] = int32(v)
		count[at.scorer]++
	}
	var scorers []*Scorer
	var values []int32
	for _, s := range Scorers {
		if weights := read[s]; weights != nil {
			if count[s] < len(weights) && !s.Sparse {
				return fmt.Errorf("scorer %s lacks %s: give all of its weights or none", s.Name, missing(s, named))
			}
			scorers, values = append(scorers, s), append(values, weights...)
		}
	}
	*w = NewWeights(scorers, values)
	return w.Validate()
}

// missing lists the weights of a scorer that are not among those named.
func missing(s *Scorer, named map[string]json.Number) string {
	var missing []string
	for _, f := range s.Features {
		if _, ok := named[f.Name]; !ok {
			missing = append(missing, f.Name)
		}
	}
	return strings.Join(missing, ", ")
}

// unknown returns the error for a weight that no scorer has.
func unknown(name string) error {
	scorer, _, dotted := strings.Cut(name, ".")
	if i := slices.IndexFunc(Scorers, func(s *Scorer) bool { return s.Name == scorer }); i >= 0 {
		return names.New("weight", name, known(Scorers[i]))
	}
	err := names.New("weight", name, known(Scorers...))
	if dotted {
		return files.OtherProgram{Err: fmt.Errorf("%w; if the scorer is your own, use the program that registers it", err)}
	}
	return err
}

// known lists the weights of scorers for an error, abbreviated.
func known(scorers ...*Scorer) (all []string) {
	for _, s := range scorers {
		if s.Sparse {
			all = append(all, fmt.Sprintf("%s to %s", s.Features[0].Name, s.Features[len(s.Features)-1].Name))
			continue
		}
		for _, f := range s.Features {
			all = append(all, f.Name)
		}
	}
	return all
}
