package patterns

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"evothello/internal/files"
)

// A file of tables is
//
//	magic, with the version of the format
//	how many bytes the file has, and how many weights a stage, in four bytes each
//	each stage: its discs in a byte, its mobility and its weights in two bytes each
//	the SHA-256 of all that
//
// The lowest byte of a number is the first. Nothing is compressed: that would halve the file
// and take longer to undo than a program may that must answer at once.
const magic = "evothello tables 1\n"

const headerSize = len(magic) + 4 + 4

// MaxFile is the largest file of tables, in bytes.
const MaxFile = 16 << 20

// A file is the tables as bytes, and their name.
type file struct {
	data []byte
	hash string
}

func newFile(data []byte) file { return file{data, fmt.Sprintf("%x", sha256.Sum256(data))} }

func (t *Tables) encoded() file { return t.file.get(func() file { return newFile(t.encode()) }) }

// encode is the tables' file.
func (t *Tables) encode() []byte {
	file := append([]byte(magic), 0, 0, 0, 0)
	file = binary.LittleEndian.AppendUint32(file, uint32(Folding().Weights))
	for _, s := range t.Stages {
		file = append(file, byte(s.Discs))
		file = binary.LittleEndian.AppendUint16(file, uint16(s.Mobility))
		for _, w := range s.Weights {
			file = binary.LittleEndian.AppendUint16(file, uint16(w))
		}
	}
	binary.LittleEndian.PutUint32(file[len(magic):], uint32(len(file)+sha256.Size))
	sum := sha256.Sum256(file)
	return append(file, sum[:]...)
}

// Read reads a file of tables. Errors say what is wrong with it and what to do.
func Read(data []byte) (*Tables, error) {
	stages, err := readStages(data)
	if err != nil {
		return nil, err
	}
	t, err := New(stages)
	if err != nil {
		return nil, err
	}
	t.file.get(func() file { return newFile(slices.Clone(data)) })
	return t, nil
}

func readStages(file []byte) (stages []Stage, err error) {
	if !bytes.HasPrefix(file, []byte(magic)) {
		if version, _, ok := bytes.Cut(file, []byte("\n")); ok && bytes.HasPrefix(version, []byte("evothello tables ")) {
			return nil, fmt.Errorf("its format is %q, this program knows %q: use the program that wrote it", version, magic[:len(magic)-1])
		}
		return nil, errors.New("it does not hold tables of patterns: they begin with the words evothello tables")
	}
	if len(file) < headerSize+sha256.Size {
		return nil, fmt.Errorf("the file is cut: it has %d bytes: copy it again", len(file))
	}
	if size := binary.LittleEndian.Uint32(file[len(magic):]); int64(size) != int64(len(file)) {
		return nil, fmt.Errorf("the file is cut or something follows its end: it has %d bytes of %d: copy it again", len(file), size)
	}
	body := file[:len(file)-sha256.Size]
	if sum := sha256.Sum256(body); !bytes.Equal(sum[:], file[len(body):]) {
		return nil, errors.New("the file is damaged: its checksum is wrong: copy it again")
	}
	want := Folding().Weights
	if n := binary.LittleEndian.Uint32(file[len(magic)+4:]); int64(n) != int64(want) {
		return nil, fmt.Errorf("it has %d weights a stage, the patterns of this program have %d: use the program that wrote it, or learn anew", n, want)
	}
	rest, size := body[headerSize:], 1+2+2*want
	if len(rest)%size != 0 || len(rest)/size > MaxStages {
		return nil, fmt.Errorf("it has %d bytes of stages, which take %d each, and %d stages at most: learn anew", len(rest), size, MaxStages)
	}
	for ; len(rest) > 0; rest = rest[size:] {
		s := Stage{Discs: int(rest[0]), Mobility: number(rest[1:]), Weights: make([]int16, want)}
		for i := range s.Weights {
			s.Weights[i] = int16(number(rest[3+2*i:]))
		}
		stages = append(stages, s)
	}
	return stages, nil
}

func number(from []byte) int { return int(int16(binary.LittleEndian.Uint16(from))) }

// Hash names the tables by their content: the SHA-256 of their file, in hexadecimal.
func (t *Tables) Hash() string { return t.encoded().hash }

// File is the tables' file.
func (t *Tables) File() []byte { return t.encoded().data }

// Save writes the tables' file to a directory, under the name that FileName gives it.
func (t *Tables) Save(dir string) error {
	return files.Write(filepath.Join(dir, FileName(t.Hash())), t.encoded().data)
}
