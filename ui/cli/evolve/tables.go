package evolve

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"evothello/internal/english"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// resultTables prints the results of a tournament, the best player first.
type resultTables struct {
	io.Writer
	*tournament.Results
	names []string // printable names of the players
	width int      // length of the longest name
}

// printResults prints the forfeits, if any, the cross table and the ratings. It leaves out the cross table if the
// terminal is too narrow.
func printResults(w io.Writer, r *tournament.Results) {
	t := &resultTables{Writer: w, Results: r, width: len("player")}
	for _, s := range r.Players {
		t.names = append(t.names, cli.Plain(s.Name))
		t.width = max(t.width, utf8.RuneCountInString(t.names[len(t.names)-1]))
	}
	for _, p := range r.Pairings {
		printForfeits(w, fmt.Sprintf("%s against %s: forfeits ", cli.Plain(p.A), cli.Plain(p.B)), p.A, p.B, p.Forfeits)
	}
	if slices.ContainsFunc(r.Pairings, func(p tournament.Pairing) bool { return len(p.Forfeits) > 0 }) {
		fmt.Fprintln(w)
	}
	for _, g := range r.Perfect {
		fmt.Fprintf(w, "All squares for %s: %s against %s, %s\n", cli.Plain(g.Winner), cli.Plain(g.Black), cli.Plain(g.White),
			g.Moves)
	}
	if len(r.Perfect) > 0 {
		fmt.Fprintln(w)
	}
	pairs := fmt.Sprintf("Pairs in each pairing: %d", r.Pairs)
	if r.Black != "" {
		pairs = cli.Plain(r.Black) + " is Black in all"
	}
	fmt.Fprintf(w, "%s, %s. %s, random plies that open each: %d, seed: %d.\n\n",
		english.Count(len(r.Players), "player"), english.Count(r.Games, "game"), pairs, r.Plies, r.Seed)
	if !cli.IsTerminal(w) || t.crossWidth() <= cli.Width(w) {
		t.printCross()
		fmt.Fprintln(w)
		t.printRatings()
		return
	}
	t.printRatings()
	fmt.Fprintf(w, "The cross table needs lines of %d characters: --out DIR writes it to crosstable.csv.\n",
		t.crossWidth())
}

// crossWidth returns the length of the cross table's lines.
func (t resultTables) crossWidth() int { return 6 + t.width + 7*len(t.Players) }

// printCross prints the cross table: the share of games that each player won against each other.
func (t resultTables) printCross() {
	rule := strings.Repeat("-", t.crossWidth())
	fmt.Fprintf(t, "%-*s |", 4+t.width, "won against")
	for i := range t.Players {
		fmt.Fprintf(t, " %6d", i+1)
	}
	fmt.Fprintf(t, "\n%s\n", rule)
	for i, name := range t.names {
		fmt.Fprintf(t, "%3d %-*s |", i+1, t.width, name)
		for j := range t.Players {
			cell := "------"
			if i != j {
				cell = fmt.Sprintf("%.1f%%", 100*t.WinShare(i, j))
			}
			fmt.Fprintf(t, " %6s", cell)
		}
		fmt.Fprintln(t)
	}
	fmt.Fprintln(t, rule)
}

// printRatings prints the totals and the ratings of the players.
func (t resultTables) printRatings() {
	rule := strings.Repeat("-", 54+t.width)
	fmt.Fprintf(t, "%-*s | Total  |   Win  Lose  Draw Match |     Elo  95 %%\n%s\n", 4+t.width, "", rule)
	for i, s := range t.Players {
		rating := fmt.Sprintf("%+7.1f ± %.1f", s.Elo, s.EloError)
		if s.Unrated {
			rating = "none: all its games were forfeited"
		}
		fmt.Fprintf(t, "%3d %-*s | %5.1f%% | %5d %5d %5d %5d | %s\n",
			i+1, t.width, t.names[i], 100*s.WinShare(), s.Wins, s.Losses, s.Draws, s.Games, rating)
	}
	fmt.Fprintln(t, rule)
	fmt.Fprintln(t, "Total is the share of games won. Elo: the mean of all players is 0; 95 % intervals over pairs.")
}
