package players

import (
	"cmp"
	"context"
	"errors"
	"fmt"
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

// A searchingPlayer plays the moves of a book, and searches after the book.
type searchingPlayer struct {
	evaluator func(root engine.Board) evaluators.Evaluator
	large     func(root engine.LargeBoard) *evaluators.LargeEvaluator // nil if it does not play on larger boards
	settings  search.Settings
	atMost    time.Duration // the clock's limit on settings.Time, 0 for none
	cuts      *probcut.Cuts // nil for a full search
	book      *book
	searcher  *search.Searcher
}

// Evaluating returns a contestant whose players search with an evaluation function. about is its description
// for display.
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
	if at.IsLarge() {
		b := at.Large()
		return search.Large(ctx, b, p.large(b), settings), nil
	}
	if p.cuts != nil {
		settings.Cuts = p.cuts.At(at.Board)
	}
	return p.searcher.Search(ctx, at.Board, p.evaluator(at.Board), settings), nil
}

// Rank implements Ranker. It does not use the book, which has no values. It does not use selective search,
// because it needs the values of all n moves.
func (p *searchingPlayer) Rank(ctx context.Context, at engine.Position, n int, report func([]search.Result)) {
	if at.IsLarge() {
		b := at.Large()
		search.RankLarge(ctx, b, p.large(b), p.limitedSettings(), n, report)
		return
	}
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

// Line returns the line of play that the last search expects. For a move of the book it is the book's
// continuation. On boards larger than 8×8 it is only the move.
func (p *searchingPlayer) Line(at engine.Position, r search.Result) []engine.Square {
	if at.IsLarge() {
		return []engine.Square{r.Move}
	}
	if r.Depth == 0 {
		return p.book.line(at)
	}
	return p.searcher.Line(at.Board, r)
}

// searching is the kind of players that search with weights after an opening book.
type searching struct {
	set        string          // default weights
	who        string          // description of the weights; "" if the player's name is enough
	defaults   search.Settings // default search
	usesBook   bookName        // default opening book
	asFileSays bool            // a champion file replaces the default search and book

	Depth     int                   `key:"depth" range:"1 to 60"`
	Nodes     uint64                `key:"nodes" range:"1 to 1125899906842624"`
	Time      time.Duration         `key:"time" want:"a time per move such as 0.5s or 200ms"`
	Endgame   *int                  `key:"endgame" range:"0 to 60"`
	Algorithm *search.Algorithm     `key:"search" board:"small"`
	Weights   weightsName           `key:"weights"`
	File      File[*weights.Switch] `key:"file"`
	Book      *bookName             `key:"book" board:"small"`
	Selective string                `key:"selective" board:"small" want:"yes, no or the path of a file that evolve measure cuts wrote"`
	Handicap  int                   `key:"handicap" range:"0 to 64"` // maximum number of discs that it gives away per move
	Library   libraryWeights
	Seeded    `with:"Handicap"`
}

// maxHandicap is the largest handicap in discs.
const maxHandicap = 64

// A weightsName is the name of weights that come with the program, "" for none.
type weightsName string

// UnmarshalText implements encoding.TextUnmarshaler.
func (n *weightsName) UnmarshalText(text []byte) error {
	*n = weightsName(Canonical(string(text)))
	_, err := weights.Named(string(*n))
	return err
}

// WhyUnrepeatable implements Kind.
func (k *searching) WhyUnrepeatable() string {
	switch {
	case k.File.Path != "":
		return "a file may change; name built-in weights"
	case k.Selective != "" && k.Selective != noFit:
		return "a fit may change; leave out selective"
	case k.Time > 0 || k.defaults.Time > 0 && k.Depth == 0 && k.Nodes == 0:
		return "games with a time limit cannot be repeated; give depth or nodes"
	case strings.HasPrefix(cmp.Or(string(k.Weights), k.set), weights.StrongestName):
		return "the champion changes with the program's version; name other weights"
	}
	return ""
}

// hasDefaultWeights reports whether the spec uses the default weights, unchanged.
func (k *searching) hasDefaultWeights() bool {
	return k.Weights == "" && k.File.Path == "" && k.Library.changed == nil
}

func (k *searching) weights() (w *weights.Switch, err error) {
	switch {
	case k.File.Path == "":
		w, err = weights.Named(cmp.Or(string(k.Weights), k.set))
	case k.Weights != "":
		return nil, errors.New("give weights or file, not both")
	default:
		w, err = k.File.Read(formats.ReadSwitch)
	}
	if err != nil || k.Library.changed == nil {
		return w, err
	}
	w = k.Library.in(w)
	return w, w.Validate()
}

// settings applies the spec's changes. A depth or node limit replaces a clock, and a clock
// replaces a depth.
func (k *searching) settings(s search.Settings) (search.Settings, error) {
	if k.Depth > 0 || k.Nodes > 0 || k.Time > 0 {
		s.Depth, s.Nodes, s.Time = k.Depth, k.Nodes, k.Time
	}
	if k.Endgame != nil {
		s.Endgame = *k.Endgame
	}
	if k.Algorithm != nil {
		s.Algorithm = *k.Algorithm
	}
	return s, s.Validate()
}

func (k *searching) recipe() (*Recipe, error) {
	w, err := k.weights()
	if err != nil {
		return nil, err
	}
	settings, book := k.defaults, k.usesBook
	if k.asFileSays && k.File.Path != "" {
		settings, book = w.Settings(), ""
	}
	if k.Book != nil {
		book = *k.Book
	}
	if settings, err = k.settings(settings); err != nil {
		return nil, err
	}
	fit, err := k.fit(w, &settings)
	r := &Recipe{Weights: w, Search: &settings, Book: string(book), Selective: fit, Handicap: k.Handicap, Seed: k.Seed}
	return r, err
}

// Contestant implements Kind.
func (k *searching) Contestant() (*Contestant, error) { return contestantOf(k) }

// contestantOf compiles a kind by its recipe.
func contestantOf(k recipeKind) (*Contestant, error) {
	r, err := k.recipe()
	if err != nil {
		return nil, err
	}
	return r.Contestant()
}

// Values of selective= that are not a file.
const (
	builtInFit = "yes"
	noFit      = "no"
)

// fit returns the fit of a selective search, nil for a full search. By default the search is
// selective if a clock alone limits it and a fit for the weights ships with the program.
func (k *searching) fit(w *weights.Switch, settings *search.Settings) (*probcut.Fit, error) {
	remedy := "create one as `" + called.Evolve("measure", "cuts", "--help") + "` describes, and give it as selective=FILE"
	switch k.Selective {
	case noFit:
		return nil, nil
	case "":
		if settings.Time == 0 || settings.Depth > 0 || settings.Algorithm != search.NegaScout || k.Handicap > 0 {
			return nil, nil
		}
		return probcut.BuiltIn(w), nil
	case builtInFit:
		if fit := probcut.BuiltIn(w); fit != nil {
			return fit, nil
		}
		return nil, fmt.Errorf("selective=%s: there is no built-in fit for these weights: %s", builtInFit, remedy)
	}
	data, err := files.Read(k.Selective, files.MaxSettings)
	if err != nil {
		return nil, err
	}
	fit, err := probcut.Read(data)
	if err == nil {
		err = fit.Fits(w)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", k.Selective, err)
	}
	return fit, nil
}

// libraryTime is the time per move of the reversi library's players with a clock.
const libraryTime = 500 * time.Millisecond
