package cluster

import (
	"bytes"
	"sync"

	"evothello/internal/files"
	"evothello/players"
)

// A shelf has the players of the tasks that are out, as they travel: each is asked for once
// by each worker that needs it.
type shelf struct {
	mu       sync.Mutex
	contents map[string][]byte // of recipes, by hash
	hashes   map[*players.Recipe]string
	tables   tables // that recipes name
}

// put adds a player, unless it is there, and returns its hash.
func (s *shelf) put(r *players.Recipe) string {
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

// some are the first of those asked for as a JSON array: as many as there are, and as fit
// into a message.
func (s *shelf) some(hashes []string, most int) []byte {
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

// clear forgets all players. Tables stay: workers may be about to get them for the next Play.
func (s *shelf) clear() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.contents, s.hashes = nil, nil
}
