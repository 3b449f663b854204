package evaluators

import "encoding/binary"

// Packed holds weights compactly until a search needs them. Thousands of sets wait for their games
// at the same time, and most weights of networks are 0. Two Packed are equal if their weights are.
type Packed struct {
	// pairs holds two varints for each weight that is not 0: the distance of its index from the
	// one before, and the weight.
	pairs string
}

// Pack packs weights.
func (w *Weights) Pack() Packed {
	var pairs []byte
	last := 0
	for i, weight := range w {
		if weight != 0 {
			pairs = binary.AppendUvarint(pairs, uint64(i-last))
			pairs = binary.AppendVarint(pairs, int64(weight))
			last = i
		}
	}
	return Packed{string(pairs)}
}

// Weights unpacks the weights.
func (p Packed) Weights() (w Weights) {
	i, pairs := 0, []byte(p.pairs)
	for len(pairs) > 0 {
		gap, n := binary.Uvarint(pairs)
		weight, m := binary.Varint(pairs[n:])
		i, pairs = i+int(gap), pairs[n+m:]
		w[i] = int(weight)
	}
	return w
}

// PackPhases packs the weights of each phase.
func PackPhases(phases []Weights) []Packed {
	packed := make([]Packed, len(phases))
	for i := range phases {
		packed[i] = phases[i].Pack()
	}
	return packed
}

// UnpackPhases unpacks the weights of each phase.
func UnpackPhases(packed []Packed) []Weights {
	phases := make([]Weights, len(packed))
	for i, p := range packed {
		phases[i] = p.Weights()
	}
	return phases
}

// MarshalJSON writes the weights like Weights.MarshalJSON.
func (p Packed) MarshalJSON() ([]byte, error) { return p.Weights().MarshalJSON() }

// UnmarshalJSON reads weights like Weights.UnmarshalJSON.
func (p *Packed) UnmarshalJSON(data []byte) error {
	var w Weights
	if err := w.UnmarshalJSON(data); err != nil {
		return err
	}
	*p = w.Pack()
	return nil
}
