package players

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	"evothello/engine"
	"evothello/internal/names"
	"evothello/search"
)

// A book holds a move for every position of some openings and their symmetric forms. A nil book
// is empty.
type book struct {
	name  string
	moves map[engine.Position]engine.Square
}

//go:embed joseki.json
var josekiJSON []byte

// books returns the opening books of the reversi library by canonical name. They hold nearly the
// same variations and differ in the branch that they prefer.
var books = sync.OnceValue(func() map[string]*book {
	var named map[string]map[string]string
	if err := json.Unmarshal(josekiJSON, &named); err != nil {
		panic("players: joseki.json: " + err.Error())
	}
	all := make(map[string]*book, len(named))
	for name, moves := range named {
		b, err := newBook(name, moves)
		if err != nil {
			panic("players: joseki.json: " + err.Error())
		}
		all[Canonical(name)] = b
	}
	return all
})

// newBook parses positions and moves. The moves must be legal.
func newBook(name string, moves map[string]string) (*book, error) {
	b := &book{name: name, moves: make(map[engine.Position]engine.Square, len(moves))}
	for position, move := range moves {
		p, err := engine.ParsePosition(position)
		if err != nil {
			return nil, fmt.Errorf("book %s: %w", name, err)
		}
		s, err := engine.ParseSquare(move)
		if err == nil {
			err = engine.CheckLegal(p, s)
		}
		if err != nil {
			return nil, fmt.Errorf("book %s, %s: %w", name, position, err)
		}
		b.moves[p] = s
	}
	return b, nil
}

// noBook is the value of book= for no book.
const noBook = "none"

// namedBook returns a book by its name, which may be in any case. It returns nil for noBook.
func namedBook(name string) (*book, error) {
	if b, ok := books()[Canonical(name)]; ok || Canonical(name) == noBook {
		return b, nil
	}
	known := []string{noBook}
	for _, key := range slices.Sorted(maps.Keys(books())) {
		known = append(known, books()[key].name)
	}
	return nil, names.New("book", name, known)
}

// A bookName is the name of an opening book, "" for none.
type bookName string

// UnmarshalText sets the book's name in its standard spelling.
func (n *bookName) UnmarshalText(text []byte) error {
	b, err := namedBook(string(text))
	if *n = ""; b != nil {
		*n = bookName(b.name)
	}
	return err
}

// move returns the book's move. Its result was not searched: Depth is 0, and there is no score.
func (b *book) move(p engine.Position) (r search.Result, ok bool) {
	if b != nil {
		r.Move, ok = b.moves[p]
	}
	return r, ok
}

// line returns the moves that follow in the book.
func (b *book) line(p engine.Position) (line []engine.Square) {
	for r, ok := b.move(p); ok; r, ok = b.move(p) {
		line = append(line, r.Move)
		p = p.Play(r.Move)
	}
	return line
}

// Opening returns the name of the reversi library's opening book that a game follows. After the game has left
// all books, the last one that it followed counts. Opening returns "" while several books match, and if none
// does. The first move does not count, because all first moves are symmetric.
func Opening(g *engine.Game) string {
	if g.Start != engine.Start() || len(g.Moves) == 0 {
		return ""
	}
	followed := slices.Collect(maps.Values(books()))
	p := g.Start.Play(g.Moves[0])
	for _, move := range g.Moves[1:] {
		p = p.Settle()
		left := slices.DeleteFunc(slices.Clone(followed), func(b *book) bool {
			r, has := b.move(p)
			return !has || r.Move != move
		})
		if len(left) == 0 {
			break
		}
		followed, p = left, p.Play(move)
	}
	if len(followed) > 1 {
		return ""
	}
	return followed[0].name
}
