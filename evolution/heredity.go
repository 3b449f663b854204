package evolution

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// Heredity says what a generation's offspring have from their parents, in models of parents and offspring. A
// genome's standing is its rank in its generation or on its island, as a share: 0 is the best and 1 the worst.
// Parents that do not play again have the standing of their own generation.
type Heredity struct {
	// Success is the share of offspring that stand better than both of their parents.
	Success float64 `json:"success"`
	// Heritability is the correlation of standings of offspring with the mean of their parents', −1 to 1: 0
	// where results are all chance (the regression on mid-parents in Falconer and Mackay, Introduction to
	// Quantitative Genetics, 1996, here of ranks).
	Heritability float64 `json:"heritability"`
	// Age is the mean age of the offspring's parents when these were born, in generations.
	Age float64 `json:"age"`
}

// heredity compares the standings of offspring with those of their parents; nil where none has any.
func heredity(members []member, standing []float64) *Heredity {
	var own, parents []float64
	better := 0
	for i, m := range members {
		if m.parents == nil {
			continue
		}
		if standing[i] < min(m.parents[0], m.parents[1]) {
			better++
		}
		own, parents = append(own, standing[i]), append(parents, (m.parents[0]+m.parents[1])/2)
	}
	if len(own) == 0 {
		return nil
	}
	return &Heredity{Success: fixed(float64(better) / float64(len(own))), Heritability: fixed(correlation(own, parents))}
}

// compareWithBirths is for models whose offspring were born with the standings of their parents.
func (s *step) compareWithBirths(standing []float64) {
	s.row.Heredity = heredity(s.members, standing)
	s.noteAge()
}

// noteAge notes the mean age of the offspring's parents.
func (s *step) noteAge() {
	ages, parents := 0, 0
	for _, m := range s.members {
		if m.parents == nil {
			continue
		}
		for _, parent := range m.born {
			ages += s.row.Generation - birth(parent)
			parents++
		}
	}
	if s.row.Heredity != nil && parents > 0 {
		s.row.Heredity.Age = fixed(float64(ages) / float64(parents))
	}
}

// birth is the generation in which a genome was born, which its ID says first.
func birth(id string) int {
	generation, _, _ := strings.Cut(id, ".")
	born, _ := strconv.Atoi(generation) // IDs are ours
	return born
}

// descend notes the genomes that make up the candidate, and the births of these and of others that may have
// offspring.
func (s *step) descend(parents, candidate []member) {
	s.from = idsOf(candidate)
	noted := map[string]bool{}
	for _, m := range slices.Concat(parents, candidate) {
		if m.born != nil && birth(m.id) == s.row.Generation && !noted[m.id] {
			noted[m.id] = true
			s.births = append(s.births, append([]string{m.id}, m.born...))
		}
	}
}

// compareWithParents is for models whose parents play beside their children: of says who a member's parents
// would be, of a parent itself as well.
func (s *step) compareWithParents(of func(member) []string) {
	standing, by := standings(len(s.members), 1, together), map[string]float64{}
	for i, m := range s.members {
		by[m.id] = standing[i]
	}
	for i := range s.members {
		if parents := of(s.members[i]); !slices.Contains(parents, s.members[i].id) {
			s.members[i].parents = []float64{by[parents[0]], by[parents[len(parents)-1]]}
		}
	}
	s.row.Heredity = heredity(s.members, standing)
	s.noteAge()
}

// standings are those of n members, who stand best first and are in equal groups: everyone in its own.
func standings(n, groups int, group func(i int) int) []float64 {
	all, ahead := make([]float64, n), make([]int, groups)
	for i := range all {
		all[i] = standingOf(ahead[group(i)], n/groups)
		ahead[group(i)]++
	}
	return all
}

// together is the one group of members who are all compared with each other.
func together(int) int { return 0 }

// standingOf is the standing of a rank, from 0, among n.
func standingOf(rank, n int) float64 { return float64(rank) / float64(max(n-1, 1)) }

// correlation is Pearson's of two series, 0 where one of them does not vary. (gonum's may differ in the last
// bit from one processor to another.)
func correlation(x, y []float64) float64 {
	n := float64(len(x))
	var sumX, sumY, xx, yy, xy float64
	for i := range x {
		sumX += x[i]
		sumY += y[i]
	}
	meanX, meanY := sumX/n, sumY/n
	for i := range x {
		dx, dy := x[i]-meanX, y[i]-meanY
		xx += float64(dx * dx)
		yy += float64(dy * dy)
		xy += float64(dx * dy)
	}
	if xx == 0 || yy == 0 {
		return 0
	}
	return xy / math.Sqrt(float64(xx*yy))
}
