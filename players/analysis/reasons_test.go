package analysis

import (
	"context"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/search"
	"evothello/weights"
)

// experts is the environment variable for a folder with WTHOR files. With it TestReasonsAreTrue tests mistakes in games
// of experts at the depth of the analysis, else in made-up games at a smaller depth.
const experts = "WTHOR"

// An inspection counts what was tested, and the discs lost without a reason.
type inspection struct {
	mistakes, silent, sentences, numbers, squares, failed int
	lost, lostSilently                                    float64
	kinds                                                 map[Kind]int
}

// No sentence says anything that the rules do not prove, and most mistakes have one.
func TestReasonsAreTrue(t *testing.T) {
	games, settings, most := madeUp(40), search.Settings{Depth: 6, Endgame: 12}, 300
	if folder := os.Getenv(experts); folder != "" {
		games, settings = gamesOfExperts(t, folder), DefaultSettings
	}
	w, err := weights.Named(weights.StrongestName)
	require.NoError(t, err)
	valuer, searcher := NewValuer(w), search.New(search.NewTable(18))
	found := inspection{kinds: map[Kind]int{}}
	for _, g := range games {
		if found.mistakes >= most {
			break
		}
		moves, err := NewWith(searcher, w, settings).Analyse(context.Background(), g)
		require.NoError(t, err)
		InDiscs(moves, valuer.Scale())
		for i := range moves {
			if m := &moves[i]; m.Mark != Good && found.mistakes < most {
				c, err := valuer.Compare(context.Background(), searcher, m.Before, m.Played, settings)
				require.NoError(t, err)
				found.inspect(t, m.Before.String(), c)
			}
		}
	}
	t.Logf("%d mistakes, %d without a reason; %.0f discs lost, %.0f without a reason; %d sentences with %d numbers "+
		"and %d squares, %d wrong; %v", found.mistakes, found.silent, found.lost, found.lostSilently, found.sentences,
		found.numbers, found.squares, found.failed, found.kinds)
	assert.Equal(t, most, found.mistakes)
	assert.Zero(t, found.failed)
	assert.Less(t, found.lostSilently, found.lost/4)
	for _, kind := range []Kind{Corners, Passes, Moves, Stable, Frontier, Edge} {
		assert.Positive(t, found.kinds[kind], kind)
	}
}

func (f *inspection) inspect(t *testing.T, at string, c *Comparison) {
	f.mistakes++
	lost := c.Best.Discs - c.Played.Discs
	f.lost += lost
	if len(c.Reasons) == 0 {
		f.silent++
		f.lostSilently += lost
	}
	for i := range c.Reasons {
		r := &c.Reasons[i]
		says := r.Sentences()
		f.kinds[r.Kind]++
		f.sentences++
		f.squares += len(r.Squares) + len(r.Other)
		for _, word := range numbers.FindAllStringSubmatch(says.English, -1) {
			f.numbers += min(len(word[2]), 1)
		}
		if wrong := disproved(r, at, c.Best.Play, c.Played.Play); wrong != "" {
			f.failed++
			t.Errorf("%s: %q %s", at, says.English, wrong)
		}
		checkFalsehoods(t, r, at, c)
		assert.NotContains(t, says.English+says.Japanese, "{")
	}
}

// falsehoods change a reason so that it is false.
var falsehoods = map[string]func(*Reason){
	"side":    func(r *Reason) { r.Side = r.Side.Other() },
	"line":    func(r *Reason) { r.Line = map[LineName]LineName{InBest: InPlayed, InPlayed: InBest}[r.Line] },
	"ply":     func(r *Reason) { r.Ply += 40 },
	"square":  func(r *Reason) { r.Squares = append(slices.Clone(r.Squares), 28) },
	"missing": func(r *Reason) { r.Squares = r.Squares[min(len(r.Squares), 1):] },
	"other":   func(r *Reason) { r.Other = append(slices.Clone(r.Other), 28) },
}

// checkFalsehoods fails unless the checker disproves a reason after a change. Some changes leave a kind true.
func checkFalsehoods(t *testing.T, r *Reason, at string, c *Comparison) {
	for name, change := range falsehoods {
		counts := len(r.Squares) > 0 && len(r.Other) > 0
		if !counts && (name == "other" || name == "missing") || name == "square" && r.Kind == Passes {
			continue
		}
		wrong := *r
		change(&wrong)
		assert.NotEmpty(t, disproved(&wrong, at, c.Best.Play, c.Played.Play), "%s: %s", r.Kind, name)
	}
}

// madeUp returns games with random moves among those of a search to depth 1.
func madeUp(n int) (games []*engine.Game) {
	rng := rand.New(rand.NewPCG(7, 7))
	eval := evaluators.Compile(evaluators.Defaults(), engine.Start().Holes())
	for range n {
		g := engine.NewGame()
		for p := g.Final(); !p.Over(); p = g.Final() {
			move := engine.RandomSquare(rng, p.Moves())
			if rng.IntN(4) > 0 {
				move = greediest(eval, p)
			}
			g.Moves = append(g.Moves, move)
		}
		games = append(games, g)
	}
	return games
}

// gamesOfExperts returns every tenth game of the WTHOR files in a folder, of all years alternately.
func gamesOfExperts(t *testing.T, folder string) (games []*engine.Game) {
	paths, err := filepath.Glob(filepath.Join(folder, "*.wtb"))
	require.NoError(t, err)
	for i := range 5 {
		for _, path := range paths {
			f, err := formats.ReadFile(engine.Start(), path)
			require.NoError(t, err)
			games = append(games, &f.Games[10*i].Game)
		}
	}
	return games
}
