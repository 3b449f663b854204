package formats

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"regexp"
	"strconv"
	"strings"

	"evothello/engine"
)

// ParseGGF parses any number of games in the Generic Game Format. Between games there may be other text, and counts as
// in "2 (;…;)(;…;)" for a synchro pair. Passes may be written or left out. If the start position has no side to move,
// Black moves first. Tags without a field in Annotated are skipped.
//
// An unreadable game is left out and gives an error in wrong. A result that contradicts the moves is kept, but also
// gives an error. Errors contain the game's number in the file and the line, and for a bad move its number, not
// counting passes.
func ParseGGF(text string) (games []Annotated, wrong []error) { return collect(eachGGF(text)) }

// eachGGF iterates over the games of a text. Each has a game, an error, or both. Text without a tag between the games
// is no game.
func eachGGF(text string) iter.Seq2[*Annotated, error] {
	return func(yield func(*Annotated, error) bool) {
		r := &ggfReader{rest: text, line: 1}
		for number := 1; ; {
			if r.skip(ggfBlanks + "0123456789);"); r.rest == "" {
				return
			}
			next := r.untilGame()
			if next > 0 && strings.IndexByte(r.rest[:next], '[') < 0 {
				err := r.errorf("found %q where a game must begin with (;", r.next())
				if r.take(next); !yield(nil, err) {
					return
				}
				continue
			}
			game := &Annotated{Number: number}
			tags, err := r.tags()
			if err != nil {
				r.take(r.untilGame())
			} else {
				err = game.setGGF(tags)
			}
			if err != nil {
				game = nil
			} else {
				err = game.checkResult(tags)
			}
			if err != nil {
				err = fmt.Errorf("game %d, %w", number, err)
			}
			if number++; !yield(game, err) {
				return
			}
		}
	}
}

const (
	maxGGFText = 64 << 10 // the longest tag, in bytes
	ggfBlanks  = " \t\r\n"
)

// A ggfReader reads a text; line is the line of the first character of rest.
type ggfReader struct {
	rest string
	line int
}

// A ggfTag is a tag as written.
type ggfTag struct {
	name, text string
	line       int
}

func (r *ggfReader) take(n int) (taken string) {
	taken, r.rest = r.rest[:n], r.rest[n:]
	r.line += strings.Count(taken, "\n")
	return taken
}

func (r *ggfReader) skip(cutset string) string {
	return r.take(len(r.rest) - len(strings.TrimLeft(r.rest, cutset)))
}

// untilGame returns the length of the text before a possible beginning of the next game, or before the end.
func (r *ggfReader) untilGame() int {
	if next := strings.Index(r.rest, "(;"); next >= 0 {
		return next
	}
	return len(r.rest)
}

func (r *ggfReader) errorf(format string, args ...any) error {
	return fmt.Errorf("line %d: %w", r.line, fmt.Errorf(format, args...))
}

// endsGame reports whether another game begins in a text, after the end of one or on its own line. Then
// the text's closing bracket is missing.
func endsGame(text string) bool { return strings.Contains(text, "(;") && nextGame.MatchString(text) }

var nextGame = regexp.MustCompile(`(;\)|\n)\s*\(;`)

// tags reads a game's tags, from "(;" to ";)".
func (r *ggfReader) tags() (tags []ggfTag, err error) {
	if !strings.HasPrefix(r.rest, "(;") {
		return nil, r.errorf("found %q where a game must begin with (;", r.next())
	}
	r.take(2)
	for r.skip(ggfBlanks); !strings.HasPrefix(r.rest, ";)"); r.skip(ggfBlanks) {
		if r.rest == "" {
			return nil, r.errorf("the text ends before the ;) that ends a game")
		}
		tag, next := ggfTag{line: r.line}, r.next()
		tag.name = r.skip("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
		end := strings.IndexByte(r.rest[:min(maxGGFText, len(r.rest))], ']')
		switch {
		case end < 0 && len(r.rest) > maxGGFText:
			return nil, r.errorf("the text of tag %q does not end within %d bytes", next, maxGGFText)
		case tag.name == "" || end < 1 || r.rest[0] != '[' || endsGame(r.rest[:end]):
			return nil, r.errorf("%q is not a tag: want TAG[text]", next)
		}
		tag.text = r.take(end + 1)[1:end]
		tags = append(tags, tag)
	}
	r.take(2)
	return tags, nil
}

// next returns the beginning of the rest, for errors.
func (r *ggfReader) next() string {
	word, _, _ := strings.Cut(r.rest[:min(len(r.rest), 20)], "\n")
	return strings.TrimSpace(word)
}

// setGGF sets the game's fields from its tags.
func (g *Annotated) setGGF(tags []ggfTag) error {
	g.Start = engine.Start()
	var moves []ggfTag
	for _, tag := range tags {
		if tag.name == "B" || tag.name == "W" {
			moves = append(moves, tag)
		} else if err := g.setTag(tag.name, tag.text); err != nil {
			return fmt.Errorf("line %d: %w", tag.line, err)
		}
	}
	return g.playGGF(moves)
}

func (g *Annotated) setTag(name, text string) (err error) {
	switch name {
	case "GM":
		if !strings.EqualFold(strings.TrimSpace(text), "othello") {
			return fmt.Errorf("GM[%.40s]: only games of Othello can be read", text)
		}
	case "TY":
		if strings.ContainsAny(text, "aA") {
			return fmt.Errorf("TY[%.40s]: games of anti-Othello cannot be read", text)
		}
	case "PC":
		g.Place = text
	case "DT":
		g.Date = text
	case "PB":
		g.Black = text
	case "PW":
		g.White = text
	case "CO":
		g.Comment = text
	case "RE":
		g.Result, err = parseGGFResult(text)
	case "BO":
		g.Start, err = parseGGFBoard(text)
	}
	return err
}

// checkResult returns an error if the moves reach the end of the game with another result than the
// file's. Both ways to count are accepted: with the empty squares for the winner, or with the discs alone.
// With a komi, or if the file says how the game ended, the result may differ from the moves'.
func (g *Annotated) checkResult(tags []ggfTag) error {
	if g.Result == nil || g.Result.How != "" {
		return nil
	}
	line := 0
	for _, tag := range tags {
		switch {
		case tag.name == "RE":
			line = tag.line
		case tag.name == "KM" || tag.name == "KB" || tag.name == "KW",
			tag.name == "TY" && strings.ContainsAny(tag.text, "kK"):
			return nil
		}
	}
	if discs, contradicted := g.contradicted(); contradicted {
		return fmt.Errorf("line %d: the result is RE[%s], but the moves lead to %+d", line, g.Result.ggf(), discs)
	}
	return nil
}

// contradicted reports whether the moves reach the end of the game with other discs than the result's. Both ways to
// count are accepted.
func (g *Annotated) contradicted() (discs int, is bool) {
	final := g.Final()
	discs, lying := final.FinalDiff(), final.DiscDiff()
	if final.Side == engine.White {
		discs, lying = -discs, -lying
	}
	return discs, final.Over() && g.Result.Discs != float64(discs) && g.Result.Discs != float64(lying)
}

func parseGGFResult(text string) (*Result, error) {
	discs, how, _ := strings.Cut(strings.TrimSpace(text), ":")
	if discs == "" || discs == "?" {
		return nil, nil
	}
	value, err := parseNumber(discs)
	if err != nil {
		return nil, fmt.Errorf("result RE[%.40s]: want Black's discs minus White's, such as +12.000, or ?", text)
	}
	return &Result{Discs: value, How: how}, nil
}

// parseGGFBoard parses the size, the squares a1 b1 … h8, and the side to move.
func parseGGFBoard(text string) (engine.Position, error) {
	text = strings.TrimSpace(text)
	squares := strings.TrimLeft(text, "0123456789")
	start := engine.Start()
	if size := text[:len(text)-len(squares)]; size != "8" {
		shape, err := engine.ShapeNamed(size)
		if err != nil || !shape.IsLarge() {
			return engine.Position{}, fmt.Errorf("start position BO[%.40s]: only boards of size 8, 10, 12 … 26 can be "+
				"read", text)
		}
		start = shape.Start
	}
	board, side, is := start.CutSide(squares)
	if !is {
		return engine.Position{}, fmt.Errorf("start position BO[%.80s]: want %d, then %d squares of *, O and -, then * or O "+
			"to move", text, start.Columns(), start.Size())
	}
	return engine.ParseBoard(board, cmp.Or(side, "*"))
}

func parseNumber(text string) (float64, error) {
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, fmt.Errorf("%.40q is not a number", text)
	}
	return v, nil
}

// playGGF plays the moves from the start position. It skips passes after the end of the game, which some
// programs write.
func (g *Annotated) playGGF(moves []ggfTag) error {
	p := g.Start
	for _, m := range moves {
		side := engine.White
		if m.name == "B" {
			side = engine.Black
		}
		move, remark, err := parseGGFMove(p, m.text)
		if move != engine.Pass && p.Side != side {
			p = p.Settle()
		}
		switch {
		case err != nil:
		case move == engine.Pass && p.Over():
			continue
		case p.Side != side:
			err = fmt.Errorf("%s[%.40s]: it is %s's move", ggfColour[side], m.text, p.Side)
		default:
			err = engine.CheckLegal(p, move)
		}
		if err != nil {
			return fmt.Errorf("line %d: move %d: %w", m.line, len(g.Moves)+1, err)
		}
		p = p.Play(move)
		if g.Passed = move == engine.Pass; g.Passed {
			continue
		}
		if remark != (Remark{}) {
			if g.Remarks == nil {
				g.Remarks = map[int]Remark{}
			}
			g.Remarks[len(g.Moves)] = remark
		}
		g.Moves = append(g.Moves, move)
	}
	return nil
}

// parseGGFMove parses "F5" or "PA", with or without "/eval/seconds". Both numbers may be missing or
// empty.
func parseGGFMove(p engine.Position, text string) (move engine.Square, remark Remark, err error) {
	parts := strings.Split(text, "/")
	if move, err = p.ParseMove(strings.TrimSpace(parts[0])); err != nil {
		return move, remark, err
	}
	if len(parts) > 3 {
		return move, remark, fmt.Errorf("%.40q: want square/evaluation/seconds", text)
	}
	for i, field := range []**float64{&remark.Eval, &remark.Seconds} {
		if len(parts) <= i+1 || strings.TrimSpace(parts[i+1]) == "" {
			continue
		}
		value, err := parseNumber(parts[i+1])
		if err != nil {
			return move, remark, fmt.Errorf("%.40q: %w", text, err)
		}
		*field = &value
	}
	return move, remark, nil
}
