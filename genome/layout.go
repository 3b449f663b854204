package genome

import (
	"errors"
	"fmt"
	"math"
)

// A Parameter describes a whole number that evolves. A genome has one gene for each parameter.
type Parameter struct {
	Name            string  // scorer or other owner, dot, short name: "table.corner"; unique in its group
	Group           string  // parameters of a group share a scale, such as the weights of "phase 1"
	Least, Greatest int32   // its range
	Start           int32   // start value for optimizers that start from one point, in runs without a start
	Scale           float64 // typical large value: steps and distances are given as shares of it
}

func (p *Parameter) String() string { return p.Group + ": " + p.Name }

// check returns an error if the value is outside the range.
func (p *Parameter) check(value int32) error {
	if value < p.Least || value > p.Greatest {
		return fmt.Errorf("%s is %d, outside %d to %d", p, value, p.Least, p.Greatest)
	}
	return nil
}

// nearest returns the whole number in the range that is nearest to x.
func (p *Parameter) nearest(x float64) int32 {
	return int32(math.Round(min(max(x, float64(p.Least)), float64(p.Greatest))))
}

// reflect is like nearest, but a value beyond an end of the range is first reflected there.
func (p *Parameter) reflect(x float64) int32 {
	if low, high := float64(p.Least), float64(p.Greatest); x > high {
		x = 2*high - x
	} else if x < low {
		x = 2*low - x
	}
	return p.nearest(x)
}

// A Variation is the settings of crossover and mutation.
type Variation struct {
	Alpha float64 // how far a child's gene may lie outside its parents' genes, as a share of their distance
	Share float64 // chance of each gene to mutate, 0…1
	Step  float64 // standard deviation of a mutation, as a share of the parameter's scale
}

// A Layout is the list of the parameters that evolve, with one gene for each, and their Variation.
type Layout struct {
	parameters []Parameter
	variation  Variation
}

// NewLayout returns the layout of the parameters; it keeps the slice. It returns an error if there are no parameters,
// or if a range or scale is not valid.
func NewLayout(parameters []Parameter, variation Variation) (*Layout, error) {
	if len(parameters) == 0 {
		return nil, errors.New("no parameters: give at least one to evolve")
	}
	for i := range parameters {
		if p := &parameters[i]; p.Least > p.Greatest || !(p.Scale > 0) {
			return nil, fmt.Errorf("%s from %d to %d with scale %g: the smaller must come first, and the scale must be above 0",
				p, p.Least, p.Greatest, p.Scale)
		}
	}
	return &Layout{parameters, variation}, nil
}

// Genes returns the number of genes.
func (l *Layout) Genes() int { return len(l.parameters) }

// Parameter returns the parameter of a gene.
func (l *Layout) Parameter(gene int) *Parameter { return &l.parameters[gene] }

// Units returns, for each gene, n units as a share of its scale.
func (l *Layout) Units(n float64) []float64 {
	shares := make([]float64, len(l.parameters))
	for k := range shares {
		shares[k] = n / l.parameters[k].Scale
	}
	return shares
}

// Start returns the genome of the parameters' start values.
func (l *Layout) Start() *Genome {
	g := l.genome()
	for k := range g.values {
		g.values[k] = l.parameters[k].Start
	}
	return g
}
