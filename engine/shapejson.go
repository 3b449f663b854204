package engine

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
)

// shapeJSON is the form of a shape in a file: its name and the 64 characters of its start position, or its size.
type shapeJSON struct {
	Name  string `json:"name"`
	Board string `json:"board,omitempty"`
	Size  int    `json:"size,omitempty"`
}

// MarshalJSON writes a shape as {"name": …, "board": 64 characters}. A board larger than 8×8 has "size": … instead of
// "board".
func (s Shape) MarshalJSON() ([]byte, error) {
	if s.IsLarge() {
		return json.Marshal(shapeJSON{Name: s.Name, Size: s.Start.Columns()})
	}
	return json.Marshal(shapeJSON{Name: s.Name, Board: s.Start.Squares()})
}

// UnmarshalJSON reads and validates a shape.
func (s *Shape) UnmarshalJSON(data []byte) error {
	var read shapeJSON
	if err := json.Unmarshal(data, &read); err != nil {
		return err
	}
	var fields map[string]json.RawMessage
	json.Unmarshal(data, &fields) // it has been read as an object, or is null
	for _, name := range slices.Sorted(maps.Keys(fields)) {
		if !slices.Contains([]string{"name", "board", "size"}, name) {
			return fmt.Errorf("board: unknown field %q; want name, and either board or size", name)
		}
	}
	if read.Size != 0 && read.Board == "" {
		if read.Size < MinLarge || read.Size > MaxLarge || read.Size%2 != 0 || read.Name != Large(read.Size).Name {
			return fmt.Errorf(`board %s: size is %d: must be even, %d to %d, and match the name; or give the squares as "board"`,
				read.Name, read.Size, MinLarge, MaxLarge)
		}
		*s = Large(read.Size)
		return nil
	}
	parsed, err := ParseShape(read.Name, read.Board)
	if err == nil {
		*s = parsed
	}
	return err
}
