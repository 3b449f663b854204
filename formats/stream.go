package formats

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/internal/files"
)

// EachGame calls visit for each game of a file until it returns an error. It skips unreadable games, and counts them.
// A file of transcripts may have any size, because it is read line by line; others are read whole. A file of
// positions is an error. Errors name the file, but for those of visit.
func EachGame(start engine.Position, path string, visit func(*engine.Game) error) (lost Unreadable, err error) {
	file, err := files.Open(path)
	if err != nil {
		return lost, err
	}
	defer file.Close()
	const head = 1 << 16
	from := bufio.NewReaderSize(file, head)
	begin, _ := from.Peek(head) // what is wrong shows again where it is read
	if kindOf(path, bytes.TrimPrefix(begin, []byte(byteOrderMark))) != Transcript {
		return eachOf(start, path, visit)
	}
	games := 0
	var stop error
	var wrong error
	lost = eachTranscript(start, lines(from, &wrong), func(game *engine.Game) error {
		games++
		stop = visit(game)
		return stop
	})
	switch {
	case stop != nil:
		return lost, stop
	case wrong != nil:
		return lost, fmt.Errorf("%s: %w", path, wrong)
	case games+lost.Games == 0:
		return lost, fmt.Errorf("%s: nothing in it; %s", path, Kinds)
	}
	if lost.Games > 0 {
		lost.First = fmt.Errorf("%w; %s", lost.First, Kinds)
	}
	return lost, nil
}

// eachOf is EachGame for a file that is read whole.
func eachOf(start engine.Position, path string, visit func(*engine.Game) error) (Unreadable, error) {
	file, err := readFile(start, path, true)
	if err == nil && len(file.Problems) > 0 {
		err = fmt.Errorf("%s holds positions: name a file of games", path)
	}
	for i := range file.Games {
		if err != nil {
			break
		}
		err = visit(&file.Games[i].Game)
	}
	return file.Lost, err
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
			if line = content(line); line != "" && !yield(n, line) {
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

// eachTranscript calls visit for each transcript in lines until it returns an error. Few lines that are not games on
// their own may be one game together.
func eachTranscript(start engine.Position, lines iter.Seq2[int, string], visit func(*engine.Game) error) (
	lost Unreadable) {
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
		_ = visit(game)
		return lost
	}
	for game, err := range transcripts(start, all) {
		if err != nil {
			lost.add(err)
		} else if visit(game) != nil {
			break
		}
	}
	return lost
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
	game, err := engine.ParseTranscriptFrom(start, strings.Join(texts, "\n"))
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
			parsed, err := engine.ParseTranscriptFrom(start, strings.Join(game, "\n"))
			if game = game[:0]; err != nil {
				err = fmt.Errorf("line %d: %w", from, err)
			}
			return yield(parsed, err)
		}
		for line := range lines {
			if number, _ := engine.CutNumber(line.text); number <= 1 || len(game) == 0 {
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
