package engine

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"evothello/internal/names"
)

// A Shape is a board: its name and the start position of its games, whose holes define its squares. Boards larger than
// 8×8 are square and have no holes.
type Shape struct {
	Name  string
	Start Position
}

// The sizes of boards larger than 8×8. Only even sizes are allowed.
const (
	MinLarge = 10
	MaxLarge = 26
)

// Large returns the board with size rows and columns. size is an even number from MinLarge to MaxLarge.
func Large(size int) Shape {
	return Shape{Name: fmt.Sprintf("%dx%d", size, size), Start: LargeStart(size)}
}

// LargeShapes lists the boards larger than 8×8.
func LargeShapes() (all []Shape) {
	for size := MinLarge; size <= MaxLarge; size += 2 {
		all = append(all, Large(size))
	}
	return all
}

// IsLarge reports whether the board is larger than 8×8.
func (s Shape) IsLarge() bool { return s.Start.IsLarge() }

// SameGames reports whether two boards have the same squares and start position, under any name.
func (s Shape) SameGames(other Shape) bool { return s.Start == other.Start }

// Standard returns the board of 8×8 squares.
func Standard() Shape { return Shape{Name: "Square-8", Start: Start()} }

// IsStandard reports whether this is the standard board, under any name.
func (s Shape) IsStandard() bool { return s.Start == Start() }

// Holes returns the set of squares of 8×8 that are not part of the board. Boards larger than 8×8 have no holes.
func (s Shape) Holes() uint64 {
	if s.IsLarge() {
		return 0
	}
	return s.Start.Holes()
}

// DiscsAtStart counts the discs of the start position.
func (s Shape) DiscsAtStart() int { return s.Start.Discs() }

// EmptiesAtStart counts the squares that are empty at the start. It is the largest number of moves of a game.
func (s Shape) EmptiesAtStart() int { return s.Start.Empties() }

// Symmetries returns the rotations and reflections that map the set of the board's squares to itself, as numbers 0…7
// for Board.Symmetry.
func (s Shape) Symmetries() (all []int) {
	for k := range 8 {
		if holes := s.Holes(); symmetric(holes, k) == holes {
			all = append(all, k)
		}
	}
	return all
}

// Orbits divides the board's squares into sets of squares that are symmetric to each other. The sets
// are in the order of their first squares.
func (s Shape) Orbits() (orbits []uint64) {
	symmetries := s.Symmetries()
	for left := ^s.Holes(); left != 0; {
		var orbit uint64
		for _, k := range symmetries {
			orbit |= symmetric(left&-left, k)
		}
		orbits = append(orbits, orbit)
		left &^= orbit
	}
	return orbits
}

// MaxEmptiesAtStart is the largest number of empty squares at the start on boards within 8×8: the standard board has
// that many.
const MaxEmptiesAtStart = 60

// Validate returns an error if no game can be played on the board, if more than MaxEmptiesAtStart squares are empty at
// the start, or if the name is empty or has blanks.
func (s Shape) Validate() error {
	if s.IsLarge() {
		return nil
	}
	switch blanks := s.EmptiesAtStart(); {
	case s.Name == "" || strings.ContainsFunc(s.Name, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return fmt.Errorf("board name %q: must not be empty or have blanks or control characters", s.Name)
	case s.Start.Over():
		return errors.New("neither side can move at the start of the game")
	case blanks > MaxEmptiesAtStart:
		return fmt.Errorf("%d squares are empty at the start: must be at most %d", blanks, MaxEmptiesAtStart)
	}
	return nil
}

// ParseShape parses the start position of a board: 64 characters, X O - # as in ParsePosition, with
// any blanks and line ends. Black moves first.
func ParseShape(name, text string) (Shape, error) {
	squares := strings.Join(strings.Fields(text), "")
	if len(squares) != 64 {
		return Shape{}, fmt.Errorf("board %s: it has %d characters: want 64, a1 to h8: X, O, - (empty) or # (hole)",
			name, len(squares))
	}
	start, err := parseBoard(squares, "X")
	s := Shape{Name: name, Start: start}
	if err == nil {
		err = s.Validate()
	}
	if err != nil {
		return Shape{}, fmt.Errorf("board %s: %w", name, err)
	}
	return s, nil
}

// ShapeNamed returns the board in Shapes with this name. If no name is the same, it ignores the case of letters; more
// than one match is then an error. 4x4, 6x6 and 8x8 are other names of the square boards. Boards larger than 8×8 have
// the names 10x10 and 10, and so on.
func ShapeNamed(name string) (Shape, error) {
	if size, is := sizeNamed(name); is && size < MinLarge {
		name = fmt.Sprintf("Square-%d", size)
	} else if is && size <= MaxLarge && size%2 == 0 {
		return Large(size), nil
	}
	var alike []Shape
	for _, s := range Shapes {
		if s.Name == name {
			return s, nil
		}
		if strings.EqualFold(s.Name, name) {
			alike = append(alike, s)
		}
	}
	if len(alike) != 1 {
		known := make([]string, len(Shapes))
		for i, s := range Shapes {
			known[i] = s.Name
		}
		return Shape{}, names.New("board", name, known)
	}
	return alike[0], nil
}

// sizeNamed parses the name of a square board, such as 12x12, or 12 if it is larger than 8×8.
func sizeNamed(name string) (size int, is bool) {
	wide, high, twice := strings.Cut(strings.ToLower(name), "x")
	size, err := strconv.Atoi(wide)
	is = err == nil && strconv.Itoa(size) == wide && (twice && wide == high || !twice && size >= MinLarge)
	return size, is
}
