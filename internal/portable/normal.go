package portable

import (
	"math"
	"math/rand"
)

// The ziggurat covers the half of the normal curve exp(−½x²) with strips of equal
// area, one over the other (Marsaglia and Tsang, The Ziggurat Method for Generating
// Random Variables, 2000). The base strip has the curve's tail to its right, the
// others, rising with i, are rectangles that reach from 0 to edge i.
const (
	strips    = 128
	tail      = 3.442619855899      // where the tail begins
	stripArea = 9.91256303526217e-3 // of each strip
)

// zigg is the ziggurat by the strip that the lowest bits of a lot of 32 bits choose.
var zigg = build()

type ziggurat struct {
	inside [strips]uint32  // lots smaller than this are below the curve for sure
	width  [strips]float32 // of a lot's unit
	height [strips]float32 // of the curve over the strip's edge
}

// build computes the ziggurat as the paper's zigset does.
func build() (z ziggurat) {
	const unit = 1 << 31
	curve := func(x float64) float64 { return Exp(-0.5 * x * x) }
	edge := tail
	base := stripArea / curve(edge) // as wide as a rectangle of the strip's area would be
	z.inside[0], z.width[0], z.height[0] = uint32(edge/base*unit), float32(base/unit), 1
	z.width[strips-1], z.height[strips-1] = float32(edge/unit), float32(curve(edge))
	for i := strips - 2; i >= 1; i-- {
		next := math.Sqrt(-2 * Log(stripArea/edge+curve(edge)))
		z.inside[i+1] = uint32(next / edge * unit)
		edge = next
		z.width[i], z.height[i] = float32(edge/unit), float32(curve(edge))
	}
	return z
}

// Normal draws from the normal distribution of mean 0 and deviation 1. It takes the
// same lots as rng.NormFloat64 and makes the same of them, in a way that is the same
// on every processor.
func Normal(rng *rand.Rand) float64 {
	for {
		lot := int32(rng.Uint32())
		i := lot & (strips - 1)
		x := float64(float64(lot) * float64(zigg.width[i]))
		if magnitude(lot) < zigg.inside[i] {
			return x
		}
		if i == 0 {
			return math.Copysign(tail+beyond(rng), x)
		}
		lower, upper := zigg.height[i], zigg.height[i-1]
		if lower+float32(float32(rng.Float64())*(upper-lower)) < float32(Exp(-0.5*x*x)) {
			return x
		}
	}
}

// beyond draws from the tail, as a distance from where that begins.
func beyond(rng *rand.Rand) float64 {
	for {
		x := float64(-Log(rng.Float64()) * (1 / tail))
		y := -Log(rng.Float64())
		if y+y >= float64(x*x) {
			return x
		}
	}
}

func magnitude(lot int32) uint32 {
	if lot < 0 {
		return uint32(-lot)
	}
	return uint32(lot)
}
