package evaluators

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"sync"

	"evothello/internal/names"
)

// Weights are the points of each feature, in the order of Features. They are integers. Only their
// ratios within a game phase matter, so all weights of a phase may be multiplied by ten for finer
// steps.
type Weights [NumFeatures]int

// Defaults returns the reversi library's weights of the standard scorers.
func Defaults() (w Weights) {
	for s, weights := range groups(Scorers, w[:]) {
		for i, f := range s.Features {
			if s.Standard {
				weights[i] = f.Default
			}
		}
	}
	return w
}

// Index returns the index of a feature in Features by its name.
func Index(name string) (int, bool) {
	i, ok := places()[name]
	return i, ok
}

// places maps the features' names to their indexes.
var places = sync.OnceValue(func() map[string]int {
	m := make(map[string]int, NumFeatures)
	for i, f := range Features {
		m[f.Name] = i
	}
	return m
})

// Uses reports whether a weight of the scorer is not 0.
func (w *Weights) Uses(s Scorer) bool {
	return used(w.Of(s))
}

// Of returns the weights of a scorer, in the order of its features.
func (w *Weights) Of(s Scorer) []int {
	first, _ := Index(s.Features[0].Name)
	return w[first : first+len(s.Features)]
}

// Score is the plain evaluation: Σ feature × weight.
func (w *Weights) Score(c Counts) int {
	score := 0
	for i := range w {
		score += w[i] * c[i]
	}
	return score
}

// Validate returns an error if the sum of the weights could come near the score of a finished game,
// in any position, even an unlikely one. It also checks the bounds of networks' weights, which
// are compiled into tables of 16 bits.
func (w *Weights) Validate() error {
	for s, weights := range groups(Scorers, w[:]) {
		if s.Shapes == nil {
			continue
		}
		for i, weight := range weights {
			if f := &s.Features[i]; weight > f.Bound || weight < -f.Bound {
				return fmt.Errorf("weight %s is %d: those of %s are at most %d either way", f.Name, weight, s.Name, f.Bound)
			}
		}
	}
	sum := 0
	for i, weight := range w {
		f := &Features[i]
		if weight > MaxScore || weight < -MaxScore {
			return fmt.Errorf("weight %s is %d: at most %d either way, or it outweighs a won game", f.Name, weight, MaxScore)
		}
		sum += max(weight, -weight) * f.Max
	}
	if sum > MaxScore {
		return fmt.Errorf("the weights can add up to %d, more than %d, and would outweigh a won game: divide them all by %d",
			sum, MaxScore, sum/MaxScore+1)
	}
	return nil
}

// MarshalJSON writes the weights by name in the order of Features. Scorers that are not Standard
// appear only if one of their weights is not 0. Sparse scorers appear with those weights only.
func (w Weights) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for s, weights := range groups(Scorers, w[:]) {
		if !s.Standard && !used(weights) {
			continue
		}
		for i, f := range s.Features {
			if s.Sparse && weights[i] == 0 {
				continue
			}
			if out.Len() > 1 {
				out.WriteByte(',')
			}
			fmt.Fprintf(&out, "%q:%d", f.Name, weights[i])
		}
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}

// UnmarshalJSON reads weights by name. The weights of a missing scorer are 0. Errors are a scorer
// with some weights missing, an unknown name, a fraction, and weights that are too large.
func (w *Weights) UnmarshalJSON(data []byte) error {
	var named map[string]json.Number
	if err := json.Unmarshal(data, &named); err != nil {
		return fmt.Errorf("weights: want an object of name: whole number, %w", err)
	}
	sorted := make([]string, 0, len(named))
	for name := range named {
		sorted = append(sorted, name)
	}
	slices.Sort(sorted)
	*w = Weights{}
	for _, name := range sorted {
		i, ok := Index(name)
		if !ok {
			return names.New("weight", name, known())
		}
		v, err := named[name].Int64()
		if err != nil {
			return fmt.Errorf("weight %s is %s: weights are whole numbers (multiply the phase by ten for finer steps)",
				name, named[name])
		}
		w[i] = int(v)
	}
	for _, s := range Scorers {
		if s.Sparse {
			continue
		}
		if missing := missingFrom(s, named); len(missing) > 0 && len(missing) < len(s.Features) {
			return fmt.Errorf("scorer %s lacks %s: give all of its weights or none", s.Name, strings.Join(missing, ", "))
		}
	}
	return w.Validate()
}

func missingFrom(s Scorer, named map[string]json.Number) (missing []string) {
	for _, f := range s.Features {
		if _, ok := named[f.Name]; !ok {
			missing = append(missing, f.Name)
		}
	}
	return missing
}

// known lists the scorers' weights for an error, abbreviated.
func known() (all []string) {
	for _, s := range Scorers {
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

// FeatureNames lists the names of all features in order.
func FeatureNames() []string {
	names := make([]string, NumFeatures)
	for i, f := range Features {
		names[i] = f.Name
	}
	return names
}
