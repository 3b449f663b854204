package patterns

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"

	"evothello/evaluators/tuples"
	"evothello/internal/files"
)

// A file of tables consists of
//
//	magic, with the version of the format
//	the file's length in bytes, the number of weights per stage and that of the hidden layer's units, in four
//	bytes each
//	with a hidden layer: the vector of each weight, a byte for each unit
//	each stage: its discs in one byte, its mobility and its weights in two bytes each, and with a hidden layer its
//	biases and its outputs, in two bytes each
//	the SHA-256 of all of the above
//
// Numbers are little-endian. Nothing is compressed: that would halve the file, but take longer to
// decompress than the start of a program may take.
const magic = "evothello tables 2\n"

const headerSize = len(magic) + 4 + 4 + 4

// MaxFile is the maximum size of a file of tables, in bytes.
const MaxFile = 24 << 20

// A file holds the tables as bytes, and their hash.
type file struct {
	data []byte
	hash string
}

// sums returns the SHA-256 at the end of a file and, in hexadecimal, the SHA-256 of the whole file. The second
// continues the first, because reading the file twice would double the time to open tables.
func sums(body []byte) (end []byte, all string) {
	h := sha256.New()
	h.Write(body)
	end = h.Sum(nil)
	h.Write(end)
	return end, fmt.Sprintf("%x", h.Sum(nil))
}

func (t *Tables) encoded() file { return t.file.get(t.encode) }

// encode writes the tables' file.
func (t *Tables) encode() file {
	body := append([]byte(magic), 0, 0, 0, 0)
	body = binary.LittleEndian.AppendUint32(body, uint32(Folding().Weights))
	units := 0
	if t.HasLayer() {
		units = tuples.HiddenUnits
	}
	body = append(binary.LittleEndian.AppendUint32(body, uint32(units)), t.Vectors...)
	for _, s := range t.Stages {
		body = append(body, byte(s.Discs))
		body = binary.LittleEndian.AppendUint16(body, uint16(s.Mobility))
		body = append(body, s.Weights...)
		if t.HasLayer() {
			body = appendNumbers(body, s.Layer.Biases[:])
			body = appendNumbers(body, s.Layer.Outputs[:])
		}
	}
	binary.LittleEndian.PutUint32(body[len(magic):], uint32(len(body)+sha256.Size))
	end, hash := sums(body)
	return file{append(body, end...), hash}
}

func appendNumbers(to []byte, numbers []int16) []byte {
	for _, n := range numbers {
		to = binary.LittleEndian.AppendUint16(to, uint16(n))
	}
	return to
}

// Read parses a file of tables. The tables keep data, which must not be changed. Errors describe what is wrong with the
// file and what to do.
func Read(data []byte) (*Tables, error) {
	go Folding() // it is needed next, and takes as long as checking the file
	body, hash, err := check(data)
	if err != nil {
		return nil, err
	}
	stages, vectors, err := readStages(body)
	if err != nil {
		return nil, err
	}
	t, err := New(stages, vectors)
	if err != nil {
		return nil, err
	}
	t.file.get(func() file { return file{data, hash} })
	return t, nil
}

// check returns the contents of a file before its checksum, and the file's hash.
func check(file []byte) (body []byte, hash string, err error) {
	if !bytes.HasPrefix(file, []byte(magic)) {
		if version, _, ok := bytes.Cut(file, []byte("\n")); ok && bytes.HasPrefix(version, []byte("evothello tables ")) {
			return nil, "", fmt.Errorf("its format is %q, but this program reads %q: use the version of the program that "+
				"wrote it",
				version, magic[:len(magic)-1])
		}
		return nil, "", errors.New("it is not a file of pattern tables, which begins with the words evothello tables")
	}
	if len(file) < headerSize+sha256.Size {
		return nil, "", fmt.Errorf("the file is truncated to %d bytes: copy it again", len(file))
	}
	if size := binary.LittleEndian.Uint32(file[len(magic):]); int64(size) != int64(len(file)) {
		return nil, "", fmt.Errorf("the file has %d bytes, but its header gives %d: copy it again",
			len(file), size)
	}
	body = file[:len(file)-sha256.Size]
	end, hash := sums(body)
	if !bytes.Equal(end, file[len(body):]) {
		return nil, "", errors.New("the file is damaged: its checksum is wrong: copy it again")
	}
	return body, hash, nil
}

func readStages(body []byte) (stages []Stage, vectors []byte, err error) {
	want := Folding().Weights
	if n := binary.LittleEndian.Uint32(body[len(magic)+4:]); int64(n) != int64(want) {
		return nil, nil, fmt.Errorf("it has %d weights per stage, but this program's patterns have %d: "+
			"use the version of the program that wrote it, or train again", n, want)
	}
	rest, size := body[headerSize:], 1+2+2*want
	units := binary.LittleEndian.Uint32(body[len(magic)+8:])
	if units != 0 {
		all := want * tuples.HiddenUnits
		if units != tuples.HiddenUnits || len(rest) < all {
			return nil, nil, fmt.Errorf("its hidden layer has %d units in %d bytes, but this program needs %d units in %d "+
				"bytes or more: use the version of the program that wrote it, or train again", units, len(rest),
				tuples.HiddenUnits, all)
		}
		vectors, rest, size = rest[:all:all], rest[all:], size+2*2*tuples.HiddenUnits
	}
	if len(rest)%size != 0 || len(rest)/size > MaxStages {
		return nil, nil, fmt.Errorf("its stages have %d bytes: must be %d per stage, and at most %d stages: train again",
			len(rest), size, MaxStages)
	}
	for ; len(rest) > 0; rest = rest[size:] {
		s := Stage{Discs: int(rest[0]), Mobility: number(rest[1:]), Weights: Weights(rest[3:][: 2*want : 2*want])}
		if units != 0 {
			for k := range tuples.HiddenUnits {
				layer := rest[3+2*want+2*k:]
				s.Layer.Biases[k], s.Layer.Outputs[k] = int16(number(layer)), int16(number(layer[2*tuples.HiddenUnits:]))
			}
		}
		stages = append(stages, s)
	}
	return stages, vectors, nil
}

func number(from []byte) int { return int(int16(binary.LittleEndian.Uint16(from))) }

// Hash returns the SHA-256 of the tables' file in hexadecimal. It identifies the tables.
func (t *Tables) Hash() string { return t.encoded().hash }

// File returns the tables' file.
func (t *Tables) File() []byte { return t.encoded().data }

// Save writes the tables' file to a directory, with the name FileName.
func (t *Tables) Save(dir string) error {
	return files.Write(filepath.Join(dir, FileName(t.Hash())), t.encoded().data)
}
