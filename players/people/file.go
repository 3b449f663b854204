package people

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"evothello/evaluators/tuples"
)

// A file of a network consists of
//
//	magic, with the version of the format
//	the width of vectors, the number of layers and the width of each layer's output, in two bytes each
//	the shift of the vectors, and of each layer's weights and biases, in one byte each
//	the vectors, and each layer's weights and biases, in two bytes each; these are compressed (zlib)
//	the SHA-256 of all of the above
//
// Numbers are little-endian.
const magic = "evothello network 1\n"

// The limits of files.
const (
	MaxFile   = 16 << 20 // bytes
	maxWidth  = 64       // of a vector
	maxOut    = 2048     // of a layer
	maxLayers = 8
	maxShift  = 24
)

// tensors returns the numbers of a network, in the order of the file.
func (n *Network) tensors() []*Numbers {
	all := []*Numbers{&n.Vectors}
	for i := range n.Layers {
		all = append(all, &n.Layers[i].Weights, &n.Layers[i].Biases)
	}
	return all
}

// File returns the network's file.
func (n *Network) File() []byte {
	data := binary.LittleEndian.AppendUint16([]byte(magic), uint16(n.Width))
	data = binary.LittleEndian.AppendUint16(data, uint16(len(n.Layers)))
	for i := range n.Layers {
		data = binary.LittleEndian.AppendUint16(data, uint16(n.Layers[i].Out))
	}
	for _, t := range n.tensors() {
		data = append(data, byte(t.Shift))
	}
	body := bytes.NewBuffer(data)
	w, _ := zlib.NewWriterLevel(body, zlib.BestCompression) // the level is valid
	for _, t := range n.tensors() {
		_ = binary.Write(w, binary.LittleEndian, t.Values) // memory does not fail
	}
	_ = w.Close()
	sum := sha256.Sum256(body.Bytes())
	return append(body.Bytes(), sum[:]...)
}

// Read parses a file of a network. Errors say what is wrong and what to do.
func Read(data []byte) (*Network, error) {
	if !bytes.HasPrefix(data, []byte(magic)) {
		return nil, errors.New("is no frozen network: evolve freeze writes one from a directory of evolve net run")
	}
	if len(data) < len(magic)+4+sha256.Size {
		return nil, errDamaged
	}
	body, end := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], end) {
		return nil, errDamaged
	}
	n, packed, err := readShape(body[len(magic):])
	if err != nil {
		return nil, err
	}
	r, err := zlib.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, errDamaged
	}
	for _, t := range n.tensors() {
		if err := binary.Read(r, binary.LittleEndian, t.Values); err != nil {
			return nil, errDamaged
		}
	}
	if _, err := r.Read(make([]byte, 1)); err != io.EOF {
		return nil, errDamaged
	}
	return n, nil
}

var errDamaged = errors.New("is damaged: copy it again")

// readShape reads what comes before the compressed numbers, and makes room for these.
func readShape(data []byte) (n *Network, packed []byte, err error) {
	width, layers := int(binary.LittleEndian.Uint16(data)), int(binary.LittleEndian.Uint16(data[2:]))
	data = data[4:]
	if width < 1 || width > maxWidth || layers < 1 || layers > maxLayers {
		return nil, nil, fmt.Errorf("has vectors of %d and %d layers: at most %d and %d are possible: freeze a smaller one",
			width, layers, maxWidth, maxLayers)
	}
	if len(data) < 2*layers+1+2*layers {
		return nil, nil, errDamaged
	}
	n = &Network{Width: width, Layers: make([]Layer, layers)}
	n.Vectors.Values = make([]int16, tuples.Patterns().Len*width)
	in := Inputs(width)
	for i := range n.Layers {
		out := int(binary.LittleEndian.Uint16(data[2*i:]))
		if out < 1 || out > maxOut || i == layers-1 && out != 64 {
			return nil, nil, fmt.Errorf("has a layer of %d: at most %d are possible, and the last has 64", out, maxOut)
		}
		n.Layers[i] = Layer{In: in, Out: out}
		n.Layers[i].Weights.Values, n.Layers[i].Biases.Values = make([]int16, in*out), make([]int16, out)
		in = out
	}
	data = data[2*layers:]
	for i, t := range n.tensors() {
		if t.Shift = int(data[i]); t.Shift > maxShift {
			return nil, nil, errDamaged
		}
	}
	return n, data[1+2*layers:], nil
}
