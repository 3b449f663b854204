package evolve

import (
	"fmt"
	"io"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/learn/qnet"
	"evothello/report"
	"evothello/ui/cli"
)

// qnetSettings returns a sentence with the main settings of a training.
func qnetSettings(t *qnet.Training) string {
	c := &t.Config
	return fmt.Sprintf("Training %s: seed %d, board %s, against %s, a network of %d weights.", cli.Plain(t.Path()), c.Seed,
		c.Board.Name, cli.Plain(c.Opponent), c.Spec().Weights())
}

// printQNet prints the progress and the results of a training.
func printQNet(w io.Writer, t *qnet.Training, asJSON bool) error {
	s := t.Status()
	if asJSON {
		return printJSON(w, s)
	}
	say(w, "%s\n", qnetSettings(t))
	if goal := t.Goal.Count; goal > 0 && s.Episodes > goal {
		say(w, "Episode %d: the goal of %d, rounded up to whole rounds", s.Episodes, goal)
	} else {
		say(w, "Episode %d%s", s.Episodes, goalText(t.Goal))
	}
	if s.Seconds > 0 {
		say(w, ", %.1f episodes/s, %s", s.PerSecond, report.Time(&t.Directory))
	}
	say(w, ".\n")
	player := "qnet:file=" + t.Path()
	if s.Player != "" {
		fmt.Fprintln(w)
		printRecord(w, "the last", s.Last)
		if s.Thousand != s.Last {
			printRecord(w, "the last", s.Thousand)
		}
		if s.Best != s.Thousand {
			printRecord(w, "the best", s.Best)
		}
		fmt.Fprintf(w, "\n  ε %.3f, loss %.4f, %d moves, %d training steps\n", s.Epsilon, s.Loss, s.Steps, s.Trained)
		fmt.Fprintf(w, "\n  player     %s\n  plots      %s\n", cli.Plain(s.Player), cli.Plain(t.PlotsDir().Path()))
		fmt.Fprintf(w, "  play it    %s\n", called.Play("--against", player))
		fmt.Fprintf(w, "  test it    %s\n", called.Evolve("match", player, t.Config.Opponent, "--pairs", "500"))
	}
	printNextCommand(w, t)
	return nil
}

func printRecord(w io.Writer, which string, r qnet.Record) {
	fmt.Fprintf(w, "  %5.1f %%  won or drawn, %5.1f %% won, of %s %s\n", 100*r.Unbeaten, 100*r.Wins, which,
		english.Count(r.Episodes, "episode"))
}
