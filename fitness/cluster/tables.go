package cluster

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go"

	"evothello/evaluators/patterns"
	"evothello/players"
)

// Learnt tables travel beside the recipes that name them, as files, in as many messages as
// it takes: a file has megabytes, a message one of them at most. A worker asks for each once.

// tables are those that were needed last, oldest first.
type tables []*patterns.Tables

// mostTables are kept, some ten megabytes each.
const mostTables = 8

// find returns the tables with a hash, nil if they are not there.
func (all tables) find(hash string) *patterns.Tables {
	for _, t := range all {
		if t.Hash() == hash {
			return t
		}
	}
	return nil
}

// add adds tables, unless they are there, and returns those that make room for them, nil if
// there is room enough.
func (all *tables) add(t *patterns.Tables) (dropped *patterns.Tables) {
	if all.find(t.Hash()) != nil {
		return nil
	}
	*all = append(*all, t)
	if len(*all) > mostTables {
		dropped = (*all)[0]
		*all = slices.Delete(*all, 0, 1)
	}
	return dropped
}

// A part is what a worker asks for: as much of a file of tables as fits into a message.
type part struct {
	Tables string `json:"tables"` // their hash
	From   int    `json:"from"`   // bytes that the worker has
}

// sendTables answers a worker that asks for tables. An empty answer is that there is no more.
func (a *Arena) sendTables(m *nats.Msg) {
	var p part
	if json.Unmarshal(m.Data, &p) == nil {
		_ = m.Respond(a.store.part(p, int(a.conn.MaxPayload())))
	}
}

// part returns as much of a tables file as fits into a message, if a player in the store uses it.
func (s *recipeStore) part(p part, most int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables.find(p.Tables)
	if t == nil || p.From < 0 || p.From >= len(t.File()) {
		return nil
	}
	rest := t.File()[p.From:]
	return rest[:min(len(rest), most)]
}

// tables asks an arena for a file of tables.
func (w *Worker) tables(arena, hash string) (file []byte, err error) {
	for {
		question, err := json.Marshal(part{hash, len(file)})
		if err != nil {
			return nil, err
		}
		m, err := w.conn.Request(tablesSubjects+arena, question, patience)
		if err != nil {
			return nil, err
		}
		if len(m.Data) == 0 {
			return file, nil
		}
		if file = append(file, m.Data...); len(file) > patterns.MaxFile {
			return nil, fmt.Errorf("tables %s: more than %d MiB", hash, patterns.MaxFile>>20)
		}
	}
}

// attachTables gives a recipe the tables that it names: those of this program, those that came
// before, or else those that ask returns. A recipe without tables needs none.
func (c *recipeCache) attachTables(r *players.Recipe, ask func(hash string) ([]byte, error)) error {
	if r.Weights == nil || r.Weights.Tables == "" {
		return nil
	}
	c.asking.Lock() // another slot may be about to get the same ones
	defer c.asking.Unlock()
	hash := r.Weights.Tables
	t := c.tables.find(hash)
	if t == nil {
		var err error
		if t, err = patterns.Open(hash); err != nil {
			t, err = received(hash, ask)
		}
		if err != nil {
			return err
		}
		if dropped := c.tables.add(t); dropped != nil {
			c.forget(dropped.Hash())
		}
	}
	r.Weights.SetLearnt(t)
	return nil
}

// received are tables from an arena, if they are what was asked for.
func received(hash string, ask func(hash string) ([]byte, error)) (*patterns.Tables, error) {
	file, err := ask(hash)
	if err != nil {
		return nil, err
	}
	t, err := patterns.Read(file)
	if err != nil {
		return nil, fmt.Errorf("the arena has not got the tables %s: %w", hash, err)
	}
	if t.Hash() != hash {
		return nil, fmt.Errorf("the arena has other tables than %s: %s", hash, t.Hash())
	}
	return t, nil
}

// forget drops the recipes that play with tables.
func (c *recipeCache) forget(tables string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.order = slices.DeleteFunc(c.order, func(hash string) bool {
		w := c.recipes[hash].Weights
		if w == nil || w.Tables != tables {
			return false
		}
		delete(c.recipes, hash)
		return true
	})
}
