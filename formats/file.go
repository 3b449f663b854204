package formats

import (
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"unicode"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/internal/files"
	"evothello/weights"
)

// Kinds describes the files that ReadFile reads, for help texts and errors.
const Kinds = "a file holds games as GGF, as WTHOR (.wtb) or a transcript a line, or positions as OBF or a board a line"

// A File is the content of a file or a pasted text: games or problems, not both.
type File struct {
	Games    []Annotated
	Problems []Problem
	// Faults are errors that do not prevent reading the rest: games that are left out, wrong results, players without
	// names.
	Faults []error
}

// ReadSwitch reads weights from a champion file or, if the file's name ends in .py, from a Python module. It looks for
// pattern tables in the file's directory and its parent directory. Errors name the file.
func ReadSwitch(path string) (*weights.Switch, error) {
	data, err := files.Read(path, files.MaxWeights)
	if err != nil {
		return nil, err
	}
	return ParseSwitch(path, data)
}

// ParseSwitch is ReadSwitch for a file whose content is already in data.
func ParseSwitch(path string, data []byte) (*weights.Switch, error) {
	parse := func(data []byte) (*weights.Switch, error) {
		dir := filepath.Dir(path)
		return weights.Read(data, dir, filepath.Join(dir, ".."))
	}
	if IsPython(path) {
		parse = ReadPython
	}
	s, err := parse(data)
	if err != nil {
		damaged := path
		if tables, are := errors.AsType[*patterns.FileError](err); are {
			damaged = tables.Path
		}
		return nil, &files.Damaged{Path: damaged, Err: fmt.Errorf("%s: %w", path, err)}
	}
	return s, nil
}

// ReadFile reads a file of games or positions in any format that Kinds lists. It recognises the format by the content.
// For a WTHOR file, names of players and tournaments come from the files in names, see IsNames, or from WTHOR.JOU and
// WTHOR.TRN in the same directory. Transcripts begin at the given start position. Errors name the file; a file without
// a readable game or position is an error.
func ReadFile(start engine.Position, path string, names ...string) (File, error) {
	c, err := readContent(start, path, names)
	if err != nil {
		return File{}, err
	}
	file, err := c.file(Kinds)
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", path, err)
	}
	return file, nil
}

// A content is a text whose format is known.
type content struct {
	format   Format
	games    iter.Seq2[*Annotated, error] // a game, what is wrong with it, or both; nil for problems
	problems []Problem
	faults   []error // of the file as a whole
}

// readContent reads and recognises a file. Its games are parsed later.
func readContent(start engine.Position, path string, names []string) (c content, err error) {
	data, err := files.Read(path, files.MaxGames)
	if err != nil {
		return c, err
	}
	named := func() (WTHORNames, []error) { return namesOf(path, names) }
	if c, err = recognise(start, path, string(data), named); err != nil {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return c, err
}

// recognise returns the content of a text, or of the file with a path. names returns the names of WTHOR's players.
func recognise(start engine.Position, path, text string, names func() (WTHORNames, []error)) (c content, err error) {
	text = strings.TrimPrefix(text, byteOrderMark)
	switch c.format = formatOf(start, path, text); c.format {
	case WTHOR:
		var known WTHORNames
		known, c.faults = names()
		c.games, err = eachWTHOR([]byte(text), known)
	case GGF:
		c.games = eachGGF(text)
	case Board:
		var p engine.Position
		p, err = parseBoard(start, text)
		c.problems = []Problem{{Position: p, Line: 1}}
	case OBF:
		c.problems, err = ParseOBF(text)
	default:
		c.games = eachTranscript(start, contents(text))
	}
	return c, err
}

// file parses all games. If nothing is readable, the error ends with what the readable kinds are.
func (c content) file(kinds string) (File, error) {
	file := File{Problems: c.problems, Faults: c.faults}
	if c.games != nil {
		games, wrong := collect(c.games)
		file.Games, file.Faults = games, append(file.Faults, wrong...)
	}
	switch {
	case len(file.Games)+len(file.Problems) > 0:
		return file, nil
	case len(file.Faults) == len(c.faults):
		return File{}, errors.New("there is no content; " + kinds)
	case c.format == Transcript:
		return File{}, fmt.Errorf("%w; %s", file.Faults[0], kinds)
	}
	return File{}, file.Faults[len(c.faults)]
}

// maxWrong is the number of errors after which the rest of a text is skipped.
const maxWrong = 1000

// collect returns the games, and up to maxWrong errors.
func collect(all iter.Seq2[*Annotated, error]) (games []Annotated, wrong []error) {
	for game, err := range all {
		if game != nil {
			games = append(games, *game)
		}
		if err != nil {
			wrong = append(wrong, err)
		}
		if len(wrong) == maxWrong {
			return games, append(wrong, errors.New("too many errors: the rest was not read"))
		}
	}
	return games, wrong
}

// byteOrderMark is at the beginning of some texts.
const byteOrderMark = "\uFEFF"

// formatOf returns the format of a file with a content, or with one that begins so.
func formatOf(start engine.Position, path, text string) Format {
	switch {
	case strings.EqualFold(filepath.Ext(path), ".wtb") || strings.IndexByte(text, 0) >= 0:
		return WTHOR
	case strings.Contains(text, "(;"):
		return GGF
	case isBoard(start, path, text):
		return Board
	case beginsWithBoard(text):
		return OBF
	}
	return Transcript
}

// beginsWithBoard distinguishes a board from a transcript, whose moves have digits.
func beginsWithBoard(text string) bool {
	for _, line := range contents(text) {
		if engine.IsLink(line) {
			return false
		}
		if end := strings.IndexFunc(line, unicode.IsSpace); end >= 0 {
			line = line[:end]
		}
		return !strings.ContainsAny(engine.PlainMoves(line), "12345678")
	}
	return false
}

// IsNames reports whether a path has the file extension of WTHOR's player names (.jou) or tournament names (.trn).
func IsNames(path string) bool {
	ext := strings.ToLower(filepath.Ext(path))
	return ext == ".jou" || ext == ".trn"
}

// namesOf reads the names of a WTHOR file: those of the given files, else of WTHOR.JOU and WTHOR.TRN in the same
// directory. The case of their file names does not matter. An unreadable file gives no names and an error in wrong.
func namesOf(path string, given []string) (names WTHORNames, wrong []error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		wrong = append(wrong, err)
	}
	var all []string
	for _, entry := range entries {
		if strings.EqualFold(entry.Name(), "wthor.jou") || strings.EqualFold(entry.Name(), "wthor.trn") {
			all = append(all, filepath.Join(filepath.Dir(path), entry.Name()))
		}
	}
	for _, beside := range append(all, given...) {
		parse, into := ParseWTHORPlayers, &names.Players
		if strings.EqualFold(filepath.Ext(beside), ".trn") {
			parse, into = ParseWTHORTournaments, &names.Tournaments
		}
		data, err := files.Read(beside, files.MaxGames)
		if err == nil {
			var read []string
			if read, err = parse(data); err == nil {
				*into = read
			}
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("cannot read names from %s: %w", beside, err))
		}
	}
	return names, wrong
}
