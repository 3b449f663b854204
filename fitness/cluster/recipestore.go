package cluster

import (
	"bytes"
	"sync"

	"evothello/internal/files"
	"evothello/players"
)

// A recipeStore holds the encoded recipes in the tasks of a Play. Each worker requests each recipe once.
type recipeStore struct {
	mu       sync.Mutex
	contents map[string][]byte // encoded recipes by hash
	hashes   map[*players.Recipe]string
	tables   recentTables // pattern tables that the recipes use
}

// add adds a recipe if it is new, and returns its hash.
func (s *recipeStore) add(r *players.Recipe) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	if hash, there := s.hashes[r]; there {
		return hash
	}
	if s.contents == nil {
		s.contents, s.hashes = map[string][]byte{}, map[*players.Recipe]string{}
	}
	content := r.Content()
	hash := hashOf(content)
	s.contents[hash], s.hashes[r] = content, hash
	// Local cores report the error of invalid weights.
	if w := r.Weights; w != nil && w.Tables != "" && w.Validate() == nil {
		s.tables.add(w.PatternTables())
	}
	return hash
}

// hashOf returns the hash of a recipe's content. It is equal to players.Recipe.Hash.
func hashOf(content []byte) string { return files.SHA256(content) }

// batch returns recipes as a JSON array in the order of hashes: all before the first one that is missing or
// does not fit into a message of most bytes.
func (s *recipeStore) batch(hashes []string, most int) []byte {
	s.mu.Lock()
	defer s.mu.Unlock()
	var found [][]byte
	size := len("[]")
	for _, hash := range hashes {
		data := s.contents[hash]
		if size += len(data) + len(","); data == nil || size > most {
			break
		}
		found = append(found, data)
	}
	return append(append([]byte("["), bytes.Join(found, []byte(","))...), ']')
}

// clear removes all recipes. Tables stay, because recipes of the next Play may use them.
func (s *recipeStore) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.contents, s.hashes = nil, nil
}
