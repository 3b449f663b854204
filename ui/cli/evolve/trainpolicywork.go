package evolve

import (
	"fmt"
	"io"
	"strings"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/learn/policy"
	"evothello/report"
	"evothello/ui/cli"
)

// policySettings returns a sentence with the main settings of a training.
func policySettings(t *policy.Training) string {
	c := &t.Config
	var from []string
	if len(c.GameFiles) > 0 {
		from = append(from, "the moves in "+english.Count(len(c.GameFiles), "file")+" of games")
	}
	switch {
	case c.Teacher != nil:
		from = append(from, fmt.Sprintf("the moves of %s in %s a round", c.Teacher.Spec, english.Count(c.Games, "game")))
	case c.Games > 0:
		from = append(from, "the winners of "+english.Count(c.Games, "own game")+" a round")
	}
	return fmt.Sprintf("Training %s: seed %d, a network of %d weights; %s of %d positions a round, from %s.",
		cli.Plain(t.Path()), c.Seed, c.Shape().Weights(), english.Count(c.Steps, "step"), c.Batch,
		strings.Join(from, " and "))
}

// printPolicy prints the progress and the results of a training.
func printPolicy(w io.Writer, t *policy.Training, asJSON bool) error {
	s := t.Status()
	if asJSON {
		return printJSON(w, s)
	}
	say(w, "%s\n", policySettings(t))
	say(w, "Round %d%s, %s.\n", s.Round, goalText(t.Goal), report.Time(&t.Directory))
	if last := s.Last; last != nil {
		say(w, "It was trained on %s. It agrees with the move in %.1f %% of %d held-out positions.\n",
			english.Count(s.Seen, "position"), 100*last.HeldOut.Share(), last.HeldOut.Positions)
		if len(last.Reference) > 0 {
			printReference(w, last.Scores())
		}
		player := "policy:file=" + t.Path()
		fmt.Fprintf(w, "\n  player     %s\n  plots      %s\n", cli.Plain(t.PlayerPath()), cli.Plain(t.PlotsDir().Path()))
		fmt.Fprintf(w, "  play it    %s\n", called.Play("--against", player))
		fmt.Fprintf(w, "  test it    %s\n", called.Evolve("match", player, "reversi-switch", "--depth", "2",
			"--pairs", "500"))
	}
	printNextCommand(w, t)
	return nil
}
