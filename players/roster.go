package players

import (
	"fmt"
	"slices"

	"evothello/search"
	"evothello/weights"
)

// roster lists all players by name: the built-in ones and those that other packages register.
var roster = slices.Concat(
	in(EvolvedHere,
		shipped(weights.EvolvedName,
			"the champion of the run that ships with this program, evolved by the genetic algorithm"),
		shipped(weights.ClassicName, "evolved by the genetic algorithm with the reversi library's four scorers"),
		shipped(weights.CMAESName, "evolved by CMA-ES with features alone"),
		shipped(weights.NetworksName, "evolved with networks of tuples in games without search"),
		shipped(weights.DeepName, "evolved-networks evolved further in games to depth 2, the strongest evolved one"),
	), in(EvolvedHere, boardChampions()...), in(TrainedHere,
		shipped(weights.StrongestName, "pattern tables, trained on games: the strongest player that ships with this program"),
	), in(OfLibrary,
		ofLibrary("reversi-alphabeta", "TableScorer + PossibilityScorer defaults (TPW)"),
		ofLibrary("reversi-edge", "TPW + EdgeScorer w=100 (TPWE)"),
		ofLibrary("reversi-blank", "TPWE + BlankScorer -5/-20/-10 (TPWEB), the weights of Blank8_16 and BlankI_16"),
		ofLibrary("reversi-switch", "GA-evolved, generation 843, the Switch player of the seed application"),
		ofLibrary("reversi-switch-blank", "generation 843 with hand-set BlankScorer weights"),
		ofLibrary("reversi-switch-1279", "GA-evolved, generation 1279"),
		ofLibrary("reversi-table-8x8", "TPW with the table of 8×8 squares on every board, as there on boards with holes"),
		searcher("minmax", "MinMax to depth 2 with Table and Possibility",
			searching{set: "reversi-alphabeta", defaults: search.Settings{Algorithm: search.MinMax, Depth: 2}}),
		searcher("negamax", "NegaMax to depth 3 with Table and Possibility",
			searching{set: "reversi-alphabeta", defaults: search.Settings{Algorithm: search.NegaMax, Depth: 3}}),
		searcher("alphabeta", "AlphaBeta to depth 4 with Table and Possibility",
			searching{set: "reversi-alphabeta", defaults: search.Settings{Algorithm: search.AlphaBeta, Depth: 4}}),
		searcher("joseki", "alphabeta with the opening book Usagi", searching{
			set: "reversi-alphabeta", defaults: search.Settings{Algorithm: search.AlphaBeta, Depth: 4}, usesBook: "Usagi",
		}),
		searcher("fullreading", "alphabeta with the book Tora, last 9 exact", searching{
			set: "reversi-alphabeta", usesBook: "Tora",
			defaults: search.Settings{Algorithm: search.AlphaBeta, Depth: 4, Endgame: 9},
		}),
		searcher("iterative", "AlphaBeta as deep as 0.5 s allow, book Nezumi, last 9 exact", searching{
			set: "reversi-alphabeta", usesBook: "Nezumi",
			defaults: search.Settings{Algorithm: search.AlphaBeta, Time: libraryTime, Endgame: 9},
		}),
		searcher("edge", "iterative with the Edge scorer as well, book Ushi, last 9 exact", searching{
			set: "reversi-edge", usesBook: "Ushi",
			defaults: search.Settings{Algorithm: search.AlphaBeta, Time: libraryTime, Endgame: 9},
		}),
		searcher("switch",
			"NegaScout within 0.5 s, weights reversi-switch, book Neko, last 10 exact; or as file=CHAMPION.json says", searching{
				set: "reversi-switch", defaults: search.Settings{Time: libraryTime, Endgame: 10}, usesBook: "Neko",
				asFileSays: true,
			}),
		searcher("tpweb8-16", "another name of blank8-16",
			searching{set: "reversi-blank", defaults: search.Settings{Depth: 8, Endgame: 16}, usesBook: "Ushi"}),
		searcher("blank8-16", "NegaScout to depth 8, weights reversi-blank, book Ushi, last 16 exact",
			searching{set: "reversi-blank", defaults: search.Settings{Depth: 8, Endgame: 16}, usesBook: "Ushi"}),
		searcher("blanki-16", "blank8-16 as deep as 0.5 s allow",
			searching{set: "reversi-blank", defaults: search.Settings{Time: libraryTime, Endgame: 16}, usesBook: "Ushi"}),
		searcher("negascout", "NegaScout to depth 4, weights reversi-blank unless given",
			searching{set: "reversi-blank", defaults: search.Settings{Depth: 4}}),
	), in(Simple,
		ruleEntry("random", "any legal move", randomMove),
		ruleEntry("greedy", "the move that flips most discs, ties at random", greedyMove),
		ruleEntry("unselfish", "the move that flips fewest discs, ties at random", unselfishMove),
		ruleEntry("slowstarter", "unselfish while under 15 % of the squares hold discs, greedy after", slowStarterMove),
		ruleEntry("corner", "a corner if one can be had, else any move", cornerMove),
		ruleEntry("episode", "a corner at 90 %, else the move that flips most at 80 %, else any move", episodeMove),
		RosterEntry{
			Name: "montecarlo", About: "the best of 1000 random games from each move, 0.5 s at most",
			New: func() Kind { return &monteCarlo{} },
		},
		playouts("m-10", 10, 0), playouts("m-100", 100, 0), playouts("m-1000", 1000, 0), playouts("theend", 10_000, 14),
		tableEntry("table", "looks one ply ahead with the Table scorer alone", "T", tableOnly),
		tableEntry("table-8x8", "table with the squares of 8×8 on every board, as the reversi library on boards with holes",
			"", tableOf8x8),
	), in(Programs,
		RosterEntry{
			Name: "ntuple", About: leagueAbout, RequiredKey: "file",
			New: func() Kind { return &leagueFile{view: ViewUnchanged} },
		},
	))

// LibraryRoster lists the players of the reversi library's application by name. (The roster has
// blank8-16 under another name as well.)
var LibraryRoster = []string{
	"random", "greedy", "unselfish", "slowstarter", "corner", "episode", "table", "montecarlo",
	"minmax", "negamax", "alphabeta", "joseki", "fullreading", "iterative", "edge", "switch",
	"blank8-16", "blanki-16",
}

// playouts returns a Monte Carlo player with its name in the reversi library's console game.
func playouts(name string, games, endgame int) RosterEntry {
	p := Playouts{Games: games, Endgame: endgame}
	return RosterEntry{Name: name, About: p.About(), New: func() Kind { return &monteCarlo{Playouts: p} }}
}

func searcher(name, about string, k searching) RosterEntry {
	return RosterEntry{Name: name, About: about, New: func() Kind { fresh := k; return &fresh }}
}

// boardChampions returns the champions of boards of other shapes. Their files are read only when
// they play.
func boardChampions() (entries []RosterEntry) {
	for _, board := range weights.BoardsWithChampions() {
		name := weights.BoardChampion(board)
		entries = append(entries, shipped(name, "the champion evolved on the board "+board))
	}
	return entries
}

// shipped returns a champion that ships with the program.
func shipped(name, who string) RosterEntry {
	search := weights.DefaultSearch
	about := fmt.Sprintf("%s, to depth %d, last %d exact", who, search.Depth, search.Endgame)
	return searcher(name, about, searching{set: name, who: who, defaults: search})
}

// ofLibrary returns a weight set of the reversi library with the search of a champion.
func ofLibrary(name, about string) RosterEntry {
	who := "weights of the reversi library: " + about
	return searcher(name, who, searching{set: name, who: who, defaults: weights.DefaultSearch})
}
