package formats

import (
	"errors"
	"fmt"
	"strings"

	"evothello/engine"
)

// WriteGGFGame writes an unfinished game on one line as the NBoard protocol wants
// it: with every pass, the one that is due at the end included.
func WriteGGFGame(g *engine.Game) string {
	record := GGFGame{Start: g.Start, Moves: g.Moves}
	text := strings.Replace(record.String(), "RE[+0.000]", "RE[?]", 1)
	final := g.Start
	for _, move := range g.Moves {
		final = final.Settle().Play(move)
	}
	if final.MustPass() {
		text = strings.TrimSuffix(text, ";)") + ggfColour(final.Side) + "[PA];)"
	}
	return text
}

// ReadGGFGame reads a game in the Generic Game Format: its start and its moves,
// every pass written, those included that the text leaves out between two moves
// of one side. A pass that is due at the end is there only if the text has it.
func ReadGGFGame(text string) (start engine.Position, moves []engine.Square, err error) {
	rest, ok := strings.CutPrefix(strings.TrimSpace(text), "(;")
	if !ok {
		return start, nil, errors.New(`a GGF game begins with "(;"`)
	}
	start = engine.Start()
	at := start
	for {
		rest = strings.TrimSpace(rest)
		if strings.HasPrefix(rest, ";)") {
			return start, moves, nil
		}
		tag, after, opened := strings.Cut(rest, "[")
		value, after, closed := strings.Cut(after, "]")
		if !opened || !closed {
			return start, nil, fmt.Errorf(`GGF: %.20q is neither a TAG[text] nor the end, ";)"`, rest)
		}
		rest = after
		switch tag = strings.TrimSpace(tag); tag {
		case "BO":
			if len(moves) > 0 {
				return start, nil, errors.New("GGF: the board, BO, comes after moves")
			}
			if start, err = readGGFBoard(value); err != nil {
				return start, nil, err
			}
			at = start
		case "B", "W":
			side := engine.Black
			if tag == "W" {
				side = engine.White
			}
			if side != at.Side && at.MustPass() {
				moves, at = append(moves, engine.Pass), at.Pass()
			}
			move, err := readGGFMove(at, side, value)
			if err != nil {
				return start, nil, fmt.Errorf("GGF, move %d: %w", len(moves)+1, err)
			}
			moves, at = append(moves, move), at.Play(move)
		}
	}
}

// readGGFMove reads a move of the given side, with or without /eval/seconds.
func readGGFMove(at engine.Position, side engine.Side, text string) (engine.Square, error) {
	if side != at.Side {
		return engine.NoSquare, fmt.Errorf("%s moves where it is %s's turn", side, at.Side)
	}
	word, _, _ := strings.Cut(text, "/")
	word = strings.TrimSpace(word)
	if strings.EqualFold(word, "pa") || strings.EqualFold(word, "pass") {
		if !at.MustPass() {
			return engine.NoSquare, fmt.Errorf("%s passes but need not", side)
		}
		return engine.Pass, nil
	}
	move, err := engine.ParseSquare(word)
	if err == nil {
		err = engine.CheckLegal(at, move)
	}
	return move, err
}

// readGGFBoard reads "8", 64 squares and the side to move, Black if it is missing.
func readGGFBoard(text string) (engine.Position, error) {
	words := strings.Fields(text)
	if len(words) < 2 || words[0] != "8" {
		return engine.Position{}, fmt.Errorf("GGF: board %.80q: want 8, then 64 squares and the side to move", text)
	}
	squares := strings.Join(words[1:], "")
	if len(squares) == 64 {
		squares += "*"
	}
	if len(squares) != 65 {
		return engine.Position{}, fmt.Errorf("GGF: board %.80q has %d squares, want 64", text, len(squares)-1)
	}
	if !engine.IsBoard(squares[:64]) {
		return engine.Position{}, fmt.Errorf("GGF: board %.80q: a square is * (black), O (white) or - (empty)", text)
	}
	return engine.ParsePosition(squares[:64] + " " + squares[64:])
}
