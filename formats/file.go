package formats

import (
	"bytes"
	"errors"
	"fmt"
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

// A File is the content of a file: games or problems, not both.
type File struct {
	Games    []Annotated
	Problems []Problem
	// Faults are non-fatal problems: GGF games that are left out, wrong results, players without
	// names.
	Faults []error
	Lost   Unreadable // other games that are left out
}

// Unreadable counts unreadable games. ReadFile refuses a file with any of them, and EachGame skips them.
// Unreadable games of a GGF file are Faults of ReadFile.
type Unreadable struct {
	Games int
	First error // the error of the first one
}

func (l *Unreadable) add(err error) {
	if l.Games++; l.Games == 1 {
		l.First = err
	}
}

// ReadSwitch reads weights from a champion file or, if the file's name ends in .py, from a Python
// module. It looks for learnt tables in the same directory and the one above. Errors name the file.
func ReadSwitch(path string) (*weights.Switch, error) {
	data, err := files.Read(path, files.MaxWeights)
	if err != nil {
		return nil, err
	}
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

// ReadFile reads a file of any kind, which it recognises by its content. The names of WTHOR's players
// and tournaments come from the files WTHOR.JOU and WTHOR.TRN in the same directory, if these can be
// read. Transcripts are of games from the given start. Errors name the file; an empty file is an error.
func ReadFile(start engine.Position, path string) (File, error) {
	file, err := readFile(start, path, false)
	if err == nil && file.Lost.Games > 0 {
		return File{}, fmt.Errorf("%s: %w", path, file.Lost.First)
	}
	return file, err
}

// readFile reads a file. If sound is set it skips unreadable games, and Lost counts them.
func readFile(start engine.Position, path string, sound bool) (File, error) {
	data, err := files.Read(path, files.MaxGames)
	if err != nil {
		return File{}, err
	}
	file, err := read(start, path, bytes.TrimPrefix(data, []byte(byteOrderMark)), sound)
	if err == nil && len(file.Games)+len(file.Problems)+file.Lost.Games == 0 {
		if err = errors.New("nothing in it; " + Kinds); len(file.Faults) > 0 {
			err = file.Faults[0]
		}
	}
	if err != nil {
		return File{}, fmt.Errorf("%s: %w", path, err)
	}
	return file, nil
}

func read(start engine.Position, path string, data []byte, sound bool) (file File, err error) {
	text := string(data)
	switch kind := kindOf(path, data); {
	case kind == WTHOR:
		var names WTHORNames
		names, file.Faults = namesBeside(path)
		file.Games, file.Lost, err = parseWTHOR(data, names)
	case kind == GGF && sound:
		file.Games, file.Lost = parseGGF(text)
	case kind == GGF:
		file.Games, file.Faults = ParseGGF(text)
	case kind == OBF:
		file.Problems, err = ParseOBF(text)
	default:
		if file.Games, file.Lost = parseTranscripts(start, text); file.Lost.Games > 0 {
			file.Lost.First = fmt.Errorf("%w; %s", file.Lost.First, Kinds)
		}
	}
	return file, err
}

// byteOrderMark is at the beginning of some texts.
const byteOrderMark = "\uFEFF"

// kindOf returns the format of a file with a content, or with one that begins so.
func kindOf(path string, data []byte) Format {
	switch {
	case strings.EqualFold(filepath.Ext(path), ".wtb") || bytes.IndexByte(data, 0) >= 0:
		return WTHOR
	case bytes.Contains(data, []byte("(;")):
		return GGF
	case beginsWithBoard(string(data)):
		return OBF
	}
	return Transcript
}

// beginsWithBoard distinguishes a board from a transcript, whose moves have digits.
func beginsWithBoard(text string) bool {
	for _, line := range contents(text) {
		if end := strings.IndexFunc(line, unicode.IsSpace); end >= 0 {
			line = line[:end]
		}
		return !strings.ContainsAny(line, "12345678")
	}
	return false
}

// namesBeside reads the files of names in the directory of a WTHOR file. The case of their file names
// does not matter. An unreadable file gives no names and an error in wrong.
func namesBeside(path string) (names WTHORNames, wrong []error) {
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		return names, []error{err}
	}
	for _, entry := range entries {
		var parse func([]byte) ([]string, error)
		var into *[]string
		switch strings.ToUpper(entry.Name()) {
		case "WTHOR.JOU":
			parse, into = ParseWTHORPlayers, &names.Players
		case "WTHOR.TRN":
			parse, into = ParseWTHORTournaments, &names.Tournaments
		default:
			continue
		}
		beside := filepath.Join(filepath.Dir(path), entry.Name())
		data, err := files.Read(beside, files.MaxGames)
		if err == nil {
			*into, err = parse(data)
		}
		if err != nil {
			wrong = append(wrong, fmt.Errorf("no names from %s: %w", beside, err))
		}
	}
	return names, wrong
}
