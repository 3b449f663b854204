package evaluators

import (
	"sync"

	"evothello/evaluators/tuples"
)

// Networks of n-tuples: they value the discs on all straight tuples of a length, or on all 2×2 blocks, with a weight
// for each configuration. They are all-1 to all-4 and 2×2 of Jaśkowski & Szubert (Coevolutionary CMA-ES for
// Knowledge-Free Learning of Game Position Evaluation, 2016). Longer tuples include what shorter ones can express.
// outer has larger ones on the two outer rows. Configurations share a weight if they are symmetric, or, with the
// opposite sign, if they differ by a swap of the discs. In sides2, configurations that differ by a swap have separate
// weights: an own disc next to an empty corner is a danger while the opponent is to move, and the opponent's disc there
// is a chance only if it stays.
var (
	lines1 = networkScorer("lines1", "the 64 squares, each empty, own or the opponent's", tuples.Straights(1))
	lines2 = networkScorer("lines2", "all lines of two squares, by how they are filled", tuples.Straights(2))
	lines3 = networkScorer("lines3", "all lines of three squares, by how they are filled", tuples.Straights(3))
	lines4 = networkScorer("lines4", "all lines of four squares, by how they are filled", tuples.Straights(4))
	blocks = networkScorer("blocks", "all blocks of 2×2 squares, by how they are filled", tuples.SmallBlocks())
	sides2 = networkScorer("sides2",
		"all lines of two squares, by how they are filled, as the side that has just moved sees them",
		tuples.Straights(2))
	outer = networkScorer("outer", "all edges, corners of 3×2 and the 4×2 squares between, by how they are filled",
		tuples.Outer())
)

// networkBound is the bound of networks' evolved weights: sums over all tuples in a line then fit
// in 16 bits.
const networkBound = 1000

// networkScorer returns the scorer of a network of the given shapes. A weight's name has the
// tuple's first squares and the discs on them: lines2.a1b1=ox has an opponent's disc on a1 and an
// own disc on b1.
func networkScorer(name, of string, shapes []tuples.Shape) *Scorer {
	s := &Scorer{Name: name, About: "a network of " + of, Shapes: shapes, Sparse: true, OfMover: name == "sides2"}
	network := sync.OnceValue(func() *tuples.Network {
		return tuples.NewFoldedNetwork(tuples.Networks(), s.Fold, shapes...)
	})
	var foldings []tuples.Folding
	for _, shape := range shapes {
		fold := s.Fold(shape)
		foldings = append(foldings, fold)
		named := 0
		for c, w := range fold.Of {
			if int(w) == named+1 { // the first configuration with the weight
				named++
				s.Features = append(s.Features, Feature{
					Name: name + "." + shape.Name + "=" + discsOf(shape, c), Bound: networkBound, Max: len(shape.Places),
				})
			}
		}
	}
	s.Counts = func(black, white, _ uint64, counts []int) {
		for i, shape := range shapes {
			for _, place := range shape.Places {
				switch w := foldings[i].Of[tuples.Configuration(place, black, white)]; {
				case w > 0:
					counts[w-1]++
				case w < 0:
					counts[-w-1]--
				}
			}
			counts = counts[foldings[i].Weights:]
		}
	}
	s.compile = func(e *tabled, weights []int32) {
		e.addTables(network().In, network().Values(weights), s.OfMover)
	}
	s.vector = func(*vectorWeights, []int32) bool { return true } // tables are looked up in addition to it
	return s
}

// Fold returns the folding of a shape in the scorer's network.
func (s *Scorer) Fold(shape tuples.Shape) tuples.Folding {
	if s.OfMover {
		return shape.FoldMirrored()
	}
	return shape.Fold()
}

func isNetwork(s *Scorer, _ []int32) bool { return s.Shapes != nil }

func isNoNetwork(s *Scorer, _ []int32) bool { return s.Shapes == nil }

// discsOf writes a configuration: x for own discs, o for the opponent's, - for empty squares.
func discsOf(shape tuples.Shape, configuration int) string {
	text := make([]byte, len(shape.Places[0]))
	for i := range text {
		text[i] = "-xo"[configuration%3]
		configuration /= 3
	}
	return string(text)
}
