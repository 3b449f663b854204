package evolve

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/learn/qnet"
	"evothello/report"
	"evothello/runs"
	"evothello/ui/cli"
)

// runQNet continues the training of a Q-network to its goal.
func runQNet(cmd *cobra.Command, t *qnet.Training, workers int, output outputFlags) error {
	if workers > 0 {
		defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(workers))
	}
	var fault error
	err := runTraining(cmd, t, output, qnetSettings(t), func(out io.Writer) (runs.Stop, error) {
		p := newQNetProgress(out, t)
		defer p.end()
		stop, err := t.Run(cmd.Context(), qnet.Observer{Game: p.game, Round: p.round})
		if _, wrong := errors.AsType[*qnet.Divergence](err); wrong {
			fault = fmt.Errorf("%w; %s holds the last good round, but resuming it would diverge again: start another "+
				"training with --config, from its qnet.json with a lower learning rate", err, t.Path())
		}
		return stop, err
	}, printQNet)
	return cmp.Or(fault, err)
}

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

// qnetProgress shows the progress of a training: with a bar on a terminal, and with lines everywhere.
type qnetProgress struct {
	*display
	t     *qnet.Training
	first int       // episodes finished before this process began
	said  time.Time // time of the last line
}

func newQNetProgress(w io.Writer, t *qnet.Training) *qnetProgress {
	return &qnetProgress{display: newDisplay(w), t: t, first: t.Count(), said: time.Now()}
}

// game shows the progress within a round.
func (p *qnetProgress) game(done int) {
	if !p.due() {
		return
	}
	share, episodes := 0.0, p.t.Count()+done
	if goal := p.t.Goal.Count; goal > 0 {
		share = float64(episodes) / float64(goal)
	}
	if p.show(share, p.fields(episodes)...); p.bar == nil {
		p.said = p.shown
	}
}

// round prints a line, unless the last line was less than lineInterval ago.
func (p *qnetProgress) round(*qnet.Round) {
	if time.Since(p.said) >= lineInterval {
		p.said = time.Now()
		p.line(p.fields(p.t.Count())...)
	}
}

// fields returns the texts to show after a number of episodes.
func (p *qnetProgress) fields(episodes int) []string {
	fields := []string{fmt.Sprintf("episode %d", episodes)}
	if n := len(p.t.Rounds); n > 0 {
		last, r := qnet.Trailing(p.t.Rounds, 1000), p.t.Rounds[n-1]
		fields = append(fields, fmt.Sprintf("%.1f %% won or drawn of the last %d", 100*last.Unbeaten, last.Episodes),
			fmt.Sprintf("ε %.3f  loss %.4f", r.Epsilon, r.Loss))
	}
	played := episodes - p.first
	if played <= 0 {
		return fields
	}
	each := time.Since(p.began).Seconds() / float64(played)
	fields = append(fields, fmt.Sprintf("%.1f episodes/s", 1/each))
	if goal := p.t.Goal.Count; goal > episodes {
		fields = append(fields, report.Duration(each*float64(goal-episodes))+" left")
	}
	return fields
}
