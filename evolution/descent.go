package evolution

import (
	"cmp"
	"slices"
)

// Births are the births of a generation, in optimizers with parents.
type Births struct {
	Candidate []string   `json:"candidate"`      // IDs of the genomes whose mean is the candidate
	Born      [][]string `json:"born,omitempty"` // IDs of a genome and its parents, if it may have children or is among those
}

// A Descent is where a champion's genes come from. Each parent of a genome counts as the source of an equal share of
// it, though crossover may have taken more of one.
type Descent struct {
	Champion  int         // generation of its promotion
	Ancestors []Ancestors // the champion's own generation first
	Founders  []Share     // the earliest known ancestors, the largest share first
}

// Ancestors are the genomes from which a champion descends, of those that were there in one generation.
type Ancestors struct {
	Generation int
	Number     int
	Effective  float64 // as many equal shares are as uneven: 1 over the sum of their squares
	Largest    Share
}

// A Share is the part of a champion that comes from a genome.
type Share struct {
	ID   string
	Part float64 // 0 to 1
}

// NewDescent follows the parents of the champion of a generation back to generation 0, or to the first generation
// before which births are not known. births returns nil for a generation whose births are not known. NewDescent returns
// nil if those of the champion's generation are not.
func NewDescent(champion int, births func(generation int) *Births) *Descent {
	last := births(champion)
	if last == nil || len(last.Candidate) == 0 {
		return nil
	}
	d, parts := &Descent{Champion: champion}, map[string]float64{}
	for _, id := range last.Candidate {
		parts[id] += 1 / float64(len(last.Candidate))
	}
	for generation := champion; ; generation-- {
		d.Ancestors = append(d.Ancestors, ancestorsAt(generation, parts))
		var known *Births
		if generation > 0 {
			known = births(generation)
		}
		if known == nil {
			d.Founders = sharesOf(parts)
			return d
		}
		goBack(parts, known.Born)
	}
}

// goBack replaces the genomes that were born in a generation by their parents. A parent may be as old as its child: a
// mutant that was a parent at once.
func goBack(parts map[string]float64, births [][]string) {
	for changed := true; changed; {
		changed = false
		for _, birth := range births {
			child, parents := birth[0], birth[1:]
			part, is := parts[child]
			if !is {
				continue
			}
			changed = true
			delete(parts, child)
			for _, parent := range parents {
				parts[parent] += part / float64(len(parents))
			}
		}
	}
}

func ancestorsAt(generation int, parts map[string]float64) Ancestors {
	shares := sharesOf(parts)
	squares := 0.0
	for _, s := range shares {
		squares += float64(s.Part * s.Part)
	}
	return Ancestors{Generation: generation, Number: len(shares), Effective: 1 / squares, Largest: shares[0]}
}

// sharesOf sorts shares, the largest first.
func sharesOf(parts map[string]float64) []Share {
	shares := make([]Share, 0, len(parts))
	for id, part := range parts {
		shares = append(shares, Share{id, part})
	}
	slices.SortFunc(shares, func(a, b Share) int { return cmp.Or(cmp.Compare(b.Part, a.Part), cmp.Compare(a.ID, b.ID)) })
	return shares
}
