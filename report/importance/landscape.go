package importance

import (
	"context"
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"evothello/fitness"
)

// A Landscape is the strength of a player with two of its weights multiplied by factors, against the
// unchanged player.
type Landscape struct {
	X      string       `json:"x"` // name of the first weight
	Y      string       `json:"y"`
	Points []Height     `json:"points"`
	Fit    QuadraticFit `json:"fit"`
}

// A Height is a point of a landscape.
type Height struct {
	X           float64 `json:"x"` // factor of the first weight
	Y           float64 `json:"y"` // factor of the second weight
	fitness.Elo         // against the unchanged player; 0 where both factors are 1
	Pairs       int     `json:"pairs"`

	normal, stdErr float64 // the same for the fit, always finite
}

// A QuadraticFit is the quadratic that fits the points of a landscape best by least squares. The weight of a
// point is its precision. The value of the quadratic is U·u + V·v + UU·u² + UV·u·v + VV·v² Elo, where u and v
// are the binary logarithms of the factors. So it is 0 for the unchanged player.
type QuadraticFit struct {
	U  float64 `json:"u"`
	V  float64 `json:"v"`
	UU float64 `json:"uu"`
	UV float64 `json:"uv"`
	VV float64 `json:"vv"`
	// Misfit is the root mean square distance of the points from the fit, in standard errors. It is about 1
	// if the landscape is a quadratic.
	Misfit float64 `json:"misfit"`
	Peak   *Peak   `json:"peak"` // nil if the fit has no peak among the points
}

// A Peak is the highest point of a fit.
type Peak struct {
	X     float64 `json:"x"` // factor of the first weight
	Y     float64 `json:"y"`
	Elo   float64 `json:"elo"`
	Error float64 `json:"elo_error"` // half of the 95 % interval of the fit at the peak
}

// At returns the value of the fit at two factors, in Elo.
func (f *QuadraticFit) At(x, y float64) float64 {
	u, v := math.Log2(x), math.Log2(y)
	return f.U*u + f.V*v + f.UU*u*u + f.UV*u*v + f.VV*v*v
}

// The limits of a landscape's grid: the number of factors of each weight.
const (
	LeastGrid = 3
	MostGrid  = 15
)

// GridFactors returns n factors from ½ to 2 at equal distances of their logarithms.
func GridFactors(n int) []float64 {
	factors := make([]float64, n)
	for i := range factors {
		factors[i] = math.Exp2(2*float64(i)/float64(n-1) - 1)
	}
	if n%2 == 1 {
		factors[n/2] = 1
	}
	return factors
}

// Landscape measures a grid of n × n points and fits the quadratic. It calls measured after each point.
func (c *Comparer) Landscape(ctx context.Context, arena fitness.Arena, x, y Part, n int,
	measured func(done, all int, h Height)) (*Landscape, error) {
	c.known = nil // what a banned worker returned is not known any more; the arena may know the rest
	l := &Landscape{X: x.Name, Y: y.Name}
	for _, fy := range GridFactors(n) {
		for _, fx := range GridFactors(n) {
			h, err := c.height(ctx, arena, x, y, fx, fy)
			if err != nil {
				return nil, err
			}
			l.Points = append(l.Points, h)
			measured(len(l.Points), n*n, h)
		}
	}
	var err error
	l.Fit, err = fitQuadratic(l.Points)
	return l, err
}

// height measures a point.
func (c *Comparer) height(ctx context.Context, arena fitness.Arena, x, y Part, fx, fy float64) (h Height, err error) {
	h = Height{X: fx, Y: fy}
	changed := c.Weights
	for _, one := range []struct {
		part   Part
		factor float64
	}{{x, fx}, {y, fy}} {
		times, err := one.part.Times(changed, one.factor)
		if err != nil {
			return h, err
		}
		if times != nil {
			changed = times
		}
	}
	if changed == c.Weights { // 0 by definition
		return h, nil
	}
	n, err := c.Lost(ctx, arena, changed)
	if err != nil {
		return h, err
	}
	h.Elo, h.Pairs = n.Elo().Negated(), n.Pairs()
	h.normal, h.stdErr = n.Normal()
	h.normal = -h.normal
	return h, nil
}

// fitQuadratic fits a quadratic to the points.
func fitQuadratic(points []Height) (f QuadraticFit, err error) {
	const terms = 5
	var rows, values []float64
	for _, p := range points {
		if p.stdErr == 0 {
			continue
		}
		weight := 1 / p.stdErr
		for _, term := range quadratic(p.X, p.Y) {
			rows = append(rows, weight*term)
		}
		values = append(values, weight*p.normal)
	}
	if len(values) < terms {
		return f, fmt.Errorf("only %d points differ from the unchanged player: a quadratic needs %d or more; "+
			"choose other weights or a larger --grid", len(values), terms)
	}
	a, b := mat.NewDense(len(values), terms, rows), mat.NewVecDense(len(values), values)
	var solution mat.VecDense
	var normal, covariance mat.Dense
	normal.Mul(a.T(), a)
	if err := errors.Join(solution.SolveVec(a, b), covariance.Inverse(&normal)); err != nil {
		return f, errors.New("the points do not determine a quadratic: choose other weights or a larger --grid")
	}
	f = QuadraticFit{U: solution.AtVec(0), V: solution.AtVec(1), UU: solution.AtVec(2), UV: solution.AtVec(3),
		VV: solution.AtVec(4)}
	var residual mat.VecDense
	residual.MulVec(a, &solution)
	residual.SubVec(&residual, b)
	f.Misfit = mat.Norm(&residual, 2) / math.Sqrt(math.Max(1, float64(len(values)-terms)))
	f.Peak = f.peak(&covariance)
	return f, nil
}

// quadratic are the terms of a quadratic at two factors.
func quadratic(x, y float64) []float64 {
	u, v := math.Log2(x), math.Log2(y)
	return []float64{u, v, u * u, u * v, v * v}
}

// peak finds the highest point, if there is one between the factors ½ and 2.
func (f *QuadraticFit) peak(covariance mat.Matrix) *Peak {
	determinant := 4*f.UU*f.VV - f.UV*f.UV
	if f.UU >= 0 || determinant <= 0 {
		return nil
	}
	u, v := (f.UV*f.V-2*f.VV*f.U)/determinant, (f.UV*f.U-2*f.UU*f.V)/determinant
	if math.Abs(u) > 1 || math.Abs(v) > 1 {
		return nil
	}
	p := &Peak{X: math.Exp2(u), Y: math.Exp2(v)}
	p.Elo = f.At(p.X, p.Y)
	terms := mat.NewVecDense(5, quadratic(p.X, p.Y))
	p.Error = fitness.Z95 * math.Sqrt(math.Max(0, mat.Inner(terms, covariance, terms)))
	return p
}
