package runs

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"hash"

	"evothello/evolution"
	"evothello/internal/files"
)

// Schema is the version of checkpoint.json.
const Schema = 3

// A checkpoint is the state after a finished generation, without its past, for which it
// says how far the journal reaches. It is the commit point: every other file but
// run.json and the journal follows from the two.
type checkpoint struct {
	files.Checked
	Run        string          `json:"run"` // SHA-256 of run.json
	Generation int             `json:"generation"`
	Journal    extent          `json:"journal"`
	Model      json.RawMessage `json:"model"` // an evolution.ModelState
}

// An extent is the part of the journal that a checkpoint is built on: what is beyond it
// belongs to a generation that was not finished.
type extent struct {
	Bytes int64  `json:"bytes"`
	Sum   string `json:"sum"` // their SHA-256
}

// Marshal writes the checkpoint as its file holds it.
func (c *checkpoint) Marshal() []byte { return files.EncodeChecked(c) }

// newCheckpoint is the checkpoint of a state, up to which the journal is as given.
func newCheckpoint(c *evolution.Config, state *evolution.State, journal extent) *checkpoint {
	model, err := json.Marshal(state.Model)
	if err != nil {
		panic("runs: " + err.Error()) // a state is plain data
	}
	return &checkpoint{Checked: files.Checked{Schema: Schema}, Run: c.Hash(), Generation: state.Generation,
		Journal: journal, Model: model}
}

// A past is what the journal says up to a checkpoint.
type past struct {
	rows      []evolution.Row
	champions []evolution.Champion
	journal   []byte
}

// parseCheckpoint reads a checkpoint of the run with that configuration, with its past
// from the journal.
func parseCheckpoint(data, journal []byte, config *evolution.Config) (state *evolution.State, p *past, err error) {
	var c checkpoint
	if err := files.DecodeChecked(data, Schema, &c); err != nil {
		return nil, nil, err
	}
	if err := Evolution.CheckConfig(c.Run, config.Hash()); err != nil {
		return nil, nil, err
	}
	if p, err = c.readJournal(journal); err != nil {
		return nil, nil, badJournal{err, &c}
	}
	state, err = evolution.Restore(config, c.Generation, c.Model, p.champions)
	return state, p, err
}

// A badJournal is the error of a journal that does not bear a sound checkpoint out.
type badJournal struct {
	error
	checkpoint *checkpoint
}

// readJournal reads as much of the journal as the checkpoint is built on.
func (c *checkpoint) readJournal(journal []byte) (*past, error) {
	e := c.Journal
	if e.Bytes < 0 || e.Bytes > int64(len(journal)) {
		return nil, fmt.Errorf("it has %d bytes, and the checkpoint is built on %d", len(journal), e.Bytes)
	}
	p := &past{journal: journal[:e.Bytes]}
	if files.SHA256(p.journal) != e.Sum {
		return nil, errors.New("it does not match the checkpoint's checksum of it")
	}
	for line := range bytes.Lines(p.journal) {
		var o evolution.Outcome
		if err := json.Unmarshal(line, &o); err != nil || o.Row.Generation != len(p.rows)+1 {
			return nil, fmt.Errorf("line %d is not about generation %d", len(p.rows)+1, len(p.rows)+1)
		}
		p.add(&o)
	}
	if len(p.rows) != c.Generation {
		return nil, fmt.Errorf("it has %d lines for %d generations", len(p.rows), c.Generation)
	}
	return p, nil
}

// add adds a generation, but not to the journal.
func (p *past) add(o *evolution.Outcome) {
	p.rows = append(p.rows, o.Row)
	if o.Champion != nil {
		p.champions = append(p.champions, *o.Champion)
	}
}

// journalLine is a generation as the journal holds it.
func journalLine(o *evolution.Outcome) []byte {
	line, err := json.Marshal(o)
	if err != nil {
		panic("runs: " + err.Error()) // an outcome is plain data
	}
	return append(line, '\n')
}

// A journalSum is the length and the checksum of a journal, which it follows while lines are added.
type journalSum struct {
	bytes int64
	hash  hash.Hash
}

func sumJournal(journal []byte) *journalSum {
	s := &journalSum{hash: sha256.New()}
	s.add(journal)
	return s
}

func (s *journalSum) add(lines []byte) {
	s.bytes += int64(len(lines))
	s.hash.Write(lines)
}

func (s *journalSum) extent() extent { return extent{s.bytes, hex.EncodeToString(s.hash.Sum(nil))} }
