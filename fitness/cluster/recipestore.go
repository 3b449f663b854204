package cluster

import (
	"bytes"
	"sync"

	"evothello/internal/files"
	"evothello/players"
)

// A recipeStore holds the encoded players of the tasks that workers have. Each worker asks for each of
// them once.
type recipeStore struct {
	mu       sync.Mutex
	contents map[string][]byte // of recipes, by hash
	hashes   map[*players.Recipe]string
	tables   tables // that recipes name
}

// put adds a player if it is new, and returns its hash.
func (s *recipeStore) put(r *players.Recipe) string {
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
	if w := r.Weights; w != nil && w.Tables != "" && w.Validate() == nil { // else our cores will say what is wrong
		s.tables.add(w.Learnt())
	}
	return hash
}

// hashOf names content as players.Recipe.Hash does.
func hashOf(content []byte) string { return files.SHA256(content) }

// some returns recipes as a JSON array, in the order asked for: all up to the first that is missing or does
// not fit into the message.
func (s *recipeStore) some(hashes []string, most int) []byte {
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

// clear removes all players. Tables stay, as workers may ask for them in the next Play.
func (s *recipeStore) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.contents, s.hashes = nil, nil
}
