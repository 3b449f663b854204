package portable

import (
	"math"
	"math/rand"
)

// The ziggurat covers the half of the normal curve exp(−½x²) with strips of equal area, one over the
// other (Marsaglia and Tsang, The Ziggurat Method for Generating Random Variables, 2000). The base strip
// includes the curve's tail on its right. The others, rising with i, are rectangles from 0 to edge i.
const (
	strips    = 128
	tail      = 3.442619855899      // the beginning of the tail
	stripArea = 9.91256303526217e-3 // the area of each strip
)

// zigg is the ziggurat, indexed by the lowest bits of a random number of 32 bits.
var zigg = build()

type ziggurat struct {
	inside [strips]uint32  // random numbers smaller than this are below the curve
	width  [strips]float32 // of the unit of a random number
	height [strips]float32 // of the curve over the strip's edge
}

// build computes the ziggurat like the paper's zigset.
func build() (z ziggurat) {
	const unit = 1 << 31
	curve := func(x float64) float64 { return Exp(-0.5 * x * x) }
	edge := tail
	base := stripArea / curve(edge) // the width of a rectangle with the strip's area
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

// Normal returns a random number of the normal distribution with mean 0 and standard deviation 1. It takes the same
// random numbers and computes the same result as rng.NormFloat64, but with the same bits on every processor.
func Normal(rng *rand.Rand) float64 {
	for {
		draw := int32(rng.Uint32())
		i := draw & (strips - 1)
		x := float64(float64(draw) * float64(zigg.width[i]))
		if magnitude(draw) < zigg.inside[i] {
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

// beyond returns a random number of the tail, as a distance from its beginning.
func beyond(rng *rand.Rand) float64 {
	for {
		x := float64(-Log(rng.Float64()) * (1 / tail))
		y := -Log(rng.Float64())
		if y+y >= float64(x*x) {
			return x
		}
	}
}

func magnitude(draw int32) uint32 {
	if draw < 0 {
		return uint32(-draw)
	}
	return uint32(draw)
}
