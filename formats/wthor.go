package formats

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"iter"
	"math/bits"
	"strconv"
	"strings"

	"evothello/engine"
)

// Sizes of the parts of a WTHOR file, in bytes.
const (
	wthorHeader     = 16
	wthorGame       = 68
	wthorPlayer     = 20
	wthorTournament = 26
)

// WTHORNames holds the names of players and tournaments. The games of a WTHOR file contain indexes of these lists.
type WTHORNames struct{ Players, Tournaments []string }

func lookUp(names []string, kind string, number uint16) string {
	if int(number) < len(names) {
		return names[number]
	}
	return fmt.Sprintf("%s %d", kind, number)
}

// ParseWTHOR parses a file of the WTHOR database (.wtb). If a name is missing, the number replaces it. Errors contain
// the game's number and the byte where it begins.
func ParseWTHOR(data []byte, names WTHORNames) ([]Annotated, error) {
	all, err := eachWTHOR(data, names)
	if err != nil {
		return nil, err
	}
	var games []Annotated
	for game, err := range all {
		if game == nil {
			return nil, err
		}
		games = append(games, *game)
	}
	return games, nil
}

// eachWTHOR iterates over the games of a file. Each has a game, an error, or both. Both means that the game's result
// contradicts its moves.
func eachWTHOR(data []byte, names WTHORNames) (iter.Seq2[*Annotated, error], error) {
	if len(data) < wthorHeader {
		return nil, fmt.Errorf("the file has %d bytes, but a WTHOR file begins with a header of %d", len(data), wthorHeader)
	}
	count := int(binary.LittleEndian.Uint32(data[4:]))
	year := binary.LittleEndian.Uint16(data[10:])
	month, day, size, kind := data[2], data[3], data[12], data[13]
	switch {
	case month > 12 || day > 31 || size != 0 && size != 8 && size != 10: // random bytes rarely pass this
		return nil, errors.New("neither text nor a WTHOR file; " + Kinds)
	case count == 0 && binary.LittleEndian.Uint16(data[8:]) > 0:
		return nil, errors.New("a WTHOR file of names, not of games, which are in .wtb files")
	case size == 10:
		return nil, errors.New("games on boards of 10×10 squares cannot be read, only on 8×8")
	case kind == 1:
		return nil, errors.New("a WTHOR file of solitaires, not of games")
	case len(data) != wthorHeader+wthorGame*count:
		return nil, fmt.Errorf("the file has %d bytes, but the %d games of its header need %d: "+
			"the file is truncated or damaged", len(data), count, wthorHeader+wthorGame*count)
	}
	return func(yield func(*Annotated, error) bool) {
		for i := range count {
			g := &Annotated{Number: i + 1}
			at := wthorHeader + wthorGame*i
			err := g.setWTHOR(data[at:at+wthorGame], names)
			if year > 0 {
				g.Date = strconv.Itoa(int(year))
			}
			if err != nil {
				g = nil
			} else if discs, contradicted := g.contradicted(); contradicted &&
				int(data[at+6]) != bits.OnesCount64(g.Final().Black()) {
				err = fmt.Errorf("the result is %+g, but the moves lead to %+d", g.Result.Discs, discs)
			}
			if err != nil {
				err = fmt.Errorf("game %d (byte %d): %w", i+1, at, err)
			}
			if !yield(g, err) {
				return
			}
		}
	}, nil
}

func (g *Annotated) setWTHOR(record []byte, names WTHORNames) error {
	number := func(i int) uint16 { return binary.LittleEndian.Uint16(record[i:]) }
	g.Game = *engine.NewGame()
	g.Place = lookUp(names.Tournaments, "tournament", number(0))
	g.Black = lookUp(names.Players, "player", number(2))
	g.White = lookUp(names.Players, "player", number(4))
	if record[6] > 64 {
		return fmt.Errorf("the result has %d black discs: must be 0 to 64", record[6])
	}
	g.Result = &Result{Discs: 2*float64(record[6]) - 64}
	p := g.Start
	moves := bytes.TrimRight(record[8:], "\x00")
	for i, code := range moves { // 10 × row + column, both from 1
		row, column := int(code)/10-1, int(code)%10-1
		if row < 0 || row > 7 || column < 0 || column > 7 {
			return fmt.Errorf("move %d: %d is not a square: squares are numbered from 11 (a1) to 88 (h8)", i+1, code)
		}
		move := engine.At(column, row)
		if err := engine.CheckLegal(p, move); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
		g.Moves = append(g.Moves, move)
		p = p.Play(move).Settle()
	}
	return nil
}

// ParseWTHORPlayers parses the players' names in a file WTHOR.JOU.
func ParseWTHORPlayers(data []byte) ([]string, error) { return parseNames(data, wthorPlayer) }

// ParseWTHORTournaments parses the tournaments' names in a file WTHOR.TRN.
func ParseWTHORTournaments(data []byte) ([]string, error) { return parseNames(data, wthorTournament) }

// parseNames parses names of a fixed length, which end at the first zero byte.
func parseNames(data []byte, length int) ([]string, error) {
	if len(data) < wthorHeader {
		return nil, fmt.Errorf("the file has %d bytes, but a WTHOR file begins with a header of %d", len(data), wthorHeader)
	}
	count := int(binary.LittleEndian.Uint16(data[8:]))
	if want := wthorHeader + length*count; len(data) != want {
		return nil, fmt.Errorf("the file has %d bytes, but the %d names of its header need %d: "+
			"the file is truncated or damaged", len(data), count, want)
	}
	names := make([]string, count)
	for i := range names {
		name, _, _ := bytes.Cut(data[wthorHeader+length*i:][:length], []byte{0})
		names[i] = strings.TrimSpace(latin1(name))
	}
	return names, nil
}

// latin1 decodes ISO 8859-1, where each byte is its code point.
func latin1(text []byte) string {
	runes := make([]rune, len(text))
	for i, b := range text {
		runes[i] = rune(b)
	}
	return string(runes)
}
