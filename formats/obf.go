// Package formats reads and writes the file formats of Othello programs.
package formats

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"

	"evothello/engine"
)

// A Problem is a line of an OBF file: a position and what is known of its moves.
type Problem struct {
	Position engine.Position
	Line     int                   // in the file, from 1
	Values   map[engine.Square]int // discs for the mover, by move; may be empty
}

// Best is the position's value, the highest of the known moves' values.
func (p *Problem) Best() (discs int, known bool) {
	for _, v := range p.Values {
		if !known || v > discs {
			discs, known = v, true
		}
	}
	return discs, known
}

// ReadOBF reads positions in the format of Edax's problem files: a board of 64
// squares, the side to move, a semicolon, then any number of "move:discs;", and a
// comment after %. Empty lines are skipped. Errors name the line.
func ReadOBF(r io.Reader) (problems []Problem, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		text, _, _ := strings.Cut(lines.Text(), "%")
		if strings.TrimSpace(text) == "" {
			continue
		}
		problem, err := parseOBF(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		problem.Line = n
		problems = append(problems, problem)
	}
	return problems, lines.Err()
}

func parseOBF(text string) (Problem, error) {
	fields := strings.Split(text, ";")
	if len(strings.Fields(fields[0])) != 2 {
		return Problem{}, fmt.Errorf("%q is no board of 64 squares and a side to move", strings.TrimSpace(fields[0]))
	}
	position, err := engine.ParsePosition(fields[0])
	if err != nil {
		return Problem{}, err
	}
	problem := Problem{Position: position, Values: map[engine.Square]int{}}
	for _, field := range fields[1:] {
		field = strings.TrimSpace(field)
		name, value, isMove := strings.Cut(field, ":")
		if field == "" || !isMove {
			continue // the end of the line, or a bare number, which names no move
		}
		move, err := parseMove(strings.TrimSpace(name))
		if err != nil {
			return Problem{}, err
		}
		discs, err := strconv.Atoi(strings.TrimPrefix(strings.TrimSpace(value), "+"))
		if err != nil || discs < -64 || discs > 64 {
			return Problem{}, fmt.Errorf("move %s: %q is no score from -64 to +64", name, value)
		}
		problem.Values[move] = discs
	}
	return problem, nil
}

// parseMove reads a square or a written pass, "pa" or "pass".
func parseMove(text string) (engine.Square, error) {
	if strings.EqualFold(text, "pa") || strings.EqualFold(text, "pass") {
		return engine.Pass, nil
	}
	return engine.ParseSquare(text)
}
