package tables

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"iter"
	"os"

	"evothello/engine"
	"evothello/internal/files"
)

// A game file begins with storeMagic and the gamesID of its games. Chunks follow. A chunk is a head and
// a body. The head is the number of games (2 bytes), the length of the body (2 bytes), and a CRC-32C of
// both and the body (4 bytes). The body is games: the number of moves (1 byte), the number of random
// moves at the start (1 byte), and the moves, six bits each, the first in the lowest bits. The last
// chunk has no games and a body of 8 bytes: the number of games in the file. Numbers are little-endian.
const (
	storeMagic = "evothello games 1\n"
	chunkGames = 32 // games in each chunk; only the last one with games may have fewer
	chunkHead  = 8
	maxMoves   = 60
	maxChunk   = chunkGames * (2 + (6*maxMoves+7)/8) // bytes, without the head
)

// A gamesID is the SHA-256 of everything that a file's games depend on.
type gamesID [32]byte

// headLen is the length of the file before the chunks.
const headLen = len(storeMagic) + len(gamesID{})

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// encodeChunk returns a chunk with a body of that many games.
func encodeChunk(games int, body []byte) []byte {
	chunk := make([]byte, chunkHead, chunkHead+len(body))
	binary.LittleEndian.PutUint16(chunk, uint16(games))
	binary.LittleEndian.PutUint16(chunk[2:], uint16(len(body)))
	binary.LittleEndian.PutUint32(chunk[4:], checksum(chunk, body))
	return append(chunk, body...)
}

func checksum(head, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(head[:4], castagnoli), castagnoli, body)
}

// encodeGames returns a chunk of at most chunkGames games.
func encodeGames(games []Game) []byte {
	var body []byte
	for i := range games {
		body = games[i].append(body)
	}
	return encodeChunk(len(games), body)
}

// endChunk returns the last chunk of a file of that many games.
func endChunk(games int) []byte {
	return encodeChunk(0, binary.LittleEndian.AppendUint64(nil, uint64(games)))
}

func (g *Game) append(out []byte) []byte {
	out = append(out, byte(len(g.Moves)), byte(g.Random))
	held, bits := uint(0), 0
	for _, move := range g.Moves {
		held |= uint(move) << bits
		if bits += 6; bits >= 8 {
			out = append(out, byte(held))
			held, bits = held>>8, bits-8
		}
	}
	if bits > 0 {
		out = append(out, byte(held))
	}
	return out
}

// errDamaged is the error of an invalid encoding.
var errDamaged = errors.New("damaged")

// decodeGame decodes the first game of a body and returns the bytes after it. It appends the moves to
// the given ones, so that the games of a chunk share an array.
func decodeGame(body []byte, moves []engine.Square) (g Game, left []byte, all []engine.Square, err error) {
	if len(body) < 2 || body[0] > maxMoves || body[1] > body[0] || len(body) < 2+(6*int(body[0])+7)/8 {
		return g, nil, moves, errDamaged
	}
	n, from := int(body[0]), len(moves)
	g.Random, body = int(body[1]), body[2:]
	held, bits := uint(0), 0
	for range n {
		if bits < 6 {
			held |= uint(body[0]) << bits
			body, bits = body[1:], bits+8
		}
		moves = append(moves, engine.Square(held&63))
		held, bits = held>>6, bits-6
	}
	g.Moves = moves[from:len(moves):len(moves)]
	if held != 0 || !g.finished() {
		return g, nil, moves, errDamaged
	}
	return g, body, moves, nil
}

// finished reports whether the moves are legal and end the game.
func (g *Game) finished() bool {
	b := engine.StartBoard()
	legal := b.Moves()
	for _, move := range g.Moves {
		if legal&move.Bit() == 0 {
			return false
		}
		b = b.Play(move)
		if legal = b.Moves(); legal == 0 {
			b = b.Swap()
			legal = b.Moves()
		}
	}
	return legal == 0
}

// decodeGames decodes the body of a chunk of that many games.
func decodeGames(games int, body []byte) (all []Game, err error) {
	all = make([]Game, games)
	moves := make([]engine.Square, 0, games*maxMoves)
	for i := range all {
		if all[i], body, moves, err = decodeGame(body, moves); err != nil {
			return nil, err
		}
	}
	if len(body) > 0 {
		return nil, errDamaged
	}
	return all, nil
}

// A chunkReader reads a game file chunk by chunk.
type chunkReader struct {
	from     io.Reader
	games    int   // in the chunks so far
	valid    int64 // length of the file up to the end of these chunks, in bytes
	complete bool  // the last chunk has been read
	body     [maxChunk]byte
}

// newChunkReader reads the beginning of a file.
func newChunkReader(from io.Reader) (r *chunkReader, id gamesID, err error) {
	var head [headLen]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return nil, id, fmt.Errorf("not a file of games: %w", errDamaged)
	}
	if !bytes.HasPrefix(head[:], []byte(storeMagic)) {
		return nil, id, errors.New("not a file of games")
	}
	copy(id[:], head[len(storeMagic):])
	return &chunkReader{from: from, valid: int64(headLen)}, id, nil
}

// next reads a chunk and returns its number of games and its body. The body is valid until the next
// call. The last chunk sets complete and has no games.
func (r *chunkReader) next() (games int, body []byte, err error) {
	var head [chunkHead]byte
	if _, err := io.ReadFull(r.from, head[:]); err != nil {
		return 0, nil, errDamaged
	}
	games, size := int(binary.LittleEndian.Uint16(head[:])), int(binary.LittleEndian.Uint16(head[2:]))
	if games > chunkGames || size > maxChunk {
		return 0, nil, errDamaged
	}
	body = r.body[:size]
	if _, err := io.ReadFull(r.from, body); err != nil || checksum(head[:], body) != binary.LittleEndian.Uint32(head[4:]) {
		return 0, nil, errDamaged
	}
	if games == 0 {
		_, err := io.ReadFull(r.from, head[:1])
		if err != io.EOF || size != 8 || binary.LittleEndian.Uint64(body) != uint64(r.games) {
			return 0, nil, errDamaged
		}
		r.complete = true
	}
	r.games += games
	r.valid += int64(chunkHead + size)
	return games, body, nil
}

// readGames iterates over the games of a file. An error names the file and ends the iteration.
func readGames(dir *files.Dir, name string) iter.Seq2[Game, error] {
	return func(visit func(Game, error) bool) {
		err := eachChunk(dir, name, func(games int, body []byte) (bool, error) {
			all, err := decodeGames(games, body)
			if err != nil {
				return false, err
			}
			for _, g := range all {
				if !visit(g, nil) {
					return false, nil
				}
			}
			return true, nil
		})
		if err != nil {
			visit(Game{}, err)
		}
	}
}

// eachChunk visits the chunks of a file until visit returns false. Errors name the file.
func eachChunk(dir *files.Dir, name string, visit func(games int, body []byte) (bool, error)) error {
	file, err := dir.Open(name)
	if err != nil {
		return err
	}
	defer file.Close()
	invalid := func(err error) error {
		return fmt.Errorf("%s: %w: delete the file, and resume makes it again", dir.Path(name), err)
	}
	r, _, err := newChunkReader(bufio.NewReaderSize(file, 1<<16))
	if err != nil {
		return invalid(err)
	}
	for {
		games, body, err := r.next()
		if err != nil {
			return invalid(err)
		}
		if r.complete {
			return nil
		}
		if more, err := visit(games, body); err != nil {
			return invalid(err)
		} else if !more {
			return nil
		}
	}
}

// A store appends games to a game file.
type store struct {
	journal  *files.Journal
	games    int  // in the file
	complete bool // the file has all its games
}

// openStore opens a game file for appending, or makes it. It truncates the file after the last valid
// chunk. A file with another ID is an error.
func openStore(dir *files.Dir, name string, id gamesID) (*store, error) {
	s := new(store)
	valid, err := s.check(dir, name, id)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", dir.Path(name), err)
	}
	if s.journal, err = dir.Journal(name, valid); err != nil || valid > 0 {
		return s, err
	}
	return s, s.journal.Add(append([]byte(storeMagic), id[:]...))
}

// check counts the games of a file and returns the length of its valid part, 0 if there is no file.
func (s *store) check(dir *files.Dir, name string, id gamesID) (valid int64, err error) {
	file, err := dir.Open(name)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	r, found, err := newChunkReader(bufio.NewReaderSize(file, 1<<16))
	switch {
	case errors.Is(err, errDamaged):
		return 0, nil // truncated before the first chunk
	case err != nil:
		return 0, fmt.Errorf("%w: move the file away, and resume makes it again", err)
	case found != id:
		return 0, errors.New("its games belong to another tables.json or another player: move the file away")
	}
	for !r.complete {
		if _, _, err := r.next(); err != nil {
			break // truncated here
		}
	}
	s.games, s.complete = r.games, r.complete
	return r.valid, nil
}

// restart empties the store.
func (s *store) restart(dir *files.Dir, name string, id gamesID) error {
	s.journal.Close()
	if err := dir.Remove(name); err != nil {
		return err
	}
	fresh, err := openStore(dir, name, id)
	if err == nil {
		*s = *fresh
	}
	return err
}

// add appends a chunk of that many games. Only the last chunk may hold fewer than chunkGames.
func (s *store) add(games int, chunk []byte) error {
	if err := s.journal.Add(chunk); err != nil {
		return err
	}
	s.games += games
	return s.journal.SyncEverySecond()
}

// end appends the last chunk, which marks the file as complete.
func (s *store) end() error {
	if err := s.journal.Add(endChunk(s.games)); err != nil {
		return err
	}
	s.complete = true
	return s.journal.Sync()
}

func (s *store) close() { s.journal.Close() }

// countGames counts the valid games of a file, 0 if there is no file.
func countGames(dir *files.Dir, name string) (games int, complete bool) {
	file, err := dir.Open(name)
	if err != nil {
		return 0, false
	}
	defer file.Close()
	r, _, err := newChunkReader(bufio.NewReaderSize(file, 1<<16))
	for err == nil && !r.complete {
		_, _, err = r.next()
	}
	if r == nil {
		return 0, false
	}
	return r.games, r.complete
}
