package runs

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"slices"
	"strconv"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/weights"
)

// rebuildJournal writes the journal that a checkpoint is built on again. history.csv and the champions' files hold
// all that it does; the checkpoint's checksum tells whether they are sound themselves.
func (r *Run) rebuildJournal(c *checkpoint) (did string, err error) {
	journal, err := r.journalOfHistory(c.Generation)
	if err == nil && hashJournal(journal).prefix() != c.Journal {
		err = errors.New("it does not follow from " + historyFile + " and the champions' files")
	}
	if err == nil {
		err = r.Write(journalFile, journal)
	}
	return fmt.Sprintf("is made again from %s and %s", historyFile, championsDir), err
}

// journalOfHistory returns the journal up to a generation.
func (r *Run) journalOfHistory(generation int) (journal []byte, err error) {
	data, err := r.Read(historyFile, files.MaxGames)
	if err != nil {
		return nil, err
	}
	lines, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(lines) <= generation {
		return nil, fmt.Errorf("%s has %d generations: must have %d", historyFile, max(0, len(lines)-1), generation)
	}
	for _, line := range lines[1 : generation+1] {
		h := historyFields{header: lines[0], line: line}
		o := evolution.Outcome{Row: h.row(r.Config.GeneGroups())}
		if o.Row.Promoted {
			if o.Champion, err = r.championOfHistory(&h, &o.Row); err != nil {
				return nil, err
			}
		}
		if h.err != nil {
			return nil, h.err
		}
		journal = append(journal, journalLine(&o)...)
	}
	return journal, nil
}

// championOfHistory returns the champion that a generation promoted.
func (r *Run) championOfHistory(h *historyFields, row *evolution.Row) (*evolution.Champion, error) {
	data, err := r.Read(archived(row.Generation), files.MaxWeights)
	if err != nil {
		return nil, err
	}
	champion := &evolution.Champion{Generation: row.Generation, ID: evolution.CandidateID(row.Generation), Gate: row.Gate}
	if r.Config.Tunes() {
		p, err := weights.ReadParameters(data)
		if err != nil {
			return nil, err
		}
		champion.Parameters = p.Parameters
	} else {
		s, err := weights.Read(data, r.Path())
		if err != nil {
			return nil, err
		}
		champion.Phases = s.Phases
	}
	if columns := fitness.ScoreColumns(startColumn); r.Config.HasStart() {
		champion.Start = h.counts(columns[len(columns)-1])
	}
	for _, opponent := range r.Config.Reference.Opponents {
		columns := fitness.ScoreColumns(opponent)
		champion.Reference = append(champion.Reference,
			evolution.ReferenceScore{Opponent: opponent, Result: h.counts(columns[len(columns)-1])})
	}
	return champion, nil
}

// historyFields reads the fields of a line of history.csv by their columns. err is the first error.
type historyFields struct {
	header, line []string
	err          error
}

func (h *historyFields) text(column string) string {
	i := slices.Index(h.header, column)
	if i < 0 {
		h.err = errors.Join(h.err, fmt.Errorf("%s has no column %s", historyFile, column))
		return ""
	}
	return h.line[i]
}

func (h *historyFields) int(column string) int {
	n, err := strconv.Atoi(h.text(column))
	h.err = errors.Join(h.err, err)
	return n
}

func (h *historyFields) float(column string) float64 {
	x, err := strconv.ParseFloat(h.text(column), 64)
	h.err = errors.Join(h.err, err)
	return x
}

func (h *historyFields) counts(column string) fitness.Pentanomial {
	n, err := fitness.ParseCounts(h.text(column))
	h.err = errors.Join(h.err, err)
	return n
}

// has reports whether a field is there and is not empty. Earlier versions had fewer columns.
func (h *historyFields) has(column string) bool {
	i := slices.Index(h.header, column)
	return i >= 0 && h.line[i] != ""
}

// row is what historyLine has written.
func (h *historyFields) row(groups []string) evolution.Row {
	row := evolution.Row{
		Generation: h.int("generation"), Best: h.float("best"), Mean: h.float("mean"), Worst: h.float("worst"),
		Spread: h.float("spread"), Diversity: h.float("diversity"), Champion: h.int("champion"),
		Gate: h.counts("gate_results"), Promoted: h.text("promoted") == "true", Games: h.int("games"),
	}
	if h.text("success") != "" {
		row.Heredity = &evolution.Heredity{Success: h.float("success"), Heritability: h.float("heritability")}
		if h.has("parent_age") {
			row.Heredity.Age = h.float("parent_age")
		}
	}
	if h.has("selection") {
		selection := h.float("selection")
		row.Selection = &selection
	}
	for _, group := range groups {
		if column := "genes " + group; h.has(column) {
			row.Genes = append(row.Genes, h.float(column))
		}
	}
	return row
}
