package nets

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"evothello/internal/files"
)

// Schema is the newest version of files that this program reads, and the one it writes.
const Schema = 1

// MaxFile is the maximum size of files that are read, in bytes.
const MaxFile = 4*3*MaxWeights + 1<<20

// magic is the beginning of every file.
const magic = "evothello nets\n"

// A header is the header of a file. A file is the magic, the length of the header (4 bytes), the header
// as JSON, the values of the tensors in the header's order (4 bytes each), and the SHA-256 of everything
// before it. Numbers are little-endian.
type header struct {
	Schema  int             `json:"schema"`
	Kind    string          `json:"kind"`
	About   json.RawMessage `json:"about"`
	Tensors []Tensor        `json:"tensors"`
}

// Encode returns the content of a file of tensors. The kind is the file type, and about is the caller's
// own header, stored as JSON.
func Encode(kind string, about any, all []Tensor) ([]byte, error) {
	aboutJSON, err := json.Marshal(about)
	if err != nil {
		return nil, err
	}
	head, err := json.Marshal(header{Schema: Schema, Kind: kind, About: aboutJSON, Tensors: all})
	if err != nil {
		return nil, err
	}
	length := len(magic) + 4 + len(head) + sha256.Size
	for i := range all {
		length += 4 * len(all[i].Values)
	}
	data := binary.LittleEndian.AppendUint32(append(make([]byte, 0, length), magic...), uint32(len(head)))
	data = append(data, head...)
	for i := range all {
		t := &all[i]
		if len(t.Values) != size(t.Dims) {
			return nil, fmt.Errorf("%s has %d values, which do not fit dimensions %v", t.Name, len(t.Values), t.Dims)
		}
		for _, x := range t.Values {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(x))
		}
	}
	sum := sha256.Sum256(data)
	return append(data, sum[:]...), nil
}

// Decode decodes a file of tensors, which must be of the given kind. It decodes the caller's own header into about, and
// returns the tensors. It returns an error if a value is NaN or infinite.
func Decode(data []byte, kind string, about any) ([]Tensor, error) {
	if !bytes.HasPrefix(data, []byte(magic)) {
		return nil, fmt.Errorf("is not a file of a trained network")
	}
	if len(data) < len(magic)+4+sha256.Size {
		return nil, errCut
	}
	content, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	if sha256.Sum256(content) != [sha256.Size]byte(sum) {
		return nil, errCut
	}
	content = content[len(magic):]
	length := binary.LittleEndian.Uint32(content)
	content = content[4:]
	if uint64(length) > uint64(len(content)) {
		return nil, errCut
	}
	var head header
	if err := files.DecodeJSON(content[:length], Schema, &head); err != nil {
		return nil, err
	}
	if head.Kind != kind {
		return nil, fmt.Errorf("is a file of another kind: want %q, found %q", kind, head.Kind)
	}
	if err := json.Unmarshal(head.About, about); err != nil {
		return nil, files.JSONInWords(err)
	}
	return head.Tensors, fill(head.Tensors, content[length:])
}

var errCut = errors.New("is damaged: its checksum is wrong")

// fill reads the values of tensors.
func fill(all []Tensor, content []byte) error {
	for i := range all {
		t := &all[i]
		n := 1
		for _, d := range t.Dims {
			if d < 1 || d > MaxWeights || n > MaxWeights/d {
				return fmt.Errorf("has invalid dimensions %v of %s", t.Dims, t.Name)
			}
			n *= d
		}
		if len(content) < 4*n {
			return fmt.Errorf("has %d values for %s: must have %d", len(content)/4, t.Name, n)
		}
		t.Values = make([]float32, n)
		for j := range t.Values {
			t.Values[j] = math.Float32frombits(binary.LittleEndian.Uint32(content[4*j:]))
		}
		if !t.Finite() {
			return fmt.Errorf("has values in %s that are not finite", t.Name)
		}
		content = content[4*n:]
	}
	if len(content) > 0 {
		return fmt.Errorf("has %d bytes too many", len(content))
	}
	return nil
}

// Load reads and decodes a file of tensors, like Decode. Errors have one line and name the file.
func Load(path, kind string, about any) ([]Tensor, error) {
	data, err := files.Read(path, MaxFile)
	if err != nil {
		return nil, err
	}
	all, err := Decode(data, kind, about)
	if err != nil {
		return nil, fmt.Errorf("%s %w", path, err)
	}
	return all, nil
}
