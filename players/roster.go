package players

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/runs/reference"
	"evothello/search"
)

// An Entry is one name of the roster.
type Entry struct {
	Name    string
	About   string   // one line for people
	keys    []string // what a spec may set
	weights string   // the weight set of a player that searches
	// settings are how it plays where its spec says nothing else; of montecarlo,
	// which does not search, only the clock.
	settings search.Settings
	book     string // the opening book of a player that searches, "" for none
	make     func(Spec) (*Contestant, error)
}

// Roster lists the players by name, in the order in which they are shown.
var Roster = slices.Concat([]Entry{
	lots("random", "any legal move", randomMove),
	lots("greedy", "the move that flips most discs, ties at random", greedyMove),
	lots("unselfish", "the move that flips fewest discs, ties at random", unselfishMove),
	lots("slowstarter", "unselfish while under 15 % of the squares hold discs, greedy after", slowStarterMove),
	lots("corner", "a corner if one can be had, else any move", cornerMove),
	lots("episode", "a corner at 90 %, else the move that flips most at 80 %, else any move", episodeMove),
	{
		Name: "montecarlo", About: "the best of 1000 random games from each move, 0.5 s at most",
		keys: []string{"games", "time", "seed"}, settings: search.Settings{Time: seedTime}, make: monteCarlo,
	},
	{
		Name: "table", About: "looks one ply ahead with the Table scorer",
		make: func(s Spec) (*Contestant, error) {
			return tableOnly.Contestant(s.Text, search.Settings{Depth: 1}), nil
		},
	},
	searching("minmax", "MinMax to depth 2 with Table and Possibility", "seed-alphabeta",
		search.Settings{Algorithm: search.MinMax, Depth: 2}),
	searching("negamax", "NegaMax to depth 3 with Table and Possibility", "seed-alphabeta",
		search.Settings{Algorithm: search.NegaMax, Depth: 3}),
	searching("alphabeta", "AlphaBeta to depth 4 with Table and Possibility", "seed-alphabeta",
		search.Settings{Algorithm: search.AlphaBeta, Depth: 4}),
	searching("joseki", "alphabeta with the opening book Usagi", "seed-alphabeta",
		search.Settings{Algorithm: search.AlphaBeta, Depth: 4}).withBook("Usagi"),
	searching("fullreading", "alphabeta with the book Tora, last 9 exact", "seed-alphabeta",
		search.Settings{Algorithm: search.AlphaBeta, Depth: 4, Endgame: 9}).withBook("Tora"),
	searching("iterative", "AlphaBeta as deep as 0.5 s allow, book Nezumi, last 9 exact", "seed-alphabeta",
		search.Settings{Algorithm: search.AlphaBeta, Time: seedTime, Endgame: 9}).withBook("Nezumi"),
	searching("edge", "iterative with the Edge scorer as well, book Ushi, last 9 exact", "seed-edge",
		search.Settings{Algorithm: search.AlphaBeta, Time: seedTime, Endgame: 9}).withBook("Ushi"),
	searching("switch", "NegaScout within 0.5 s, weights seed-switch, book Neko, last 10 exact; or as file=CHAMPION.json says", "seed-switch",
		search.Settings{Time: seedTime, Endgame: 10}).withBook("Neko"),
	searching("tpweb8-16", "another name of blank8-16", "seed-blank",
		search.Settings{Depth: 8, Endgame: 16}).withBook("Ushi"),
	searching("blank8-16", "NegaScout to depth 8, weights seed-blank, book Ushi, last 16 exact", "seed-blank",
		search.Settings{Depth: 8, Endgame: 16}).withBook("Ushi"),
	searching("blanki-16", "blank8-16 as deep as 0.5 s allow", "seed-blank",
		search.Settings{Time: seedTime, Endgame: 16}).withBook("Ushi"),
	searching("negascout", "NegaScout to depth 4, weights seed-blank unless given", "seed-blank",
		search.Settings{Depth: 4}),
	searching("champion", "the champion that ships with this program, to depth 4, last 8 exact", "champion", asChampion),
}, seeds(), otherPrograms)

// seedTime is what the seed library's players with a clock think about a move.
const seedTime = 500 * time.Millisecond

// seedGames is how many games its Monte Carlo player plays from each move.
const seedGames = 1000

// asChampion is how the champion and the seed library's weight sets play.
var asChampion = search.Settings{Depth: 4, Endgame: 8}

func seeds() (entries []Entry) {
	for _, name := range []string{"seed-alphabeta", "seed-edge", "seed-blank", "seed-switch", "seed-switch-blank", "seed-switch-2"} {
		entries = append(entries, searching(name, "weights of the seed library: "+seedSwitches[name].Note, name, asChampion))
	}
	return entries
}

// searchKeys are the keys of players that search.
var searchKeys = []string{"depth", "nodes", "time", "endgame", "search", "weights", "file", "book"}

// tableOnly is the Table scorer with the seed library's weights.
var tableOnly = func() *Switch {
	var w evaluators.Weights
	for i, f := range evaluators.Features {
		if strings.HasPrefix(f.Name, "table.") {
			w[i] = f.Default
		}
	}
	return &Switch{Schema: SwitchSchema, Name: "the Table scorer", Turns: []int{60}, Phases: []evaluators.Weights{w}}
}()

func lots(name, about string, choose rule) Entry {
	return Entry{Name: name, About: about, keys: []string{"seed"}, make: func(s Spec) (*Contestant, error) {
		return s.drawing(about, func(_ context.Context, rng *rand.Rand, b engine.Board) search.Result {
			return search.Result{Move: choose(rng, b)}
		}), nil
	}}
}

func searching(name, about, weights string, settings search.Settings) Entry {
	return Entry{Name: name, About: about, keys: searchKeys, weights: weights, settings: settings, make: searcher}
}

func (e Entry) withBook(name string) Entry {
	e.book = name
	return e
}

// searcher makes a player that searches as its entry says. The switch player with a
// file searches as the file says, or as the champion does if it says nothing.
func searcher(s Spec) (*Contestant, error) {
	sw, err := s.Switch()
	if err != nil {
		return nil, err
	}
	if s.entry.Name == "switch" && s.File != "" {
		s.entry.settings, s.entry.book = asChampion, ""
		if sw.Search != nil {
			s.entry.settings = sw.Search.Settings()
		}
	}
	return s.contestant(sw)
}

// monteCarlo makes a player that judges moves by random games. A number of games
// takes the place of the clock, and a clock that of the number, unless both are
// given.
func monteCarlo(s Spec) (*Contestant, error) {
	settings := search.MonteCarlo{Games: seedGames, Time: s.entry.settings.Time}
	if s.gives("games", "time") {
		settings = search.MonteCarlo{Games: s.games, Time: s.changes.Time}
	}
	return s.drawing(settings.String(), func(ctx context.Context, rng *rand.Rand, b engine.Board) search.Result {
		return settings.Search(ctx, b, rng)
	}), nil
}

// Champion returns the champion that ships with the program.
func Champion() (*Switch, error) {
	sw, err := ReadSwitch(reference.Champion)
	if err != nil {
		return nil, fmt.Errorf("the built-in champion: %w", err)
	}
	return sw, nil
}

// namedWeights returns a built-in weight set.
func namedWeights(name string) (*Switch, error) {
	name = canonical(name)
	if name == "champion" {
		return Champion()
	}
	if sw, ok := seedSwitches[name]; ok {
		return sw, nil
	}
	known := []string{"champion"}
	for _, e := range seeds() {
		known = append(known, e.Name)
	}
	return nil, fmt.Errorf("unknown weights %q; known: %s", name, strings.Join(known, ", "))
}
