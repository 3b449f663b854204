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

// A file of games begins with storeMagic and the name of what decides its games. Chunks
// follow: how many games, how many bytes, a checksum of both and of the bytes, and these.
// A game is the number of its moves, how many of them were drawn by lot, and the moves, six
// bits each, the first in the lowest bits. A chunk of no games, which says how many there
// are in all, is the last. Numbers of more than a byte begin with the lowest.
const (
	storeMagic = "evothello games 1\n"
	packSize   = 32 // games in all chunks but the last with games
	chunkHead  = 8
	maxMoves   = 60
	maxChunk   = packSize * (2 + (6*maxMoves+7)/8) // bytes, without the head
)

// A name is the SHA-256 of what decides a file's games.
type name [32]byte

// headLen is the length of what comes before the chunks.
const headLen = len(storeMagic) + len(name{})

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// seal writes a chunk.
func seal(games int, body []byte) []byte {
	chunk := make([]byte, chunkHead, chunkHead+len(body))
	binary.LittleEndian.PutUint16(chunk, uint16(games))
	binary.LittleEndian.PutUint16(chunk[2:], uint16(len(body)))
	binary.LittleEndian.PutUint32(chunk[4:], sumOf(chunk, body))
	return append(chunk, body...)
}

func sumOf(head, body []byte) uint32 {
	return crc32.Update(crc32.Checksum(head[:4], castagnoli), castagnoli, body)
}

// pack writes a chunk of at most packSize games.
func pack(games []Game) []byte {
	var body []byte
	for i := range games {
		body = games[i].append(body)
	}
	return seal(len(games), body)
}

// last writes the chunk that ends a file of so many games.
func last(games int) []byte {
	return seal(0, binary.LittleEndian.AppendUint64(nil, uint64(games)))
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

// errDamaged is the error of games that were not written as they are read.
var errDamaged = errors.New("damaged")

// cut cuts a game off a chunk. Its moves are appended to the given ones.
func cut(body []byte, moves []engine.Square) (g Game, left []byte, all []engine.Square, err error) {
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

// unpack reads the games of a chunk.
func unpack(games int, body []byte) (all []Game, err error) {
	all = make([]Game, games)
	moves := make([]engine.Square, 0, games*maxMoves) // in one piece
	for i := range all {
		if all[i], body, moves, err = cut(body, moves); err != nil {
			return nil, err
		}
	}
	if len(body) > 0 {
		return nil, errDamaged
	}
	return all, nil
}

// A chunkReader reads a file of games chunk by chunk.
type chunkReader struct {
	from  io.Reader
	games int   // in the chunks so far
	sound int64 // how long these and what comes before them are
	whole bool  // the last chunk has been read
	body  [maxChunk]byte
}

// newChunkReader reads the beginning of a file.
func newChunkReader(from io.Reader) (r *chunkReader, of name, err error) {
	var head [headLen]byte
	if _, err := io.ReadFull(from, head[:]); err != nil {
		return nil, of, fmt.Errorf("not a file of games: %w", errDamaged)
	}
	if !bytes.HasPrefix(head[:], []byte(storeMagic)) {
		return nil, of, errors.New("not a file of games")
	}
	copy(of[:], head[len(storeMagic):])
	return &chunkReader{from: from, sound: int64(headLen)}, of, nil
}

// next reads a chunk: how many games it has, and their bytes, which stay as long as no other
// is read. After the last chunk there are none.
func (r *chunkReader) next() (games int, body []byte, err error) {
	var head [chunkHead]byte
	if _, err := io.ReadFull(r.from, head[:]); err != nil {
		return 0, nil, errDamaged
	}
	games, size := int(binary.LittleEndian.Uint16(head[:])), int(binary.LittleEndian.Uint16(head[2:]))
	if games > packSize || size > maxChunk {
		return 0, nil, errDamaged
	}
	body = r.body[:size]
	if _, err := io.ReadFull(r.from, body); err != nil || sumOf(head[:], body) != binary.LittleEndian.Uint32(head[4:]) {
		return 0, nil, errDamaged
	}
	if games == 0 {
		if _, err := io.ReadFull(r.from, head[:1]); err != io.EOF || size != 8 ||
			binary.LittleEndian.Uint64(body) != uint64(r.games) {
			return 0, nil, errDamaged
		}
		r.whole = true
	}
	r.games += games
	r.sound += int64(chunkHead + size)
	return games, body, nil
}

// readGames streams the games of a file. Its errors name the file; after one there is
// nothing more.
func readGames(path string) iter.Seq2[Game, error] {
	return func(visit func(Game, error) bool) {
		err := eachChunk(path, func(games int, body []byte) (bool, error) {
			all, err := unpack(games, body)
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
func eachChunk(path string, visit func(games int, body []byte) (bool, error)) error {
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	wrong := func(err error) error {
		return fmt.Errorf("%s: %w: delete it, and resume makes it again", path, err)
	}
	r, _, err := newChunkReader(bufio.NewReaderSize(file, 1<<16))
	if err != nil {
		return wrong(err)
	}
	for {
		games, body, err := r.next()
		if err != nil {
			return wrong(err)
		}
		if r.whole {
			return nil
		}
		if more, err := visit(games, body); err != nil {
			return wrong(err)
		} else if !more {
			return nil
		}
	}
}

// A store is a file of games that is added to.
type store struct {
	journal *files.Journal
	games   int  // in it
	whole   bool // it has all its games
}

// openStore opens a file of the games of that name, which is made if it is not there. What
// follows the last sound chunk is cut away. The file of another name is an error.
func openStore(path string, of name) (*store, error) {
	s := new(store)
	sound, err := s.check(path, of)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if s.journal, err = files.OpenJournal(path, sound); err != nil || sound > 0 {
		return s, err
	}
	return s, s.journal.Add(append([]byte(storeMagic), of[:]...))
}

// check finds out how much of a file is sound.
func (s *store) check(path string, of name) (sound int64, err error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return 0, nil
	}
	if err != nil {
		return 0, err
	}
	defer file.Close()
	r, is, err := newChunkReader(bufio.NewReaderSize(file, 1<<16))
	switch {
	case errors.Is(err, errDamaged):
		return 0, nil // cut short at its very beginning
	case err != nil:
		return 0, fmt.Errorf("%w: move it away, and resume makes it again", err)
	case is != of:
		return 0, errors.New("these games are of another learn.json or of another player: move them away")
	}
	for !r.whole {
		if _, _, err := r.next(); err != nil {
			break // here the file was cut short
		}
	}
	s.games, s.whole = r.games, r.whole
	return r.sound, nil
}

// restart empties the store.
func (s *store) restart(path string, of name) error {
	s.journal.Close()
	if err := os.Remove(path); err != nil {
		return err
	}
	fresh, err := openStore(path, of)
	if err == nil {
		*s = *fresh
	}
	return err
}

// add adds a chunk of so many games. All chunks but the last must be full.
func (s *store) add(games int, chunk []byte) error {
	if err := s.journal.Add(chunk); err != nil {
		return err
	}
	s.games += games
	return s.journal.SyncNowAndThen()
}

// end says that these are all games.
func (s *store) end() error {
	if err := s.journal.Add(last(s.games)); err != nil {
		return err
	}
	s.whole = true
	return s.journal.Sync()
}

func (s *store) close() { s.journal.Close() }

// countGames counts the sound games of a file, 0 if there is none.
func countGames(path string) (games int, whole bool) {
	file, err := os.Open(path)
	if err != nil {
		return 0, false
	}
	defer file.Close()
	r, _, err := newChunkReader(bufio.NewReaderSize(file, 1<<16))
	for err == nil && !r.whole {
		_, _, err = r.next()
	}
	if r == nil {
		return 0, false
	}
	return r.games, r.whole
}
