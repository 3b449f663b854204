package portable

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"math"
	"math/big"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/assert"
)

// number converts x to a number of 300 bits, far more than any result needs.
func number(x float64) *big.Float { return new(big.Float).SetPrec(300).SetFloat64(x) }

// slowExp sums the series of the exponential at x / 2²⁰ and squares the sum twenty times.
func slowExp(x float64) *big.Float {
	const halvings = 20
	small := number(x)
	small.SetMantExp(small, -halvings)
	sum, term := number(1), number(1)
	for n := 1; n <= 16; n++ {
		term.Mul(term, small)
		term.Quo(term, number(float64(n)))
		sum.Add(sum, term)
	}
	for range halvings {
		sum.Mul(sum, sum)
	}
	return sum
}

// slowLog sums log m = 2 (z + z³/3 + z⁵/5 + …), z = (m − 1) / (m + 1), for the fraction of x, and adds
// log 2 times its exponent.
func slowLog(x float64) *big.Float {
	series := func(z *big.Float) *big.Float {
		sum, power, square := number(0), number(0).Set(z), number(0).Mul(z, z)
		for n := 1; n < 200; n += 2 {
			sum.Add(sum, number(0).Quo(power, number(float64(n))))
			power.Mul(power, square)
		}
		return sum.Mul(sum, number(2))
	}
	fraction, exponent := math.Frexp(x)
	m := number(fraction)
	z := number(0).Quo(number(0).Sub(m, number(1)), number(0).Add(m, number(1)))
	log2 := series(number(0).Quo(number(1), number(3)))
	return number(0).Add(series(z), log2.Mul(log2, number(float64(exponent))))
}

// off returns the error of a result in units of its last place.
func off(got float64, want *big.Float) float64 {
	place := math.Nextafter(math.Abs(got), math.Inf(1)) - math.Abs(got)
	difference := number(0).Sub(number(got), want)
	off, _ := difference.Quo(difference, number(place)).Float64()
	return math.Abs(off)
}

func TestResultsAreWithinOneUnitInTheLastPlace(t *testing.T) {
	rng := rand.New(rand.NewSource(1))
	for _, scale := range []float64{1e-9, 0.1, 1, 10, 745} {
		for range 2000 {
			x := scale * (2*rng.Float64() - 1)
			if got := Exp(x); got <= math.MaxFloat64 {
				assert.LessOrEqual(t, off(got, slowExp(x)), 1.0, "the exponential of %v", x)
			}
		}
	}
	for range 2000 {
		wide := math.Ldexp(rng.Float64(), rng.Intn(2098)-1074)
		near := 1 + 0.5*(rng.Float64()-0.5)
		for _, x := range []float64{wide, near} {
			assert.LessOrEqual(t, off(Log(x), slowLog(x)), 1.0, "the logarithm of %v", x)
		}
	}
}

func TestResultsAtTheEdges(t *testing.T) {
	const least, greatest = math.SmallestNonzeroFloat64, math.MaxFloat64
	infinity, minus := math.Inf(1), math.Inf(-1)
	for _, c := range []struct{ x, exp float64 }{
		{0, 1}, {math.Copysign(0, -1), 1}, {least, 1}, {-least, 1}, {1e-17, 1}, {1, math.E},
		{infinity, infinity}, {greatest, infinity}, {minus, 0}, {-greatest, 0},
		{709.7827128933841, infinity},                        // greater than the logarithm of the greatest number
		{-745.1332191019411, least}, {-745.1332191019413, 0}, // close to the logarithm of half the least number
	} {
		assert.Equal(t, c.exp, Exp(c.x), "the exponential of %v", c.x)
	}
	assert.InEpsilon(t, greatest, Exp(709.782712893384), 1e-13)
	for _, c := range []struct{ x, log float64 }{
		{0, minus}, {math.Copysign(0, -1), minus}, {1, 0}, {infinity, infinity}, {math.E, 1},
		{2, math.Ln2}, {0.5, -math.Ln2}, {10, math.Ln10}, {least, -1074 * math.Ln2}, {greatest, 1024 * math.Ln2},
	} {
		assert.Equal(t, c.log, Log(c.x), "the logarithm of %v", c.x)
	}
	for _, x := range []float64{math.NaN(), -least, -1, minus} {
		assert.True(t, math.IsNaN(Log(x)), "the logarithm of %v", x)
	}
	assert.True(t, math.IsNaN(Exp(math.NaN())))
}

// Results differ from those of package math by the last places of both at most.
func TestResultsAgreeWithPackageMath(t *testing.T) {
	for x := -700.0; x < 700; x += 0.37 {
		assert.InEpsilon(t, math.Exp(x), Exp(x), 5e-16)
		assert.InEpsilon(t, math.Log(math.Exp(x)), Log(math.Exp(x)), 5e-16)
	}
}

func TestNormalDrawsWhatPackageRandDraws(t *testing.T) {
	ours, theirs := rand.New(rand.NewSource(1)), rand.New(rand.NewSource(1))
	for range 3_000_000 {
		// Numbers in the tail may differ in the last place where the compiler fuses
		// operations.
		if got, want := Normal(ours), theirs.NormFloat64(); got != want && math.Abs(got-want) > 1e-15 {
			t.Fatalf("drew %v, want %v", got, want)
		}
	}
	assert.Equal(t, theirs.Uint64(), ours.Uint64(), "both take as many random numbers")
}

// A script is a source of random numbers with a chosen first number.
type script struct {
	first []uint32
	rand.Source
}

func (s *script) Int63() int64 {
	if len(s.first) == 0 {
		return s.Source.Int63()
	}
	draw := s.first[0]
	s.first = s.first[1:]
	return int64(draw) << 31 // Uint32 uses the upper bits
}

// At the end of a strip's inner part, few random numbers occur. A draw inside takes one random number from
// the source, and any other draw takes more.
func TestNormalAtTheEdgesOfStrips(t *testing.T) {
	seed := int64(0)
	for i, edge := range zigg.inside {
		for draw := int64(edge) - 2*strips; draw < int64(edge)+2*strips; draw++ {
			for _, draw := range []int64{draw, -draw} {
				if draw != int64(int32(draw)) || int(draw&(strips-1)) != i {
					continue
				}
				seed++
				ours := rand.New(&script{[]uint32{uint32(draw)}, rand.NewSource(seed)})
				theirs := rand.New(&script{[]uint32{uint32(draw)}, rand.NewSource(seed)})
				assert.InDelta(t, theirs.NormFloat64(), Normal(ours), 1e-15, "strip %d, draw %d", i, draw)
				assert.Equal(t, theirs.Int63(), ours.Int63(), "strip %d, draw %d", i, draw)
			}
		}
	}
}

// The digests are the same on all processors.
func TestResultsAreTheSameBitsEverywhere(t *testing.T) {
	for _, c := range []struct {
		name   string
		digest string
		result func(rng *rand.Rand) float64
	}{
		{"exponentials", "83521c672a2997ce", func(rng *rand.Rand) float64 { return Exp(1500 * (rng.Float64() - 0.5)) }},
		{"logarithms", "e2cedc2914df32be", func(rng *rand.Rand) float64 {
			return Log(math.Ldexp(rng.Float64(), rng.Intn(2098)-1074))
		}},
		{"normal deviates", "1782023cf855c81f", func(rng *rand.Rand) float64 { return Normal(rng) }},
	} {
		rng, hash := rand.New(rand.NewSource(1)), sha256.New()
		for range 1_000_000 {
			hash.Write(binary.LittleEndian.AppendUint64(nil, math.Float64bits(c.result(rng))))
		}
		assert.Equal(t, c.digest, hex.EncodeToString(hash.Sum(nil)[:8]), c.name)
	}
}
