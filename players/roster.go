package players

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

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
	weights string   // the weight set of a player that searches; "" if the spec must name it
	make    func(Spec) (*Contestant, error)
}

// Roster lists the players by name, in the order in which they are shown.
var Roster = slices.Concat([]Entry{
	lots("random", "any legal move", randomMove),
	lots("greedy", "the move that flips most discs, ties at random", greedyMove),
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
	searching("negascout", "NegaScout to depth 4, weights seed-blank unless given", "seed-blank",
		search.Settings{Depth: 4}),
	{
		Name: "switch", About: "weights by game phase from file=CHAMPION.json, searched as the file says",
		keys: searchKeys, make: fromFile,
	},
	searching("champion", "the champion that ships with this program, to depth 4, last 8 exact", "champion", asChampion),
}, seeds(), otherPrograms)

// asChampion is how the champion and the seed library's weight sets play.
var asChampion = search.Settings{Depth: 4, Endgame: 8}

func seeds() (entries []Entry) {
	for _, name := range []string{"seed-alphabeta", "seed-edge", "seed-blank", "seed-switch", "seed-switch-blank", "seed-switch-2"} {
		entries = append(entries, searching(name, "weights of the seed library: "+seedSwitches[name].Note, name, asChampion))
	}
	return entries
}

// searchKeys are the keys of players that search.
var searchKeys = []string{"depth", "nodes", "time", "endgame", "search", "weights", "file"}

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

func lots(name, about string, choose func(*rand.Rand, engine.Board) engine.Square) Entry {
	return Entry{Name: name, About: about, keys: []string{"seed"}, make: func(s Spec) (*Contestant, error) {
		return &Contestant{Name: s.Text, About: about, New: func(*search.Searcher) Player {
			return &lotPlayer{choose: choose, seed: s.seed}
		}}, nil
	}}
}

func searching(name, about, weights string, settings search.Settings) Entry {
	return Entry{Name: name, About: about, keys: searchKeys, weights: weights, make: func(s Spec) (*Contestant, error) {
		sw, err := s.Switch()
		if err != nil {
			return nil, err
		}
		return s.contestant(sw, settings)
	}}
}

// fromFile makes the switch player: it searches as its file says, or as the
// champion does if the file says nothing.
func fromFile(s Spec) (*Contestant, error) {
	sw, err := s.Switch()
	if err != nil {
		return nil, err
	}
	settings := asChampion
	if sw.Search != nil {
		settings = sw.Search.Settings()
	}
	return s.contestant(sw, settings)
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
