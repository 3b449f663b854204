package engine

import "fmt"

// The sizes of boards larger than 8×8. Only even ones are allowed.
const (
	MinLarge = 10
	MaxLarge = 26
)

// Large returns the board of so many squares a side, an even number from MinLarge to MaxLarge.
func Large(size int) Shape { return Shape{Name: fmt.Sprintf("%dx%d", size, size), Size: size} }

// IsLarge reports whether the board is larger than 8×8.
func (s Shape) IsLarge() bool { return s.Size > 0 }

func (s Shape) validateSize() error {
	if s.Size < MinLarge || s.Size > MaxLarge || s.Size%2 != 0 || s != Large(s.Size) {
		return fmt.Errorf("board %s of size %d: want %dx%d to %dx%d of an even size, or its squares", s.Name, s.Size,
			MinLarge, MinLarge, MaxLarge, MaxLarge)
	}
	return nil
}
