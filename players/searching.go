package players

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/search"
	"evothello/weights"
	"evothello/weights/probcut"
)

// A searching player plays by a book as far as that goes, and then by what a search
// finds.
type searchingPlayer struct {
	evaluator func(root engine.Board) search.Evaluator
	settings  search.Settings
	atMost    time.Duration // a clock's bound on settings.Time, 0 for none
	cuts      *probcut.Cuts // nil for a full search
	book      *book
	searcher  *search.Searcher
}

// Evaluating is a contestant that searches with an evaluation of its own.
func Evaluating(about string, evaluate search.Evaluation, settings search.Settings) *Contestant {
	evaluator := func(engine.Board) search.Evaluator { return evaluate }
	return &Contestant{About: about + ", " + settings.String(), TableBits: tableBits(settings),
		New: func(s *search.Searcher) Player {
			return &searchingPlayer{evaluator: evaluator, settings: settings, searcher: s}
		}}
}

// tableBits is the size of the table for searches of that length.
func tableBits(settings search.Settings) uint {
	if settings.Time > 0 {
		return search.ClockTableBits
	}
	return search.DefaultTableBits
}

func (p *searchingPlayer) NewGame(uint64) { p.searcher.NewGame() }

func (p *searchingPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	if r, ok := p.book.move(at); ok {
		return r, nil
	}
	settings := p.timely()
	if p.cuts != nil {
		settings.Cuts = p.cuts.At(at.Board)
	}
	return p.searcher.Search(ctx, at.Board, p.evaluator(at.Board), settings), nil
}

// Rank implements Ranker. The book, which values nothing, has no part in it, nor is the
// search selective: of several moves the values are wanted.
func (p *searchingPlayer) Rank(ctx context.Context, at engine.Position, n int, report func([]search.Result)) {
	p.searcher.Rank(ctx, at.Board, p.evaluator(at.Board), p.timely(), n, report)
}

// AtMost implements Clocked.
func (p *searchingPlayer) AtMost(limit time.Duration) { p.atMost = limit }

// timely are the settings within the bound that a clock sets.
func (p *searchingPlayer) timely() search.Settings {
	settings := p.settings
	if p.atMost > 0 {
		settings.Time = min(settings.Time, p.atMost) // 0 stays 0
	}
	return settings
}

// Line returns the line of play that the last search expects, or what follows in
// the book if the result is the book's.
func (p *searchingPlayer) Line(at engine.Position, r search.Result) []engine.Square {
	if r.Depth == 0 {
		return p.book.line(at)
	}
	return p.searcher.Line(at.Board, r)
}

// A judging Kind has weights that it judges positions by.
type judging interface {
	Kind
	weights() (*weights.Switch, error)
}

// searching is the kind of players that search with weights, by a book as far as it
// goes.
type searching struct {
	set        string          // name of its weights, unless the spec says otherwise
	usual      search.Settings // its search, as far as the spec does not change it
	usesBook   string          // its opening book, unless the spec says otherwise; "" for none
	asFileSays bool            // with a file it plays as the file says

	changes   search.Settings
	algorithm *search.Algorithm // nil if the spec names none
	endgame   *int              // likewise
	book      *book             // likewise, but nil may be what the spec names
	namesBook bool
	setNamed  string
	file      string
	selective string // a fit's file, builtInFit, noFit, or "" if the spec says nothing
	loss      int    // discs a move that it may give away
	seed      uint64
}

// maxLoss is the largest loss that a player can be told to bear.
const maxLoss = 64

// Options implements Kind.
func (k *searching) Options() []Option {
	options := []Option{
		{"depth", Count(&k.changes.Depth, 1, search.MaxDepth)},
		{"nodes", func(value string) (err error) {
			const most = 1 << 50
			if k.changes.Nodes, err = strconv.ParseUint(value, 10, 64); err != nil || k.changes.Nodes < 1 ||
				k.changes.Nodes > most {
				return fmt.Errorf("want a whole number from 1 to %d", uint64(most))
			}
			return nil
		}},
		{"time", Duration(&k.changes.Time, "a time per move such as 0.5s or 200ms")},
		{"endgame", func(value string) error {
			k.endgame = new(int)
			return Count(k.endgame, 0, search.MaxDepth)(value)
		}},
		{"search", func(value string) error {
			algorithm, err := search.ParseAlgorithm(value)
			k.algorithm = &algorithm
			return err
		}},
		{"weights", func(value string) error {
			k.setNamed = Canonical(value)
			_, err := weights.Named(k.setNamed)
			return errors.Join(err, k.oneSource())
		}},
		{"file", func(value string) error {
			return cmp.Or(Path(&k.file, "a file's path")(value), k.oneSource())
		}},
		{"book", func(value string) (err error) {
			k.namesBook = true
			k.book, err = namedBook(value)
			return err
		}},
		{"selective", func(value string) error {
			if k.selective = value; value == "" {
				return fmt.Errorf("want %s, %s or the path of a file that evolve calibrate wrote", builtInFit, noFit)
			}
			return nil
		}},
		{"loss", Count(&k.loss, 0, maxLoss)},
	}
	if k.loss > 0 {
		options = append(options, Seed(&k.seed))
	}
	return options
}

func (k *searching) oneSource() error {
	if k.file != "" && k.setNamed != "" {
		return errors.New("give weights or file, not both")
	}
	return nil
}

// Varies implements Kind.
func (k *searching) Varies() string {
	switch {
	case k.file != "":
		return "a file may change; name built-in weights"
	case k.selective != "" && k.selective != noFit:
		return "a fit may change; leave out selective"
	case k.changes.Time > 0 || k.usual.Time > 0 && k.changes.Depth == 0 && k.changes.Nodes == 0:
		return "with a clock its games cannot be repeated; give depth or nodes"
	case strings.HasPrefix(cmp.Or(k.setNamed, k.set), weights.ChampionName):
		return "the champion changes with the program's version; name other weights"
	}
	return ""
}

func (k *searching) weights() (*weights.Switch, error) {
	switch {
	case k.file != "":
		return formats.ReadSwitch(k.file)
	case k.setNamed != "":
		return weights.Named(k.setNamed)
	}
	return weights.Named(k.set)
}

// settings applies the spec's changes. A depth or node limit takes the place of a
// clock, and a clock that of a depth.
func (k *searching) settings(s search.Settings) (search.Settings, error) {
	if k.changes != (search.Settings{}) {
		s.Depth, s.Nodes, s.Time = k.changes.Depth, k.changes.Nodes, k.changes.Time
	}
	if k.endgame != nil {
		s.Endgame = *k.endgame
	}
	if k.algorithm != nil {
		s.Algorithm = *k.algorithm
	}
	return s, s.Validate()
}

func (k *searching) recipe(w *weights.Switch) (*Recipe, error) {
	usual, book := k.usual, k.usesBook
	if k.asFileSays && k.file != "" {
		usual, book = w.Settings(), ""
	}
	if k.namesBook {
		book = k.book.named()
	}
	settings, err := k.settings(usual)
	if err != nil {
		return nil, err
	}
	fit, err := k.fit(w, &settings)
	if err != nil {
		return nil, err
	}
	return &Recipe{Weights: w, Search: &settings, Book: book, Selective: fit, Loss: k.loss, Seed: k.seed}, nil
}

// What a spec may say of selective search besides a file.
const (
	builtInFit = "yes"
	noFit      = "no"
)

// fit says how selective the search is, nil for not at all. Where nothing is said it is so
// if a clock alone ends it and the fit for the weights ships with the program.
func (k *searching) fit(w *weights.Switch, settings *search.Settings) (*probcut.Fit, error) {
	remedy := "run `" + called.Evolve("calibrate", "--help") + "`; give the file that comes of it as selective=FILE"
	switch k.selective {
	case noFit:
		return nil, nil
	case "":
		if settings.Time == 0 || settings.Depth > 0 || settings.Algorithm != search.NegaScout || k.loss > 0 {
			return nil, nil
		}
		return probcut.BuiltIn(w), nil
	case builtInFit:
		if fit := probcut.BuiltIn(w); fit != nil {
			return fit, nil
		}
		return nil, fmt.Errorf("selective=%s: no fit for these weights ships with the program: %s", builtInFit, remedy)
	}
	data, err := files.Read(k.selective, files.MaxSettings)
	if err != nil {
		return nil, err
	}
	fit, err := probcut.Read(data)
	if err == nil {
		err = fit.Fits(w)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.selective, err)
	}
	return fit, nil
}

// Contestant implements Kind.
func (k *searching) Contestant() (*Contestant, error) {
	w, err := k.weights()
	if err != nil {
		return nil, err
	}
	r, err := k.recipe(w)
	if err != nil {
		return nil, err
	}
	return r.Contestant()
}

// seedTime is what the reversi library's players with a clock think about a move.
const seedTime = 500 * time.Millisecond
