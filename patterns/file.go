package patterns

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"

	"evothello/internal/files"
)

// A file of tables is
//
//	magic, with the version of the format
//	how many bytes the file has, and how many weights a stage, in four bytes each, the lowest first
//	each stage: its discs, mobility and weights
//	the SHA-256 of all that
//
// Numbers of a stage are varints of package encoding/binary, signed ones but for the discs.
// A weight of 0 is followed by how many more weights are 0 behind it: many
// configurations are never seen.
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
		file = binary.AppendUvarint(file, uint64(s.Discs))
		file = binary.AppendVarint(file, int64(s.Mobility))
		for rest := s.Weights; len(rest) > 0; {
			file = binary.AppendVarint(file, int64(rest[0]))
			same := 1
			if rest[0] == 0 {
				for same < len(rest) && rest[same] == 0 {
					same++
				}
				file = binary.AppendUvarint(file, uint64(same-1))
			}
			rest = rest[same:]
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
	for rest := body[headerSize:]; len(rest) > 0; {
		if len(stages) == MaxStages {
			return nil, fmt.Errorf("it has more than %d stages: learn anew", MaxStages)
		}
		s, n, err := readStage(rest, want)
		if err != nil {
			return nil, fmt.Errorf("stage %d %w: learn anew", len(stages)+1, err)
		}
		stages = append(stages, s)
		rest = rest[n:]
	}
	return stages, nil
}

// readStage reads a stage of so many weights from the front of the bytes, and says how many
// bytes it takes.
func readStage(from []byte, want int) (s Stage, n int, err error) {
	discs, a := binary.Uvarint(from)
	if a <= 0 || discs > 64 {
		return s, 0, errors.New("does not say up to how many discs")
	}
	mobility, b := binary.Varint(from[a:])
	if b <= 0 || mobility < -MaxWeight || mobility > MaxWeight {
		return s, 0, errors.New("does not say what a move is worth")
	}
	n = a + b
	s = Stage{Discs: int(discs), Mobility: int(mobility), Weights: make([]int16, want)}
	for i := 0; i < want; i++ {
		w, c := shortVarint(from[n:])
		if c <= 0 || w < -MaxWeight || w > MaxWeight {
			return s, 0, fmt.Errorf("has no weight %d", i+1)
		}
		n += c
		s.Weights[i] = int16(w)
		if w == 0 {
			more, c := binary.Uvarint(from[n:])
			if c <= 0 || more >= uint64(want-i) {
				return s, 0, fmt.Errorf("does not say how many weights are 0 after weight %d", i+1)
			}
			n += c
			i += int(more)
		}
	}
	return s, n, nil
}

// shortVarint is binary.Varint, in a fraction of the time for numbers of one or two bytes,
// which most weights are.
func shortVarint(from []byte) (int64, int) {
	if len(from) < 2 || from[0]&from[1]&0x80 != 0 {
		return binary.Varint(from)
	}
	two := uint32(from[0] >> 7) // the second byte counts if this is 1
	u := uint32(from[0]&0x7f) | uint32(from[1])<<7*two
	return int64(u>>1) ^ -int64(u&1), 1 + int(two)
}

// Hash names the tables by their content: the SHA-256 of their file, in hexadecimal.
func (t *Tables) Hash() string { return t.encoded().hash }

// File is the tables' file.
func (t *Tables) File() []byte { return t.encoded().data }

// Write writes the tables' file.
func (t *Tables) Write(w io.Writer) error {
	_, err := w.Write(t.encoded().data)
	return err
}

// Save writes the tables' file to a directory, under the name that FileName gives it.
func (t *Tables) Save(dir string) error {
	return files.Write(filepath.Join(dir, FileName(t.Hash())), t.encoded().data)
}
