package formats

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"evothello/engine"
)

// A Problem is one line of an OBF file: a position with the known values of its moves.
type Problem struct {
	Position engine.Position
	Line     int // in the file, from 1
	// Values are the known values by move, in discs for the mover. The entry of NoSquare is the value of the position
	// itself.
	Values map[engine.Square]int
}

// Best returns the position's value in discs for the mover: the highest of the known values. known is false if no value
// is known.
func (p *Problem) Best() (discs int, known bool) {
	for _, v := range p.Values {
		if !known || v > discs {
			discs, known = v, true
		}
	}
	return discs, known
}

// OBF writes the problem on one line with the best moves first.
func (p *Problem) OBF() string {
	out := p.Position.String() + ";"
	moves := slices.SortedFunc(maps.Keys(p.Values), func(a, b engine.Square) int {
		return cmp.Or(p.Values[b]-p.Values[a], int(a-b))
	})
	for _, move := range moves {
		switch move {
		case engine.NoSquare:
			out += fmt.Sprintf(" %+d;", p.Values[move])
		case engine.Pass:
			out += fmt.Sprintf(" PA:%+d;", p.Values[move])
		default:
			out += fmt.Sprintf(" %s:%+d;", strings.ToUpper(move.String()), p.Values[move])
		}
	}
	return out
}

// ParseOBF parses positions in the format of Edax's problem files, one per line. A line has a board of 64 squares, the
// side to move and a semicolon, then any number of "move:discs;" or one "discs;" for the position, and a comment after
// %. A line of 64 squares only is a position with X to move, as in boards of the Othello League. Empty lines are
// skipped. Errors name the line.
func ParseOBF(text string) (problems []Problem, err error) {
	for n, line := range contents(text) {
		problem, err := parseProblem(line)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		problem.Line = n
		problems = append(problems, problem)
	}
	return problems, nil
}

// maxProblem is the longest line, in bytes. It is enough for all moves with their values.
const maxProblem = 4096

func parseProblem(text string) (Problem, error) {
	if len(text) > maxProblem {
		return Problem{}, fmt.Errorf("it has more than %d bytes, which is too long for a position", maxProblem)
	}
	fields := strings.Split(text, ";")
	board, side, isBoard := engine.CutSide(fields[0])
	if len(fields) == 1 {
		side = cmp.Or(side, "X")
	}
	if !isBoard || side == "" {
		return Problem{}, fmt.Errorf("%.80q is not a board of 64 squares and a side to move", strings.TrimSpace(fields[0]))
	}
	position, err := engine.ParsePosition(board + " " + side)
	if err != nil {
		return Problem{}, err
	}
	problem := Problem{Position: position, Values: map[engine.Square]int{}}
	for _, field := range fields[1:] {
		if field = strings.TrimSpace(field); field == "" {
			continue
		}
		move, discs, err := parseValue(position, field)
		if err != nil {
			return Problem{}, err
		}
		problem.Values[move] = discs
	}
	return problem, nil
}

// parseValue parses "move:discs", or "discs" alone.
func parseValue(p engine.Position, text string) (move engine.Square, discs int, err error) {
	move = engine.NoSquare
	name, value, isMove := strings.Cut(text, ":")
	if !isMove {
		value = text
	} else if move, err = engine.ParseMove(strings.TrimSpace(name)); err != nil {
		return move, 0, err
	} else if err = engine.CheckLegal(p, move); err != nil {
		return move, 0, err
	}
	discs, err = strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(value), "+"))
	if err != nil || discs < -64 || discs > 64 {
		return move, 0, fmt.Errorf("%s: the score must be a number from -64 to +64", text)
	}
	return move, discs, nil
}
