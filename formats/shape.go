package formats

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/internal/files"
)

// Boards describes the content of a board's file, for help texts and errors.
const Boards = `a board is 64 characters on 1 or 8 lines: X, O, - (empty) and # (hole); ` +
	`or JSON {"board": "…"}; or JSON {"NAME": {"board": "…"}, …}, then choose one as FILE#NAME`

// maxBoardName is the longest name of a board, in bytes.
const maxBoardName = 64

// ReadShape reads a board from a file. The file has the board's 64 squares as text, or JSON with one board or several
// boards by name; PATH#NAME chooses one. A board without a name gets the file's name. Errors name the file.
func ReadShape(path string) (engine.Shape, error) {
	path, chosen := splitChoice(path)
	data, err := files.Read(path, files.MaxSettings)
	if err != nil {
		return engine.Shape{}, err
	}
	shape, err := parseShape(nameOf(path), chosen, bytes.TrimPrefix(data, []byte("\uFEFF")))
	if err != nil {
		return engine.Shape{}, fmt.Errorf("%s: %w", path, err)
	}
	return shape, nil
}

// splitChoice splits FILE#NAME, unless a file with that whole name exists.
func splitChoice(path string) (file, name string) {
	if _, err := os.Stat(path); err == nil {
		return path, ""
	}
	if at := strings.LastIndexByte(path, '#'); at > 0 {
		return path[:at], path[at+1:]
	}
	return path, ""
}

// nameOf returns the name of the board in a file without a board's name.
func nameOf(path string) string {
	base := filepath.Base(path)
	if stem := strings.TrimSuffix(base, filepath.Ext(base)); stem != "" {
		base = stem
	}
	return strings.Join(strings.Fields(base), "-")
}

// parseShape parses a file's content. It returns the board with the chosen name, by default the only one.
func parseShape(name, chosen string, data []byte) (engine.Shape, error) {
	if trimmed := bytes.TrimSpace(data); len(trimmed) == 0 {
		return engine.Shape{}, errors.New("there is no content; " + Boards)
	} else if trimmed[0] != '{' {
		if chosen != "" {
			return engine.Shape{}, fmt.Errorf("the file has one board without a name: leave out #%s", chosen)
		}
		return parseSquares(name, string(data))
	}
	var fields map[string]json.RawMessage
	if err := files.UnmarshalJSON(data, &fields); err != nil {
		return engine.Shape{}, fmt.Errorf("not readable as JSON: %w", err)
	}
	if single, there := fields["board"]; there && len(single) > 0 && single[0] != '{' {
		fields = map[string]json.RawMessage{name: data}
	}
	name, err := choose(fields, chosen)
	if err != nil {
		return engine.Shape{}, err
	}
	var board struct {
		Name  string `json:"name"`
		Board string `json:"board"`
	}
	if err := json.Unmarshal(fields[name], &board); err != nil {
		return engine.Shape{}, fmt.Errorf("board %.80s: %w", name, files.JSONInWords(err))
	}
	if board.Name != "" {
		name = board.Name
	}
	return parseSquares(name, board.Board)
}

// choose returns the name of the chosen board, by default of the only one.
func choose(boards map[string]json.RawMessage, chosen string) (string, error) {
	if _, there := boards[chosen]; there {
		return chosen, nil
	}
	names := slices.Sorted(maps.Keys(boards))
	switch {
	case len(names) == 0:
		return "", errors.New("the JSON has no board; " + Boards)
	case chosen == "" && len(names) == 1:
		return names[0], nil
	}
	const most = 30
	list := strings.Join(names[:min(len(names), most)], ", ")
	if len(names) > most {
		list += fmt.Sprintf(" and %d more", len(names)-most)
	}
	if chosen == "" {
		return "", fmt.Errorf("the file has %d boards: choose one as FILE#NAME: %s", len(names), list)
	}
	return "", fmt.Errorf("the file has no board %q, only %s", chosen, list)
}

func parseSquares(name, squares string) (engine.Shape, error) {
	if len(name) > maxBoardName {
		return engine.Shape{}, fmt.Errorf("board name %.20q… has more than %d bytes", name, maxBoardName)
	}
	return engine.ParseShape(name, squares)
}
