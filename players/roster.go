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
		shipped(weights.RobustName, "evolved-networks evolved further in games against wpc and greedy as well"),
		shipped(weights.DeepName, "evolved-networks evolved and fitted further with search: the strongest evolved one"),
	), in(EvolvedHere, boardChampions()...), in(TrainedHere,
		shipped(weights.StrongestName, "pattern tables, trained on games: the strongest player that ships with this program"),
	), in(OfLibrary,
		ofLibrary("reversi-alphabeta", "TableScorer + PossibilityScorer defaults (TPW)").onLarge(""),
		ofLibrary("reversi-edge", "TPW + EdgeScorer w=100 (TPWE)").onLarge(""),
		ofLibrary("reversi-blank", "TPWE + BlankScorer -5/-20/-10 (TPWEB), the weights of Blank8_16 and BlankI_16").
			onLarge(""),
		ofLibrary("reversi-switch", "GA-evolved, generation 843, the Switch player of the seed application").onLarge(""),
		ofLibrary("reversi-switch-blank", "generation 843 with hand-set BlankScorer weights").onLarge(""),
		ofLibrary("reversi-switch-1279", "GA-evolved, generation 1279").onLarge(""),
		ofLibrary("reversi-table-8x8", "TPW with the table of 8×8 squares on every board, as there on boards with holes"),
		searcher("minmax", "MinMax to depth 2 with Table and Possibility",
			searching{set: "reversi-alphabeta", defaults: toDepth(search.MinMax, 2, 0)}).onLarge(""),
		searcher("negamax", "NegaMax to depth 3 with Table and Possibility",
			searching{set: "reversi-alphabeta", defaults: toDepth(search.NegaMax, 3, 0)}).onLarge(""),
		searcher(DefaultLarge, "AlphaBeta to depth 4 with Table and Possibility",
			searching{set: "reversi-alphabeta", defaults: toDepth(search.AlphaBeta, 4, 0)}).onLarge(""),
		searcher("joseki", "alphabeta with the opening book Usagi",
			searching{set: "reversi-alphabeta", defaults: toDepth(search.AlphaBeta, 4, 0), usesBook: "Usagi"}).
			onLarge("alphabeta, because its book is for 8×8"),
		searcher("fullreading", "alphabeta with the book Tora, solved from 9 empties",
			searching{set: "reversi-alphabeta", defaults: toDepth(search.AlphaBeta, 4, 9), usesBook: "Tora"}).
			onLarge("alphabeta, solved from 9 empties"),
		searcher("iterative", "AlphaBeta as deep as 0.5 s allow, book Nezumi, solved from 9 empties",
			searching{set: "reversi-alphabeta", defaults: withClock(search.AlphaBeta, 9), usesBook: "Nezumi"}).
			onLarge("AlphaBeta as deep as 0.5 s allow, solved from 9 empties"),
		searcher("edge", "iterative with the Edge scorer as well, book Ushi, solved from 9 empties",
			searching{set: "reversi-edge", defaults: withClock(search.AlphaBeta, 9), usesBook: "Ushi"}).
			onLarge("iterative with the Edge scorer as well, solved from 9 empties"),
		searcher("switch",
			"NegaScout within 0.5 s, weights reversi-switch, book Neko, solved from 10 empties; or as file=CHAMPION.json says",
			searching{set: "reversi-switch", defaults: withClock(search.NegaScout, 10), usesBook: "Neko", asFileSays: true}).
			onLarge("AlphaBeta within 0.5 s, weights reversi-switch, solved from 10 empties; or as file=CHAMPION.json says"),
		searcher("tpweb8-16", "another name of blank8-16",
			searching{set: "reversi-blank", defaults: toDepth(search.NegaScout, 8, 16), usesBook: "Ushi"}),
		searcher("blank8-16", "NegaScout to depth 8, weights reversi-blank, book Ushi, solved from 16 empties",
			searching{set: "reversi-blank", defaults: toDepth(search.NegaScout, 8, 16), usesBook: "Ushi"}),
		searcher("blanki-16", "blank8-16 as deep as 0.5 s allow",
			searching{set: "reversi-blank", defaults: withClock(search.NegaScout, 16), usesBook: "Ushi"}).
			onLarge("AlphaBeta within 0.5 s, weights reversi-blank, solved from 16 empties"),
		searcher("negascout", "NegaScout to depth 4, weights reversi-blank unless given",
			searching{set: "reversi-blank", defaults: toDepth(search.NegaScout, 4, 0)}).onLarge(""),
	), in(Simple,
		ruleEntry("random", "any legal move", anyMove),
		ruleEntry("greedy", "the move that flips most discs, ties at random", greedyMove),
		ruleEntry("unselfish", "the move that flips fewest discs, ties at random", unselfishMove),
		ruleEntry("slowstarter", "unselfish while under 15 % of the squares hold discs, greedy after", slowStarterMove),
		ruleEntry("corner", "a corner if one can be had, else any move", cornerMove),
		ruleEntry("episode", "a corner at 90 %, else the move that flips most at 80 %, else any move", episodeMove),
		RosterEntry{Name: WPC, About: wpcAbout,
			Default: &simple{about: wpcAbout, choose: wpcMove, playsOn: WithoutHoles("its weights are")}},
		RosterEntry{Name: "montecarlo", About: "the best of 1000 random games from each move, 0.5 s at most",
			Default: &monteCarlo{}}.onLarge(""),
		playouts("m-10", 10, 0), playouts("m-100", 100, 0), playouts("m-1000", 1000, 0), playouts("theend", 10_000, 14),
		tableEntry("table", "looks one ply ahead with the Table scorer alone", "T", tableOnly).onLarge(""),
		tableEntry("table-8x8", "table with the squares of 8×8 on every board, as the reversi library on boards with holes",
			"", tableOf8x8),
	), in(Programs,
		RosterEntry{Name: "ntuple", About: leagueAbout, Default: &leagueFile{View: ViewUnchanged}},
	))

// DefaultLarge is the name of the default opponent on boards larger than 8×8.
const DefaultLarge = "alphabeta"

// LibraryRoster lists the players of the reversi library's application by name. The roster has one of them,
// blank8-16, also under a second name, tpweb8-16.
var LibraryRoster = []string{
	"random", "greedy", "unselfish", "slowstarter", "corner", "episode", "table", "montecarlo",
	"minmax", "negamax", "alphabeta", "joseki", "fullreading", "iterative", "edge", "switch",
	"blank8-16", "blanki-16",
}

// toDepth returns a search to a depth that solves from a number of empties.
func toDepth(algorithm search.Algorithm, depth, endgame int) search.Settings {
	return search.Settings{Algorithm: algorithm, Depth: depth, Endgame: endgame}
}

// withClock returns the search of the reversi library's players with a clock.
func withClock(algorithm search.Algorithm, endgame int) search.Settings {
	return search.Settings{Algorithm: algorithm, Time: libraryTime, Endgame: endgame}
}

func searcher(name, about string, k searching) RosterEntry {
	k.Library.scorers = "TPEB"
	return RosterEntry{Name: name, About: about, Default: &k}
}

// tableEntry returns the entry of a player that looks one ply ahead with a table. A spec may change the weights of
// scorers.
func tableEntry(name, about, scorers string, table func() (*weights.Switch, error)) RosterEntry {
	return RosterEntry{Name: name, About: about,
		Default: &tablePlayer{about: about, table: table, Library: libraryWeights{scorers: scorers}}}
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
	about := fmt.Sprintf("%s, to depth %d, solved from %d empties", who, search.Depth, search.Endgame)
	return searcher(name, about, searching{set: name, who: who, defaults: search})
}

// ofLibrary returns a weight set of the reversi library with the search of a champion.
func ofLibrary(name, about string) RosterEntry {
	who := "weights of the reversi library: " + about
	return searcher(name, who, searching{set: name, who: who, defaults: weights.DefaultSearch})
}
