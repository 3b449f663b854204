package human

import (
	"bytes"
	"compress/zlib"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
)

// A file of a network consists of
//
//	magic, with the version of the format
//	the width of vectors and that of the hidden layer, in two bytes each
//	the shifts of the vectors, weights, biases and outputs, in one byte each
//	those numbers, in two bytes each; these are compressed (zlib)
//	the SHA-256 of all of the above
//
// Numbers are little-endian.
const magic = "evothello network 2\n"

// The limits of networks and their files: MaxVector for Width, MaxHidden for Hidden.
const (
	maxFile   = 64 << 20 // bytes
	MaxVector = 128
	MaxHidden = 256
	maxShift  = 24
)

// tensors returns the numbers of a network, in the order of the file.
func (n *Network) tensors() [4]*Numbers {
	return [...]*Numbers{&n.Vectors, &n.Weights, &n.Biases, &n.Outputs}
}

// File returns the network's file.
func (n *Network) File() []byte {
	data := binary.LittleEndian.AppendUint16([]byte(magic), uint16(n.Width))
	data = binary.LittleEndian.AppendUint16(data, uint16(n.Hidden))
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

// Read parses the file of a network. Errors contain a remedy.
func Read(data []byte) (*Network, error) {
	if !bytes.HasPrefix(data, []byte(magic)) {
		return nil, errors.New("is not a frozen network of this version: " +
			"evolve freeze writes one from a directory of evolve train policy")
	}
	if len(data) < len(magic)+sha256.Size {
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

// shapeSize is the size of what comes between the magic and the compressed numbers.
const shapeSize = 2 + 2 + 4

// readShape reads what comes before the compressed numbers, and makes room for these.
func readShape(data []byte) (n *Network, packed []byte, err error) {
	if len(data) < shapeSize {
		return nil, nil, errDamaged
	}
	width, hidden := int(binary.LittleEndian.Uint16(data)), int(binary.LittleEndian.Uint16(data[2:]))
	if width < 1 || width > MaxVector || hidden < 1 || hidden > MaxHidden {
		return nil, nil, fmt.Errorf("has vectors of %d and a hidden layer of %d: must be 1 to %d and 1 to %d: "+
			"freeze another network", width, hidden, MaxVector, MaxHidden)
	}
	n = &Network{Width: width, Hidden: hidden}
	for i, t := range n.tensors() {
		if t.Shift = int(data[4+i]); t.Shift > maxShift {
			return nil, nil, errDamaged
		}
	}
	for i, size := range Sizes(width, hidden) {
		n.tensors()[i].Values = make([]int16, size)
	}
	return n, data[shapeSize:], nil
}

// Sizes returns the sizes of a network's Vectors, Weights, Biases and Outputs, in numbers.
func Sizes(width, hidden int) [4]int {
	return [...]int{Features() * width, StageCount * width * hidden, StageCount * hidden, StageCount * hidden}
}
