package cluster

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/nats-io/nats.go"

	"evothello/evaluators/patterns"
	"evothello/players"
)

// Pattern tables are sent separately from the recipes that name them. A file of tables has several megabytes,
// but a message at most one, so a file needs several messages. A worker requests each file once.

// recentTables are the tables that were used last, oldest first.
type recentTables []*patterns.Tables

// maxTables is the maximum length of recentTables. Each has about ten megabytes.
const maxTables = 8

// find returns the tables with a hash, nil if there are none.
func (all recentTables) find(hash string) *patterns.Tables {
	for _, t := range all {
		if t.Hash() == hash {
			return t
		}
	}
	return nil
}

// add adds tables unless they are there already. It returns the tables that it removes to make room, nil if
// it removes none.
func (all *recentTables) add(t *patterns.Tables) (dropped *patterns.Tables) {
	if all.find(t.Hash()) != nil {
		return nil
	}
	*all = append(*all, t)
	if len(*all) > maxTables {
		dropped = (*all)[0]
		*all = slices.Delete(*all, 0, 1)
	}
	return dropped
}

// A tablesPart is the request for a part of a file of tables: as much of it as fits into a message.
type tablesPart struct {
	Tables string `json:"tables"` // hash of the tables
	From   int    `json:"from"`   // number of bytes that the worker already has
}

// sendTables answers a worker's request for a part of tables. The answer is empty after the end of the file.
func (a *Arena) sendTables(m *nats.Msg) {
	var p tablesPart
	if json.Unmarshal(m.Data, &p) == nil {
		respond(m, a.store.tablesPart(p, int(a.conn.MaxPayload())))
	}
}

// tablesPart returns as much of a file of tables as fits into most bytes, nil if the store has no such
// tables.
func (s *recipeStore) tablesPart(p tablesPart, most int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	t := s.tables.find(p.Tables)
	if t == nil || p.From < 0 || p.From >= len(t.File()) {
		return nil
	}
	rest := t.File()[p.From:]
	return rest[:min(len(rest), most)]
}

// requestTables requests a file of tables from an arena.
func (w *Worker) requestTables(arena, hash string) (file []byte, err error) {
	for {
		question, err := json.Marshal(tablesPart{hash, len(file)})
		if err != nil {
			return nil, err
		}
		m, err := w.conn.Request(tablesSubjects+arena, question, serverTimeout)
		if err != nil {
			return nil, err
		}
		if len(m.Data) == 0 {
			return file, nil
		}
		if file = append(file, m.Data...); len(file) > patterns.MaxFile {
			return nil, fmt.Errorf("the tables %s are larger than %d MiB", hash, patterns.MaxFile>>20)
		}
	}
}

// attachTables gives a recipe the tables that it names, if any. It takes them from the cache or from those
// built into this program, else it fetches them.
func (c *recipeCache) attachTables(r *players.Recipe, fetch func(hash string) ([]byte, error)) error {
	if r.Weights == nil || r.Weights.Tables == "" {
		return nil
	}
	c.fetching.Lock() // another slot may be fetching the same tables
	defer c.fetching.Unlock()
	hash := r.Weights.Tables
	t := c.tables.find(hash)
	if t == nil {
		var err error
		if t, err = patterns.Open(hash); err != nil {
			t, err = fetchTables(hash, fetch)
		}
		if err != nil {
			return err
		}
		if dropped := c.tables.add(t); dropped != nil {
			c.dropRecipesWith(dropped.Hash())
		}
	}
	r.Weights.SetPatternTables(t)
	return nil
}

// fetchTables fetches tables and checks their hash.
func fetchTables(hash string, fetch func(hash string) ([]byte, error)) (*patterns.Tables, error) {
	file, err := fetch(hash)
	if err != nil {
		return nil, err
	}
	t, err := patterns.Read(file)
	if err != nil {
		return nil, fmt.Errorf("the arena sent invalid tables %s: %w", hash, err)
	}
	if t.Hash() != hash {
		return nil, fmt.Errorf("the arena sent the wrong tables: %s instead of %s", t.Hash(), hash)
	}
	return t, nil
}

// dropRecipesWith removes the recipes that use tables with a hash.
func (c *recipeCache) dropRecipesWith(tables string) {
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
