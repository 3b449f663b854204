// Package portable has mathematical functions whose results have the same bits on every processor.
//
// The results of package math differ: Exp is assembly on some processors, and on some a compiler may fuse a product
// with an addition, which leaves out a rounding. In this package, products that are added are converted with float64(…)
// or float32(…), which forbids fusing. All other operations are either + − * / and the square root, for which IEEE 754
// defines the rounding, or have no rounding.
package portable

import "math"

// ln 2 in two parts. The first has so few bits that small multiples of it are exact.
const (
	ln2High = 6.93147180369123816490e-01 // 3fe62e42 fee00000
	ln2Low  = 1.90821492927058770002e-10 // 3dea39ef 35793c76
)

// Exp returns e to the power of x, with an error of at most one unit in the last place. It uses the method of FreeBSD's
// e_exp.c, like package math.
func Exp(x float64) float64 {
	x = float64(x) // rounds x if it is a product in the caller
	switch {
	case math.IsNaN(x):
		return x
	case x > 710: // greater than the logarithm of every number
		return math.Inf(1)
	case x < -746:
		return 0
	}
	// x = k ln 2 + r, |r| ≤ ½ ln 2 plus a little, and r = high − low.
	k := math.Round(x / math.Ln2)
	high, low := x-float64(k*ln2High), float64(k*ln2Low)
	r := high - low
	// The exponential of r is 1 + r + rc / (2 − c), where c is r minus a polynomial in r².
	t := float64(r * r)
	p := 0.0
	for _, coefficient := range [5]float64{
		4.13813679705723846039e-08, -1.65339022054652515390e-06, 6.61375632143793436117e-05,
		-2.77777777770155933842e-03, 1.66666666666666657415e-01,
	} {
		p = coefficient + float64(t*p)
	}
	c := r - float64(t*p)
	return math.Ldexp(1-((low-float64(r*c)/(2-c))-high), int(k))
}

// Log returns the natural logarithm of x, with an error of at most one unit in the last place; −∞ at 0 and NaN below.
// It uses the method of FreeBSD's e_log.c, like package math.
func Log(x float64) float64 {
	switch {
	case math.IsNaN(x) || math.IsInf(x, 1):
		return x
	case x < 0:
		return math.NaN()
	case x == 0:
		return math.Inf(-1)
	}
	// x = 2ᵏ (1 + f), √½ ≤ 1 + f < √2.
	fraction, exponent := math.Frexp(x)
	if fraction < math.Sqrt2/2 {
		fraction *= 2
		exponent--
	}
	f, k := float64(fraction)-1, float64(exponent)
	// With s = f / (2 + f) the logarithm of 1 + f equals that of (1 + s) / (1 − s), which is
	// 2s + s³ ⅔ + …: a polynomial in s².
	s := f / (2 + f)
	z := float64(s * s)
	w := float64(z * z)
	odd := 1.818357216161805012e-01 + float64(w*1.479819860511658591e-01)
	odd = 6.666666666666735130e-01 + float64(w*(2.857142874366239149e-01+float64(w*odd)))
	even := 3.999999999940941908e-01 + float64(w*(2.222219843214978396e-01+float64(w*1.531383769920937332e-01)))
	rest := float64(z*odd) + float64(w*even)
	half := float64(0.5 * f * f)
	return float64(k*ln2High) - ((half - (float64(s*(half+rest)) + float64(k*ln2Low))) - f)
}
