package evolve

import (
	"fmt"
	"io"
	"strings"

	"evothello/internal/english"
	"evothello/learn/tables"
	"evothello/report"
	"evothello/ui/cli"
	"evothello/weights"
)

// tablesSettings returns a sentence with the main settings of a training.
func tablesSettings(l *tables.Training) string {
	c := &l.Config
	games := fmt.Sprintf("%s a round, openings of %d to %d random plies, %s, solved from %d empties",
		english.Count(c.Games, "game"), c.Plies[0], c.Plies[1], c.Depth(), c.Search.Endgame)
	if c.Games == 0 {
		games = "no games of self-play"
	}
	return fmt.Sprintf("Training %s: seed %d, %s%s.", cli.Plain(l.Path()), c.Seed, games, gameFiles(c))
}

// gameFiles returns the end of a sentence with the number of game files, or "" if there are none.
func gameFiles(c *tables.Config) string {
	if len(c.GameFiles) == 0 {
		return ""
	}
	return ", games of " + english.Count(len(c.GameFiles), "file")
}

// printTables prints the progress and the results of a training.
func printTables(w io.Writer, l *tables.Training, asJSON bool) error {
	s := l.Status()
	if asJSON {
		return printJSON(w, s)
	}
	say(w, "%s\n", tablesSettings(l))
	speed := ""
	if s.GamesPerSecond > 0 {
		speed = fmt.Sprintf(", %.0f games/s", s.GamesPerSecond)
	}
	say(w, "Round %d%s%s.\n", s.Round, goalText(l.Goal), speed)
	if s.Under != "" {
		say(w, "%s%s.\n", strings.ToUpper(s.Under[:1]), s.Under[1:])
	}
	if s.Given != nil {
		say(w, "%s\n", s.Given)
	}
	if s.Round > 0 {
		fmt.Fprintln(w)
		printRounds(w, l)
	}
	if s.Champion == nil {
		say(w, "\nNo candidate has passed the gate against %s yet.\n", cli.Plain(l.Config.Players[0].Name))
		if s.Round > 0 {
			fmt.Fprintf(w, "  candidate  %s\n", cli.Plain(tables.CandidateFile(l.Path(), s.Round)))
		}
		printNextCommand(w, l)
		return nil
	}
	say(w, "\n%s\n", report.TablesStrength(l))
	printReference(w, s.Champion.Reference)
	say(w, "\n%s\n", report.TablesCost(l))
	opponent := weights.StrongestName
	if champion, err := l.Candidate(s.Champion.Round); err == nil {
		opponent = shippedOpponent(champion)
	}
	printUses(w, l.Path(), opponent, "--pairs", "500", "--depth", "4", "--endgame", "8")
	printNextCommand(w, l)
	return nil
}

// printRounds prints a table of the last rounds.
func printRounds(w io.Writer, l *tables.Training) {
	const most = 12
	rounds := l.State.Rounds
	fmt.Fprintf(w, "%5s %9s %12s %12s  %-24s", "round", "games", "RMSE, discs", "mean error", "against the player")
	for _, opponent := range l.Config.Reference.Opponents {
		fmt.Fprintf(w, " %12s", cli.Plain(shortened(opponent.Name, 12)))
	}
	fmt.Fprintln(w)
	for i := range rounds[max(0, len(rounds)-most):] {
		r := &rounds[max(0, len(rounds)-most)+i]
		rmse, mae := report.HeldOut(r)
		fmt.Fprintf(w, "%5d %9d %12s %12s  %-24s", r.Round, r.Fitted.Report.Games, rmse, mae, gateWords(r))
		for _, against := range r.Reference {
			fmt.Fprintf(w, " %10.1f %%", 100*against.Result.Score())
		}
		fmt.Fprintln(w)
	}
}

// gateWords returns the result of a candidate against the current player.
func gateWords(r *tables.Round) string {
	passed := "not accepted"
	if r.Promoted {
		passed = "accepted"
	}
	if r.Gate.Pairs() == 0 {
		return passed + ": the same"
	}
	return fmt.Sprintf("%.1f %%, %s", 100*r.Gate.Score(), passed)
}

func shortened(name string, most int) string {
	if letters := []rune(name); len(letters) > most {
		return string(letters[:most-1]) + "…"
	}
	return name
}
