//go:build !js

package web

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"time"

	"evothello/internal/files"
	"evothello/report/plots"
	"evothello/runs"
	"evothello/ui/playerlist"
)

// A directoryView is the data that the page shows for a working directory of any kind.
type directoryView struct {
	Kind      string                      `json:"kind"` // kind of the directory, see runs.Kind.Name
	Name      string                      `json:"name"`
	Live      bool                        `json:"live"`
	Progress  runs.Standing               `json:"progress"`
	Player    *playerlist.DirectoryPlayer `json:"player"` // the player in the directory, null if there is none
	Charts    []plots.Chart               `json:"charts"`
	Tables    []tableView                 `json:"tables"`    // tables of results, once there are any
	Downloads []string                    `json:"downloads"` // names of the files that can be downloaded
	// Tournament holds the fields that only tournaments have.
	Tournament *tournamentView `json:"tournament,omitempty"`
}

// A tableView is a table of results, a CSV file.
type tableView struct {
	File    string     `json:"file"`
	Columns []string   `json:"columns"`
	Rows    [][]string `json:"rows"`
	LeftOff int        `json:"left_off"` // number of rows left off because the table is too long
}

// maxRows is the maximum number of rows of a shown table.
const maxRows = 200

// The files of results that several kinds of directories have.
const (
	historyFile = "history.csv"
	resultsFile = "results.json"
)

// kindOf returns the kind of a listed directory. It refuses other names, so that no request can lead to another path.
func (s *Server) kindOf(name string) (*runs.Kind, error) {
	if kind := runs.Directories(s.Runs)[name]; kind != nil {
		return kind, nil
	}
	return nil, refusef(http.StatusNotFound, "there is no run %.100q", name)
}

// refresh is how long the state of a live directory is kept if its files do not show when it changed.
const refresh = 10 * time.Second

// stamp returns a text that changes when a directory changes, and when it has changed.
func (s *Server) stamp(kind *runs.Kind, name string) (stamp string, updated time.Time) {
	dir := s.dir(name)
	stamp, updated = kind.Stamp(dir)
	if kind.Checkpoint == "" && runs.InUse(dir) { // its progress is in folders below
		stamp += time.Now().Truncate(refresh).String()
	}
	return kind.Name() + " " + stamp, updated
}

// directory returns the view of a directory of any kind. Its charts are those of history.csv.
func (s *Server) directory(kind *runs.Kind, name string) (*directoryView, error) {
	progress, err := kind.Standing(s.dir(name))
	if err != nil {
		return nil, err
	}
	v, err := s.newDirectoryView(kind, name, progress)
	if err != nil {
		return nil, err
	}
	dir := files.At(s.dir(name))
	history, err := dir.Read(historyFile, files.MaxJournal)
	if files.IsMissing(err) {
		return v, nil
	}
	if err == nil {
		var charts []plots.Chart
		charts, err = plots.HistoryCharts(history)
		v.Charts = append(v.Charts, charts...)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir.Path(historyFile), err)
	}
	return v, nil
}

// newDirectoryView returns a view without charts.
func (s *Server) newDirectoryView(kind *runs.Kind, name string,
	p runs.Standing) (*directoryView, error) {
	dir := files.At(s.dir(name))
	v := &directoryView{
		Kind: kind.Name(), Name: name, Progress: p, Player: s.players.OfDirectory(name),
		Charts: []plots.Chart{}, Tables: []tableView{}, Downloads: []string{},
	}
	if p.Finished {
		for _, file := range kind.Tables {
			table, err := readTable(dir, file)
			if files.IsMissing(err) {
				continue
			}
			if err != nil {
				return nil, err
			}
			v.Tables = append(v.Tables, table)
		}
	}
	var err error
	if v.Tournament, err = tournamentOf(kind, dir, v.Tables); err != nil {
		return nil, err
	}
	for _, file := range downloadsOf(kind) {
		if info, err := dir.Stat(file); err == nil && info.Mode().IsRegular() {
			v.Downloads = append(v.Downloads, file)
		}
	}
	return v, nil
}

// downloadsOf lists the names of the files that can be downloaded from directories of a kind, if they exist.
func downloadsOf(kind *runs.Kind) []string {
	all := []string{kind.Config}
	if len(kind.Outputs) > 0 {
		all = append(all, kind.Outputs[0]) // the player
	}
	return slices.Concat(all, []string{historyFile, runs.TimingFile, resultsFile}, kind.Tables)
}

func readTable(dir *files.Dir, name string) (tableView, error) {
	data, err := dir.Read(name, files.MaxGames)
	if err != nil {
		return tableView{}, err
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(lines) == 0 {
		return tableView{}, fmt.Errorf("%s is not a CSV table: %w", dir.Path(name), err)
	}
	for _, line := range lines {
		for i := range line {
			line[i] = files.CSVField(line[i])
		}
	}
	rows := lines[1:]
	shown := rows[:min(len(rows), maxRows)]
	return tableView{name, lines[0], append([][]string{}, shown...), len(rows) - len(shown)}, nil
}
