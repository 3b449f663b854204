package evolution

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"evothello/internal/portable"
)

// Heredity is statistics that compare the children of a generation with their parents, in optimizers that have parents.
// It uses relative ranks: the rank of a genome in its generation, or on its island, from 0 for the best to 1 for the
// worst. Parents that do not play again keep the relative rank from their own generation.
type Heredity struct {
	// Success is the share of children with a better rank than both parents.
	Success float64 `json:"success"`
	// Heritability is the correlation between the ranks of children and the mean ranks of their parents, −1 to 1. It
	// is about 0 if results are random. (It corresponds to the regression on mid-parents in Falconer and Mackay,
	// Introduction to Quantitative Genetics, 1996, with ranks instead of values.)
	Heritability float64 `json:"heritability"`
	// Age is the mean age of the parents when the children are made, in generations.
	Age float64 `json:"age,omitempty"`
}

// heredity compares the relative ranks of members with those of their parents. It returns nil if no member has
// parents.
func heredity(members Population, ranks []float64) *Heredity {
	var childRanks, meanParentRanks []float64
	better := 0
	for i, m := range members {
		if m.parentRanks == nil {
			continue
		}
		if ranks[i] < min(m.parentRanks[0], m.parentRanks[1]) {
			better++
		}
		childRanks = append(childRanks, ranks[i])
		meanParentRanks = append(meanParentRanks, (m.parentRanks[0]+m.parentRanks[1])/2)
	}
	if len(childRanks) == 0 {
		return nil
	}
	return &Heredity{
		Success:      fixed(float64(better) / float64(len(childRanks))),
		Heritability: fixed(correlation(childRanks, meanParentRanks)),
	}
}

// compareWithParents sets the parents' ranks of all children and computes the heredity, for optimizers whose parents
// play together with their children. parentsOf returns the ids of the parents in a member's group. A member that is
// one of them is no child.
func (s *step) compareWithParents(parentsOf func(Individual) []string) {
	ranks, rankOf := relativeRanks(len(s.members), 1, oneGroup), map[string]float64{}
	for i, m := range s.members {
		rankOf[m.ID] = ranks[i]
	}
	for i := range s.members {
		if parents := parentsOf(s.members[i]); !slices.Contains(parents, s.members[i].ID) {
			s.members[i].parentRanks = []float64{rankOf[parents[0]], rankOf[parents[len(parents)-1]]}
		}
	}
	s.setHeredity(ranks)
}

// setHeredity computes the heredity of members whose parents' ranks are known, with the mean age of the parents.
func (s *step) setHeredity(ranks []float64) {
	s.row.Heredity = heredity(s.members, ranks)
	ages, parents := 0, 0
	for _, m := range s.members {
		if m.parentRanks == nil {
			continue
		}
		for _, parent := range m.parentIDs {
			ages += s.row.Generation - birth(parent)
			parents++
		}
	}
	if s.row.Heredity != nil && parents > 0 {
		s.row.Heredity.Age = fixed(float64(ages) / float64(parents))
	}
}

// birth returns the generation in which a genome was born, the first part of its ID.
func birth(id string) int {
	generation, _, _ := strings.Cut(id, ".")
	born, _ := strconv.Atoi(generation) // IDs are ours
	return born
}

// relativeRanks returns the relative rank of each of n members within its group. The members are sorted best first, and
// the groups have equal sizes. group returns the group of member i.
func relativeRanks(n, groups int, group func(i int) int) []float64 {
	all, ahead := make([]float64, n), make([]int, groups)
	for i := range all {
		all[i] = relativeRank(ahead[group(i)], n/groups)
		ahead[group(i)]++
	}
	return all
}

// oneGroup puts all members into one group.
func oneGroup(int) int { return 0 }

// relativeRank returns the relative rank, 0…1, of a rank from 0 to n−1.
func relativeRank(rank, n int) float64 { return float64(rank) / float64(max(n-1, 1)) }

// correlation returns Pearson's correlation of two series, 0 if one of them is constant. gonum's function is not used
// because its last bit may depend on the processor.
func correlation(x, y []float64) float64 {
	_, _, xx, yy, xy := portable.Moments(x, y)
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(float64(xx*yy))
}
