package evolution

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"evothello/fitness"
	"evothello/genome"
	"evothello/internal/files"
	"evothello/internal/portable"
)

// SPSA is simultaneous perturbation stochastic approximation (Spall, 1992), which fishtest uses to tune engines. It
// moves one genome, the mean. The members of a generation are pairs: the mean plus a perturbation, and the mean minus
// the same one. A perturbation changes every gene by the same share of its scale, but at least by half a unit. The two
// play only against each other. The mean moves towards the winner of each pair, in proportion to its lead.
// Perturbations and steps shrink as in Spall, Implementation of the Simultaneous Perturbation Algorithm (1998). The
// settings have fishtest's names. They give the perturbation and the step of generation Horizon; both continue to
// shrink after it.
type SPSA struct {
	named
	CEnd    float64 `json:"c_end" is:"difference of each gene from the mean in generation horizon, as a share of its scale" range:"0 to 1"`
	REnd    float64 `json:"r_end" is:"step in generation horizon for a pair of games won by one game, as a share of c_end" range:"0 to 1"`
	Horizon int     `json:"horizon" is:"generation for which c_end and r_end are given" range:"1 to 1000000"`
}

// defaultSPSA returns fishtest's usual gain for weights. Programs are tuned with few games, from starts that may be
// bad, so they get larger steps.
func defaultSPSA(c *Config) Optimizer {
	if c.Tunes() {
		return &SPSA{named: named{"spsa"}, CEnd: 0.3, REnd: 0.04, Horizon: 50}
	}
	return &SPSA{named: named{"spsa"}, CEnd: 0.1, REnd: 0.002, Horizon: 100}
}

// The exponents by which perturbations and gains shrink, and the share of Horizon by which gains are delayed, so that
// the first steps are not too large. They are Spall's (1998) and fishtest's.
const (
	perturbationDecay = 0.101
	gainDecay         = 0.602
	gainDelay         = 0.1
)

// halfUnit is the least difference of a gene from the mean, in units of its last decimal. It is a little more than a
// half, so that rounding never makes both members the same, not even at an end of the range.
const halfUnit = 0.501

// A Walk is the state of SPSA. Each slice has one number per gene, as a share of its scale.
type Walk struct {
	Mean    []float64 `json:"mean"`
	Average []float64 `json:"average"` // weighted average of the means, mainly of the last quarter of the generations
	// Perturbation is the difference of each member's genes from the mean in the last generation. A gene differs by
	// half a unit instead if that is more.
	Perturbation float64 `json:"perturbation"`
	// Chance is the variance that each mean would have if its gene had no effect. Each generation adds the square of
	// its step for each pair of members.
	Chance []float64 `json:"chance"`
}

// Pull returns how far each mean has moved from its start value, in standard deviations of chance. A gene with a pull
// in −2…2 may have no effect, or its start value may be right.
func (w *Walk) Pull(start []float64) []float64 {
	pull := make([]float64, len(w.Mean))
	for k := range pull {
		if w.Chance[k] > 0 {
			pull[k] = (w.Mean[k] - start[k]) / math.Sqrt(w.Chance[k])
		}
	}
	return pull
}

func (m *SPSA) check(c *Config) error {
	switch {
	case m.CEnd == 0:
		return errors.New("optimizer.c_end is 0: must be above 0")
	case m.REnd == 0:
		return errors.New("optimizer.r_end is 0: must be above 0")
	case len(c.Opponents) > 0:
		return errors.New("opponents must be empty with optimizer spsa: genomes play only against their mirror images")
	}
	return checkMirrorImages(c)
}

func (m *SPSA) initialize(_ *Config, l *genome.Layout, start *genome.Genome) OptimizerState {
	if start == nil {
		start = l.Start()
	}
	mean := start.Vector()
	return &Walk{mean, slices.Clone(mean), m.perturbation(1), make([]float64, len(mean))}
}

func (*SPSA) restore(data []byte, _ *Config, l *genome.Layout) (OptimizerState, error) {
	var walk Walk
	if err := files.DecodeStrict(data, &walk); err != nil {
		return nil, fmt.Errorf("mean: %w", files.JSONInWords(err))
	}
	if len(walk.Mean) != l.Genes() || len(walk.Average) != l.Genes() || len(walk.Chance) != l.Genes() {
		return nil, fmt.Errorf("mean, average and chance have %d, %d and %d numbers: must have %d each, one for each gene",
			len(walk.Mean), len(walk.Average), len(walk.Chance), l.Genes())
	}
	return &walk, nil
}

// perturbation returns the difference of each gene from the mean in a generation.
func (m *SPSA) perturbation(generation int) float64 {
	return m.CEnd * power(float64(m.Horizon)/float64(generation), perturbationDecay)
}

// gain returns the step of a generation for a pair of games won by one game, as a share of the perturbation.
func (m *SPSA) gain(generation int) float64 {
	horizon := float64(m.Horizon)
	step := m.REnd * m.CEnd * m.CEnd *
		power((float64(gainDelay*horizon)+horizon)/(float64(gainDelay*horizon)+float64(generation)), gainDecay)
	c := m.perturbation(generation)
	return step / (c * c)
}

// power returns base to the power of exponent, the same bits on all processors.
func power(base, exponent float64) float64 { return portable.Exp(exponent * portable.Log(base)) }

func (m *SPSA) generate(s *step) (members Population, err error) {
	s.playGames = s.playMirrored
	mean, c := s.previous.Optimizer.(*Walk).Mean, m.perturbation(s.row.Generation)
	half, rng := s.encoding.Units(halfUnit), s.config.random(variation, s.row.Generation)
	for i := 0; i < s.config.Population; i += 2 {
		plus, minus := make([]float64, len(mean)), make([]float64, len(mean))
		for k := range mean {
			by := float64(max(c, half[k]) * float64(2*rng.Intn(2)-1))
			plus[k], minus[k] = mean[k]+by, mean[k]-by
		}
		members = append(members, s.child(i, s.encoding.FromVector(plus)), s.child(i+1, s.encoding.FromVector(minus)))
		members[i].group, members[i+1].group = i/2, i/2
	}
	return members, nil
}

// update moves the mean by the results. It limits its size for the same reason as Mirrored does, and keeps it within
// the ranges of the genes.
func (m *SPSA) update(s *step) (OptimizerState, *genome.Genome) {
	old := s.previous.Optimizer.(*Walk)
	walk := &Walk{slices.Clone(old.Mean), slices.Clone(old.Average), m.perturbation(s.row.Generation),
		slices.Clone(old.Chance)}
	c, gain, half := m.perturbation(s.row.Generation), m.gain(s.row.Generation), s.encoding.Units(halfUnit)
	won, squares := gamesWon(s.members, len(old.Mean))
	for k := range won {
		step := gain * max(c, half[k])
		walk.Mean[k] += float64(step * won[k])
		walk.Chance[k] += float64(step * step * squares)
	}
	s.encoding.Clip(walk.Mean)
	s.selectedFrom(s.members[:len(s.members)/2])
	factor := s.config.shrink(walk.Mean)
	rate := 4 / float64(s.row.Generation+3) // that of the CMA evolution strategy
	for k := range walk.Mean {
		walk.Mean[k] *= factor
		walk.Average[k] *= factor
		walk.Average[k] += float64(rate * (walk.Mean[k] - walk.Average[k]))
	}
	return walk, s.encoding.FromVector(walk.Average)
}

// gamesWon returns for each gene the games that were won by the members that have more of it, less those lost, and the
// sum over all pairs of members of the squares of the games that one won more than the other.
func gamesWon(members Population, genes int) (won []float64, squares float64) {
	won, first := make([]float64, genes), map[int]Individual{}
	for _, b := range members {
		a, met := first[b.group]
		if !met {
			first[b.group] = b
			continue
		}
		games := float64(margin(a.Result))
		squares += float64(games * games)
		x, y := a.Genome.Vector(), b.Genome.Vector()
		for k := range won {
			if x[k] > y[k] {
				won[k] += games
			} else {
				won[k] -= games
			}
		}
	}
	return won, squares
}

// margin returns the games won less those lost.
func margin(n fitness.Pentanomial) (games int) {
	for points, pairs := range n {
		games += (points - 2) * pairs
	}
	return games
}
