package formats

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/internal/files"
)

// Unreadable is the number of unreadable games in a file, and the first error.
type Unreadable struct {
	Games int
	First error // the error of the first one
}

// EachGame calls visit for each game of a file until visit returns an error. It skips unreadable games and counts them.
// A file of transcripts may have any size, because it is read line by line; other files are read whole. A file of
// positions is an error. Errors name the file, except errors of visit.
func EachGame(start engine.Position, path string, visit func(*engine.Game) error) (lost Unreadable, err error) {
	file, err := files.Open(path)
	if err != nil {
		return lost, err
	}
	defer file.Close()
	const head = 1 << 16
	from := bufio.NewReaderSize(file, head)
	begin, _ := from.Peek(head) // an error here returns when the rest is read
	var failed error
	format := formatOf(start, path, strings.TrimPrefix(string(begin), byteOrderMark))
	games := eachTranscript(start, lines(from, &failed))
	if format != Transcript {
		whole, err := readContent(start, path, nil)
		if err == nil && whole.games == nil {
			err = fmt.Errorf("%s holds positions: name a file of games", path)
		}
		if err != nil {
			return lost, err
		}
		games = whole.games
	}
	empty := true
	for game, wrong := range games {
		empty = false
		if game != nil {
			if err := visit(&game.Game); err != nil {
				return lost, err
			}
		} else if lost.Games++; lost.Games == 1 {
			lost.First = wrong
		}
	}
	switch {
	case failed != nil:
		return lost, fmt.Errorf("%s: %w", path, failed)
	case empty:
		return lost, fmt.Errorf("%s: there is no content; %s", path, Kinds)
	case lost.Games > 0 && format == Transcript:
		lost.First = fmt.Errorf("%w; %s", lost.First, Kinds)
	}
	return lost, nil
}

// maxLine is the longest line of a file of transcripts, in bytes.
const maxLine = 1 << 20

// lines iterates over the lines of a text like contents. wrong is set if reading fails.
func lines(from io.Reader, wrong *error) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		scanner := bufio.NewScanner(from)
		scanner.Buffer(nil, maxLine)
		n := 0
		for scanner.Scan() {
			n++
			line := scanner.Text()
			if n == 1 {
				line = strings.TrimPrefix(line, byteOrderMark)
			}
			if line = uncommented(line); line != "" && !yield(n, line) {
				return
			}
		}
		if *wrong = scanner.Err(); errors.Is(*wrong, bufio.ErrTooLong) {
			*wrong = fmt.Errorf("line %d has more than %d bytes; %s", n+1, maxLine, Kinds)
		}
	}
}

// longestGame is the most lines that one game without move numbers may take: more than it has moves.
const longestGame = 100

// A textLine is a line of a text with its number.
type textLine struct {
	number int
	text   string
}

// eachTranscript iterates over the games of transcripts, or what is wrong with them. If a line is no game on its own,
// but all lines joined are one game, it is that game (up to longestGame lines).
func eachTranscript(start engine.Position, lines iter.Seq2[int, string]) iter.Seq2[*Annotated, error] {
	return func(yield func(*Annotated, error) bool) {
		next, stop := iter.Pull2(lines)
		defer stop()
		var first []textLine // as many as one game may have, and one more
		for len(first) <= longestGame {
			n, text, more := next()
			if !more {
				break
			}
			first = append(first, textLine{n, text})
		}
		all := func(yield func(textLine) bool) {
			for _, line := range first {
				if !yield(line) {
					return
				}
			}
			for n, text, more := next(); more && yield(textLine{n, text}); n, text, more = next() {
			}
		}
		if game := oneGame(start, first); game != nil {
			yield(&Annotated{Game: *game, Number: 1}, nil)
			return
		}
		number := 0
		for game, err := range transcripts(start, all) {
			number++
			var annotated *Annotated
			if err == nil {
				annotated = &Annotated{Game: *game, Number: number}
			}
			if !yield(annotated, err) {
				return
			}
		}
	}
}

// oneGame returns the game that all lines are together if they are not games on their own, else nil.
func oneGame(start engine.Position, lines []textLine) *engine.Game {
	if len(lines) > longestGame {
		return nil
	}
	games, wrong := 0, false
	for _, err := range transcripts(start, slices.Values(lines)) {
		games++
		wrong = wrong || err != nil
	}
	if !wrong || games == 1 {
		return nil
	}
	texts := make([]string, len(lines))
	for i, line := range lines {
		texts[i] = line.text
	}
	game, err := engine.ParseGame(start, strings.Join(texts, "\n"))
	if err != nil {
		return nil
	}
	return game
}

// transcripts iterates over the games in lines, or what is wrong with them. A line that begins with a move number
// above 1 continues the game before it.
func transcripts(start engine.Position, lines iter.Seq[textLine]) iter.Seq2[*engine.Game, error] {
	return func(yield func(*engine.Game, error) bool) {
		var game []string
		from := 0 // number of its first line
		parse := func() bool {
			if len(game) == 0 {
				return true
			}
			parsed, err := engine.ParseGame(start, strings.Join(game, "\n"))
			if game = game[:0]; err != nil {
				err = fmt.Errorf("line %d: %w", from, err)
			}
			return yield(parsed, err)
		}
		for line := range lines {
			if number, _ := engine.CutNumber(engine.PlainMoves(line.text)); number <= 1 || len(game) == 0 {
				if !parse() {
					return
				}
				from = line.number
			}
			game = append(game, line.text)
		}
		parse()
	}
}
