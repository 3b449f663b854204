package tuples

import (
	"math/rand/v2"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/assert"

	"evothello/engine"
)

// anyLayer returns random vectors and a random layer with numbers of all sizes.
func anyLayer(g *Geometry, rng *rand.Rand) (Vectors, *Layer) {
	v, l := g.NewVectors(), new(Layer)
	for i := range g.Len * HiddenUnits {
		v[i] = byte(rng.Uint32())
	}
	for k := range HiddenUnits {
		l.Biases[k] = int16(rng.IntN(2*MaxBias+1) - MaxBias)
		l.Outputs[k] = int16(rng.IntN(2*MaxOutput+1) - MaxOutput)
	}
	return v, l
}

// layerByHand is a slow LayerValue that looks up every place square by square.
func layerByHand(g *Geometry, v Vectors, l *Layer, own, opp uint64) (value int) {
	var sums [HiddenUnits]int
	for i, shape := range g.Shapes {
		for _, place := range shape.Places {
			c, digit := 0, 1
			for _, s := range place {
				c += digit * int(own>>s&1+2*(opp>>s&1))
				digit *= 3
			}
			for k := range sums {
				sums[k] += int(v[(g.Starts[i]+c)*HiddenUnits+k]) - 128
			}
		}
	}
	for k, sum := range sums {
		value += int(l.Outputs[k]) * max(0, sum+int(l.Biases[k]))
	}
	return value >> layerShift
}

// Values of layers with every instruction set equal the slow ones, also with the largest numbers.
func TestLayerValues(t *testing.T) {
	defer engine.UsePath(engine.PathInUse())
	rng := rand.New(rand.NewPCG(5, 1))
	for _, g := range []*Geometry{Patterns(), Networks(), NewGeometry(NewShape("a square", 0))} {
		v, l := anyLayer(g, rng)
		for game := range 10 {
			if game == 9 {
				for i := range g.Len * HiddenUnits {
					v[i] = 255
				}
				for k := range HiddenUnits {
					l.Biases[k], l.Outputs[k] = MaxBias, MaxOutput
				}
			}
			for b := engine.Start().Board; b.Moves() != 0; {
				want := layerByHand(g, v, l, b.Mover, b.Opponent)
				for _, path := range engine.Paths() {
					engine.UsePath(path)
					assert.EqualValues(t, want, g.LayerValue(v, l, b.Mover, b.Opponent), path)
				}
				b = engine.Position{Board: b}.Play(engine.RandomSquare(rng, b.Moves())).Board
			}
		}
	}
}

// The offsets that internal/asm/layer.go writes down: after a change here, change them there and run go generate.
func TestLayerOffsets(t *testing.T) {
	var l Layer
	assert.EqualValues(t, 32, HiddenUnits)
	assert.EqualValues(t, 0, unsafe.Offsetof(l.Biases))
	assert.EqualValues(t, 64, unsafe.Offsetof(l.Outputs))
	assert.EqualValues(t, 9, layerShift)
}

func BenchmarkLayerValue(b *testing.B) {
	defer engine.UsePath(engine.PathInUse())
	g := Patterns()
	v, l := anyLayer(g, rand.New(rand.NewPCG(6, 1)))
	positions := somePositions()
	for _, path := range engine.Paths() {
		b.Run(path.String(), func(b *testing.B) {
			engine.UsePath(path)
			for i := range b.N {
				p := positions[i%len(positions)]
				g.LayerValue(v, l, p.Mover, p.Opponent)
			}
		})
	}
}
