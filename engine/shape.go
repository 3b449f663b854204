package engine

import (
	"errors"
	"fmt"
	"strings"

	"evothello/internal/names"
)

// A Shape is a board: its name and the start position of its games. The holes of that position define its
// squares. Boards larger than 8×8 are square. They have a size instead, and their Start is no position;
// package large has their rules.
type Shape struct {
	Name  string
	Start Position
	Size  int // 10 to 26 squares a side, 0 for boards within 8×8
}

// SameGames reports whether games on both boards are the same, under any name.
func (s Shape) SameGames(other Shape) bool { return s.Start == other.Start && s.Size == other.Size }

// Standard returns the board of 8×8 squares.
func Standard() Shape { return Shape{Name: "Square-8", Start: Start()} }

// IsStandard reports whether games on the board are those of the standard board, under any name.
func (s Shape) IsStandard() bool { return s.Start == Start() }

// DiscsAtStart counts the discs of the start position.
func (s Shape) DiscsAtStart() int {
	if s.IsLarge() {
		return 4
	}
	return s.Start.Discs()
}

// EmptiesAtStart counts the squares that are empty at the start. It is the largest number of moves of a game.
func (s Shape) EmptiesAtStart() int {
	if s.IsLarge() {
		return s.Size*s.Size - s.DiscsAtStart()
	}
	return s.Start.Empties()
}

// Symmetries returns those of the eight symmetries of the square, numbered as for Board.Symmetry, that
// keep the board's squares.
func (s Shape) Symmetries() (all []int) {
	for k := range 8 {
		if holes := s.Start.Holes(); symmetric(holes, k) == holes {
			all = append(all, k)
		}
	}
	return all
}

// Orbits divides the board's squares into sets of squares that are symmetric to each other. The sets
// are in the order of their first squares.
func (s Shape) Orbits() (orbits []uint64) {
	symmetries := s.Symmetries()
	for left := ^s.Start.Holes(); left != 0; {
		var orbit uint64
		for _, k := range symmetries {
			orbit |= symmetric(left&-left, k)
		}
		orbits = append(orbits, orbit)
		left &^= orbit
	}
	return orbits
}

// MaxEmptiesAtStart is the largest number of empty squares at the start: that of the standard board.
const MaxEmptiesAtStart = 60

// Validate returns an error if no game can be played on the board.
func (s Shape) Validate() error {
	if s.Size != 0 {
		return s.validateSize()
	}
	switch blanks := s.EmptiesAtStart(); {
	case s.Name == "" || strings.ContainsFunc(s.Name, func(r rune) bool { return r <= ' ' || r == 0x7f }):
		return fmt.Errorf("board name %q: want letters and digits", s.Name)
	case s.Start.Over():
		return errors.New("neither side can move at the start of the game")
	case blanks > MaxEmptiesAtStart:
		return fmt.Errorf("%d squares are empty at the start: %d at most", blanks, MaxEmptiesAtStart)
	}
	return nil
}

// ParseShape parses the start position of a board: 64 characters, X O - # as in ParsePosition, with
// any blanks and line ends. Black moves first.
func ParseShape(name, text string) (Shape, error) {
	squares := strings.Join(strings.Fields(text), "")
	if len(squares) != 64 {
		return Shape{}, fmt.Errorf("board %s: %d characters: want 64, a1 to h8: X, O, - for an empty square, # for a hole",
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

// ShapeNamed returns one of Shapes by its name, or the only one with that name in another case. 4x4,
// 6x6 and 8x8 are other names of the square boards.
func ShapeNamed(name string) (Shape, error) {
	if wide, high, found := strings.Cut(strings.ToLower(name), "x"); found && wide == high && wide != "" {
		name = "Square-" + wide
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

// Shapes lists the boards of the reversi library's application, y-tetsu/reversi.
var Shapes = []Shape{
	shape("X", `
		--####--
		---##---
		##----##
		###OX###
		###XO###
		##----##
		---##---
		--####--`),
	shape("x", `
		--####--
		---##---
		-#----#-
		##-OX-##
		##-XO-##
		-#----#-
		---##---
		--####--`),
	shape("Square-8", `
		--------
		--------
		--------
		---OX---
		---XO---
		--------
		--------
		--------`),
	shape("Square-6", `
		########
		#------#
		#------#
		#--OX--#
		#--XO--#
		#------#
		#------#
		########`),
	shape("Square-4", `
		########
		########
		##----##
		##-OX-##
		##-XO-##
		##----##
		########
		########`),
	shape("Octagon", `
		##----##
		#------#
		--------
		---OX---
		---XO---
		--------
		#------#
		##----##`),
	shape("Diamond", `
		###--###
		##----##
		#------#
		---OX---
		---XO---
		#------#
		##----##
		###--###`),
	shape("Clover", `
		#------#
		--------
		--------
		---OX---
		---XO---
		--------
		--------
		#------#`),
	shape("Cross", `
		##----##
		##----##
		--------
		---OX---
		---XO---
		--------
		##----##
		##----##`),
	shape("Plus", `
		###--###
		###--###
		###--###
		---OX---
		---XO---
		###--###
		###--###
		###--###`),
	shape("Drone", `
		---##---
		--------
		--------
		#--OX--#
		#--XO--#
		--------
		--------
		---##---`),
	shape("Kazaguruma", `
		#---####
		#-------
		#-------
		#--OX---
		---XO--#
		-------#
		-------#
		####---#`),
	shape("Manji", `
		-----#--
		-----#--
		###--#--
		---OX---
		---XO---
		--#--###
		--#-----
		--#-----`),
	shape("Rectangle", `
		########
		########
		--------
		---OX---
		---XO---
		--------
		########
		########`),
	shape("Heart", `
		########
		#--##--#
		--------
		---OX---
		---XO---
		#------#
		##----##
		###--###`),
	shape("T", `
		--------
		-OX--OX-
		-XO--XO-
		--------
		##----##
		##-OX-##
		##-XO-##
		##----##`),
	shape("Torus", `
		##-----#
		#-------
		--------
		-OX##OX-
		-XO##XO-
		--------
		-------#
		#-----##`),
	shape("Two", `
		--------
		--------
		#--##--#
		#OX##OX#
		#XO##XO#
		#--##--#
		--------
		--------`),
	shape("Equal", `
		--------
		-OX--OX-
		-XO--XO-
		########
		########
		-OX--OX-
		-XO--XO-
		--------`),
	shape("Xhole", `
		#------#
		-#-OX-#-
		--#XO#--
		-OX##OX-
		-XO##XO-
		--#OX#--
		-#-XO-#-
		#------#`),
	shape("Inside", `
		--------
		--------
		--OOXX--
		--OOXX--
		--XXOO--
		--XXOO--
		--------
		--------`),
	shape("Outside", `
		OOOOXXXX
		OXXXOOOX
		OX----OX
		OX----OX
		XO----XO
		XO----XO
		XOOOXXXO
		XXXXOOOO`),
}

func shape(name, text string) Shape {
	s, err := ParseShape(name, text)
	if err != nil {
		panic("engine: " + err.Error())
	}
	return s
}
