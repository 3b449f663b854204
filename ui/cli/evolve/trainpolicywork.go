package evolve

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/learn/policy"
	"evothello/learn/tables"
	"evothello/report"
	"evothello/runs"
	"evothello/ui/cli"
)

// runPolicy continues the training of a policy network to its goal.
func runPolicy(cmd *cobra.Command, t *policy.Training, workers int, output outputFlags) error {
	return runTraining(cmd, t, output, policySettings(t), func(out io.Writer) (runs.Stop, error) {
		p := &policyProgress{newDisplay(out), t}
		defer p.end()
		return t.Run(cmd.Context(), workers, policy.Observer{Progress: p.progress, FilesRead: p.given, Round: p.finished})
	}, printPolicy)
}

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

// policyProgress shows the progress of a training: with a bar on a terminal, elsewhere with a line every lineInterval,
// and everywhere with a line for each round.
type policyProgress struct {
	*display
	t *policy.Training
}

func (p *policyProgress) progress(now policy.Progress) {
	if !p.due() {
		return
	}
	share, loss := 0.0, ""
	if now.Of > 0 {
		share = float64(now.Done) / float64(now.Of)
	}
	if now.Loss > 0 {
		loss = fmt.Sprintf("loss %.3f", now.Loss)
	}
	p.show(share, fmt.Sprintf("round %d%s", now.Round, goalText(p.t.Goal)),
		fmt.Sprintf("%s %d of %d", now.Stage, now.Done, now.Of), loss)
}

func (p *policyProgress) given(g tables.FileGameCounts, l policy.Samples) {
	p.line(fmt.Sprintf("%s They give %s to train on, and %d held-out ones.", fileGamesText(g),
		english.Count(len(l.Training), "position"), len(l.HeldOut)))
}

func (p *policyProgress) finished(r *policy.Round) {
	fields := []string{
		fmt.Sprintf("round %d%s", r.Round, goalText(p.t.Goal)), english.Count(r.Samples, "sample"),
		fmt.Sprintf("loss %.3f", r.Loss),
		fmt.Sprintf("agreement %.1f %%", 100*r.HeldOut.Share()),
	}
	for _, against := range r.Scores() {
		fields = append(fields, fmt.Sprintf("%.0f %% vs %s", 100*against.Score, against.Opponent))
	}
	if budget := p.t.Goal.Budget; budget > 0 {
		fields = append(fields, report.Duration(max(0, (budget-p.t.Elapsed()).Seconds()))+" left")
	}
	p.line(fields...)
}
