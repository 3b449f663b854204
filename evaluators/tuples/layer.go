package tuples

import (
	"bytes"
	"encoding/binary"

	"evothello/engine"
)

// HiddenUnits is the number of units of a hidden layer.
const HiddenUnits = 32

// Vectors holds a vector for each configuration of a geometry's shapes, in the order of Values: HiddenUnits numbers of
// −128 to 127, each stored as a byte, the number plus 128. In a position, each place has the vector of its
// configuration. One more vector at the end is padding.
type Vectors []byte

// NewVectors returns vectors that are all 0.
func (g *Geometry) NewVectors() Vectors {
	return bytes.Repeat([]byte{128}, (g.Len+1)*HiddenUnits)
}

// A Layer is a hidden layer over the sum of a position's vectors. The value of a position is
//
//	Σ Outputs[k] · max(0, sum[k] + Biases[k]) / 512, rounded down, over all units k
//
// The maximum lets the value of a configuration depend on the others. In a plain sum of values it does not.
type Layer struct {
	Biases  [HiddenUnits]int16 // −MaxBias…MaxBias
	Outputs [HiddenUnits]int16 // −MaxOutput…MaxOutput
}

// The largest absolute values in a Layer, so that 32 bits are enough for sums.
const (
	MaxBias   = 4095
	MaxOutput = 4095
)

// layerShift is the binary logarithm of the divisor of a layer's value.
const layerShift = 9

// LayerValue returns the hidden layer's value of a position for own. The geometry must look up all its shapes, so it
// must not come from First.
func (g *Geometry) LayerValue(v Vectors, l *Layer, own, opp uint64) int32 {
	_ = v[(g.Len+1)*HiddenUnits-1]
	switch engine.PathInUse() {
	case engine.AVX512:
		return layerAVX512(g.lookup, (g.slots+1)&^1, &v[0], l, own, opp)
	case engine.AVX2:
		return layerAVX2(g.lookup, (g.slots+1)&^1, &v[0], l, own, opp)
	}
	return g.layerPlain(v, l, own, opp)
}

// layerPlain adds eight bytes of a vector at a time, four of them in each of two words. A sum of 64 bytes has less
// than 16 bits.
func (g *Geometry) layerPlain(v Vectors, l *Layer, own, opp uint64) (value int32) {
	const every = 0x00ff00ff00ff00ff
	var e0, e1, e2, e3, o0, o1, o2, o3 uint64 // even and odd units
	at := g.find(own, opp)
	for slot := range g.slots {
		vector := v[HiddenUnits*(g.lookup.starts[slot&63]+at.of(slot&63)):][:HiddenUnits:HiddenUnits]
		w0, w1 := binary.LittleEndian.Uint64(vector), binary.LittleEndian.Uint64(vector[8:])
		w2, w3 := binary.LittleEndian.Uint64(vector[16:]), binary.LittleEndian.Uint64(vector[24:])
		e0, o0 = e0+w0&every, o0+w0>>8&every
		e1, o1 = e1+w1&every, o1+w1>>8&every
		e2, o2 = e2+w2&every, o2+w2>>8&every
		e3, o3 = e3+w3&every, o3+w3>>8&every
	}
	none := int32(128 * g.slots) // the sum of vectors of 0
	for i, words := range [HiddenUnits / 8][2]uint64{{e0, o0}, {e1, o1}, {e2, o2}, {e3, o3}} {
		for k := 8 * i; k < 8*i+8; k++ {
			unit := int32(uint16(words[k&1]>>(k&6*8))) - none + int32(l.Biases[k&31])
			value += max(0, unit) * int32(l.Outputs[k&31])
		}
	}
	return value >> layerShift
}
