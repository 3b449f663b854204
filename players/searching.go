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
	"evothello/evaluators"
	"evothello/formats"
	"evothello/internal/called"
	"evothello/internal/files"
	"evothello/search"
	"evothello/weights"
	"evothello/weights/probcut"
)

// A searchingPlayer plays the moves of a book, and after the book those of a search.
type searchingPlayer struct {
	evaluator func(root engine.Board) evaluators.Evaluator
	settings  search.Settings
	atMost    time.Duration // the clock's limit on settings.Time, 0 for none
	cuts      *probcut.Cuts // nil for a full search
	book      *book
	searcher  *search.Searcher
}

// Evaluating returns a contestant whose players search with the function evaluate. about describes it for
// display.
func Evaluating(about string, evaluate search.Evaluation, settings search.Settings) *Contestant {
	evaluator := func(engine.Board) evaluators.Evaluator { return evaluate }
	makePlayer := func(s *search.Searcher) Player {
		return &searchingPlayer{evaluator: evaluator, settings: settings, searcher: s}
	}
	return &Contestant{About: about + ", " + settings.String(), TableBits: tableBits(settings), New: makePlayer}
}

// tableBits returns the transposition table's size for searches with these settings. It is the smallest
// one that holds most of what a search finds, because a larger one would take up the core's caches.
func tableBits(settings search.Settings) uint {
	switch {
	case settings.Time > 0:
		return search.ClockTableBits
	case settings.Depth > 8 || settings.Nodes > 100_000:
		return search.DefaultTableBits + 4
	case settings.Depth > 6 || settings.Nodes > 10_000:
		return search.DefaultTableBits + 1
	}
	return search.DefaultTableBits
}

// NewGame implements Player.
func (p *searchingPlayer) NewGame(uint64) { p.searcher.NewGame() }

// Move implements Player.
func (p *searchingPlayer) Move(ctx context.Context, at engine.Position) (search.Result, error) {
	if r, ok := p.book.move(at); ok {
		return r, nil
	}
	settings := p.limitedSettings()
	if p.cuts != nil {
		settings.Cuts = p.cuts.At(at.Board)
	}
	return p.searcher.Search(ctx, at.Board, p.evaluator(at.Board), settings), nil
}

// Rank implements Ranker. It uses neither the book, which has no values, nor selective search,
// because the values of all n moves are needed.
func (p *searchingPlayer) Rank(ctx context.Context, at engine.Position, n int, report func([]search.Result)) {
	p.searcher.Rank(ctx, at.Board, p.evaluator(at.Board), p.limitedSettings(), n, report)
}

// AtMost implements Clocked.
func (p *searchingPlayer) AtMost(limit time.Duration) { p.atMost = limit }

// limitedSettings returns the settings within the clock's limit.
func (p *searchingPlayer) limitedSettings() search.Settings {
	settings := p.settings
	if p.atMost > 0 {
		settings.Time = min(settings.Time, p.atMost) // 0, no clock, stays 0
	}
	return settings
}

// Line returns the line of play that the last search expects. For a result of the book it is the
// book's continuation.
func (p *searchingPlayer) Line(at engine.Position, r search.Result) []engine.Square {
	if r.Depth == 0 {
		return p.book.line(at)
	}
	return p.searcher.Line(at.Board, r)
}

// A withWeights kind evaluates positions with weights.
type withWeights interface {
	Kind
	weights() (*weights.Switch, error)
}

// searching is the kind of players that search with weights after an opening book.
type searching struct {
	set        string          // default weights
	who        string          // what they are, in words; "" if their name says so
	defaults   search.Settings // default search
	usesBook   string          // default opening book; "" for none
	asFileSays bool            // a champion file replaces the default search and book

	changes   search.Settings
	algorithm *search.Algorithm // nil if the spec names none
	endgame   *int              // nil if the spec sets none
	book      *book             // the spec's book if namesBook is set; nil for none
	namesBook bool
	setNamed  string
	file      string
	selective string // a fit's file, builtInFit, noFit, or "" if the spec sets none
	library   libraryWeights
	handicap  int // the most discs that it gives away with a move
	seed      uint64
}

// maxHandicap is the largest handicap that a spec may set, in discs.
const maxHandicap = 64

// Options implements Kind.
func (k *searching) Options() []Option {
	options := []Option{
		{"depth", Count(&k.changes.Depth, 1, search.MaxDepth)},
		{"nodes", func(value string) (err error) {
			const most = 1 << 50
			k.changes.Nodes, err = strconv.ParseUint(value, 10, 64)
			if err != nil || k.changes.Nodes < 1 || k.changes.Nodes > most {
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
				return fmt.Errorf("want %s, %s or the path of a file that evolve measure cuts wrote", builtInFit, noFit)
			}
			return nil
		}},
		{"handicap", Count(&k.handicap, 0, maxHandicap)},
	}
	options = append(options, k.library.options("TPEB")...)
	if k.handicap > 0 {
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

// WhyUnrepeatable implements Kind.
func (k *searching) WhyUnrepeatable() string {
	switch {
	case k.file != "":
		return "a file may change; name built-in weights"
	case k.selective != "" && k.selective != noFit:
		return "a fit may change; leave out selective"
	case k.changes.Time > 0 || k.defaults.Time > 0 && k.changes.Depth == 0 && k.changes.Nodes == 0:
		return "with a clock its games cannot be repeated; give depth or nodes"
	case strings.HasPrefix(cmp.Or(k.setNamed, k.set), weights.StrongestName):
		return "the champion changes with the program's version; name other weights"
	}
	return ""
}

func (k *searching) weights() (w *weights.Switch, err error) {
	if k.file != "" {
		w, err = formats.ReadSwitch(k.file)
	} else {
		w, err = weights.Named(cmp.Or(k.setNamed, k.set))
	}
	if err != nil || k.library == nil {
		return w, err
	}
	w = k.library.in(w)
	return w, w.Validate()
}

// settings applies the spec's changes. A depth or node limit replaces a clock, and a clock
// replaces a depth.
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
	settings, book := k.defaults, k.usesBook
	if k.asFileSays && k.file != "" {
		settings, book = w.Settings(), ""
	}
	if k.namesBook {
		book = k.book.named()
	}
	settings, err := k.settings(settings)
	if err != nil {
		return nil, err
	}
	fit, err := k.fit(w, &settings)
	if err != nil {
		return nil, err
	}
	return &Recipe{Weights: w, Search: &settings, Book: book, Selective: fit, Handicap: k.handicap, Seed: k.seed}, nil
}

// Values of selective= that are not a file.
const (
	builtInFit = "yes"
	noFit      = "no"
)

// fit returns the fit of a selective search, nil for a full search. By default the search is
// selective if a clock alone limits it and a fit for the weights ships with the program.
func (k *searching) fit(w *weights.Switch, settings *search.Settings) (*probcut.Fit, error) {
	remedy := "run `" + called.Evolve("measure", "cuts", "--help") + "`; give the file that comes of it as selective=FILE"
	switch k.selective {
	case noFit:
		return nil, nil
	case "":
		if settings.Time == 0 || settings.Depth > 0 || settings.Algorithm != search.NegaScout || k.handicap > 0 {
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

// libraryTime is the time per move of the reversi library's players with a clock.
const libraryTime = 500 * time.Millisecond
