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

// A checkpoint is the state after a finished generation. The earlier generations are not in it, but in a
// prefix of the journal that it identifies. The checkpoint is the commit point: all files except run.json and
// the journal can be made from run.json, the journal and the checkpoint.
type checkpoint struct {
	files.Checked
	Run        string          `json:"run"` // SHA-256 of run.json
	Generation int             `json:"generation"`
	Journal    journalPrefix   `json:"journal"`
	Optimizer  json.RawMessage `json:"optimizer"` // an evolution.OptimizerState
}

// A journalPrefix is the part of the journal that belongs to a checkpoint. Lines after it belong to a generation that
// was not finished.
type journalPrefix struct {
	Bytes int64  `json:"bytes"`
	Sum   string `json:"sum"` // SHA-256 of the bytes
}

// Marshal returns the content of checkpoint.json.
func (c *checkpoint) Marshal() []byte { return files.EncodeChecked(c) }

// newCheckpoint returns the checkpoint of a state with a prefix of the journal.
func newCheckpoint(c *evolution.Config, state *evolution.State, journal journalPrefix) *checkpoint {
	optimizer, err := json.Marshal(state.Optimizer)
	if err != nil {
		panic("runs: " + err.Error()) // a state is plain data
	}
	return &checkpoint{Checked: files.Checked{Schema: Schema}, Run: c.Hash(), Generation: state.Generation,
		Journal: journal, Optimizer: optimizer}
}

// A journalContent is the decoded journal up to a checkpoint.
type journalContent struct {
	rows      []evolution.Row
	champions []evolution.Champion
	raw       []byte
}

// parseCheckpoint decodes a checkpoint of a run with its configuration, and the journal up to the checkpoint.
func parseCheckpoint(data, journal []byte,
	config *evolution.Config) (state *evolution.State, p *journalContent, err error) {
	var c checkpoint
	if err := files.DecodeChecked(data, Schema, &c); err != nil {
		return nil, nil, err
	}
	if err := Evolution.CheckConfig(c.Run, config.Hash()); err != nil {
		return nil, nil, err
	}
	sound, err := c.Journal.of(journal)
	if err != nil {
		return nil, nil, journalError{err, &c}
	}
	if p, err = c.decodeJournal(sound); err != nil {
		err = journalError{err, &c}
	} else {
		state, err = evolution.Restore(config, c.Generation, c.Optimizer, p.champions)
	}
	if err != nil {
		if changed := changedScorer(sound); changed != nil {
			err = changed
		}
		return nil, nil, err
	}
	return state, p, nil
}

// A journalError is the error of a journal that does not match an undamaged checkpoint.
type journalError struct {
	error
	checkpoint *checkpoint
}

// of returns the prefix of a journal, undamaged.
func (p journalPrefix) of(journal []byte) ([]byte, error) {
	if p.Bytes < 0 || p.Bytes > int64(len(journal)) {
		return nil, fmt.Errorf("it has %d bytes, but the checkpoint needs %d", len(journal), p.Bytes)
	}
	if journal = journal[:p.Bytes]; files.SHA256(journal) != p.Sum {
		return nil, errors.New("it does not match its checksum in the checkpoint")
	}
	return journal, nil
}

// decodeJournal decodes the prefix of a journal that belongs to the checkpoint.
func (c *checkpoint) decodeJournal(sound []byte) (*journalContent, error) {
	p := &journalContent{raw: sound}
	for line := range bytes.Lines(p.raw) {
		var o evolution.Outcome
		if err := json.Unmarshal(line, &o); err != nil || o.Row.Generation != len(p.rows)+1 {
			return nil, fmt.Errorf("line %d is not about generation %d", len(p.rows)+1, len(p.rows)+1)
		}
		p.add(&o)
	}
	if len(p.rows) != c.Generation {
		return nil, fmt.Errorf("it has %d generations: must have %d", len(p.rows), c.Generation)
	}
	return p, nil
}

// add adds a generation to the decoded journal.
func (c *journalContent) add(o *evolution.Outcome) {
	c.rows = append(c.rows, o.Row)
	if o.Champion != nil {
		c.champions = append(c.champions, *o.Champion)
	}
}

// journalLine returns the line of a generation in the journal.
func journalLine(o *evolution.Outcome) []byte {
	line, err := json.Marshal(o)
	if err != nil {
		panic("runs: " + err.Error()) // an outcome is plain data
	}
	return append(line, '\n')
}

// A journalHash computes the length and the checksum of a journal while lines are added.
type journalHash struct {
	bytes int64
	hash  hash.Hash
}

func hashJournal(journal []byte) *journalHash {
	s := &journalHash{hash: sha256.New()}
	s.add(journal)
	return s
}

func (s *journalHash) add(lines []byte) {
	s.bytes += int64(len(lines))
	s.hash.Write(lines)
}

func (s *journalHash) prefix() journalPrefix {
	return journalPrefix{s.bytes, hex.EncodeToString(s.hash.Sum(nil))}
}
