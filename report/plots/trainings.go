package plots

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"evothello/fitness"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
)

// perRound returns a curve of a number of each round.
func perRound[R any](name string, rounds []R, of func(*R) (x, y float64)) Curve {
	one := Curve{Name: name}
	for i := range rounds {
		x, y := of(&rounds[i])
		one.Line = append(one.Line, [2]float64{x, y})
	}
	return one
}

// scores returns a curve of the result of each round's match against an opponent.
func scores[R any](name string, rounds []R, of func(*R) (int, fitness.Pentanomial)) Curve {
	one := Curve{Name: name}
	for i := range rounds {
		one.addScore(of(&rounds[i]))
	}
	return one
}

// policyFigures returns the figures of policy training with a finished round.
func policyFigures(t *policy.Training) []figure {
	same := perRound("agreement", t.State.Rounds, func(r *policy.Round) (float64, float64) {
		return float64(r.Round), r.HeldOut.Share()
	})
	name := filepath.Base(t.Path())
	note := fmt.Sprintf("Share of positions. A round is %s of %d positions.",
		english.Count(t.Config.Steps, "step"), t.Config.Batch)
	all := []figure{newChart(t.Count(), "round", name+": moves as in games that no training used", note, same).
		figure("agreement")}
	var curves []Curve
	for i, opponent := range t.Config.Opponents {
		curves = append(curves, scores(opponent.Spec, t.State.Rounds, func(r *policy.Round) (int, fitness.Pentanomial) {
			return r.Round, r.Reference[i].Result
		}))
	}
	if len(curves) == 0 {
		return all
	}
	note = fmt.Sprintf("Score, a draw counting half, in %s of games against each, with 95 %% intervals.",
		english.Count(t.Config.Pairs, "pair"))
	title := name + ": each round's network, which never searches, against opponents"
	return append(all, newChart(t.Count(), "round", title, note, curves...).figure("reference"))
}

// Window sizes, in episodes, of the plotted win rates. The reversi library also uses 100.
const (
	episodesOfDots = 100
	episodesOfLine = 1000
)

// CompareQNets draws the win rates of several Q-networks in one picture. It returns the files.
func CompareQNets(all []*qnet.Training, dir *files.Dir) ([]string, error) {
	c := newChart(0, "episode", "Games that Q-networks won or drew", rateNote)
	for i, t := range all {
		c.generations = max(c.generations, t.Count())
		c.curves = append(c.curves, curve{
			Curve: rateOf(t, filepath.Base(t.Path()), unbeaten), colour: colour(i),
			detail: fmt.Sprintf("%s, %s, seed %d", t.Config.Board.Name, t.Config.Opponent, t.Config.Seed),
		})
	}
	return writeAll([]figure{c.figure("compare-rate")}, dir)
}

func unbeaten(r qnet.Record) float64 { return r.Unbeaten }

var rateNote = fmt.Sprintf("Dots are %d episodes, lines the mean of the last %d.", episodesOfDots, episodesOfLine)

// qnetFigures returns the figures of a Q-network: its share of games without a loss, its share of wins, and the share
// of random moves; and the loss of its training steps.
func qnetFigures(t *qnet.Training) []figure {
	episodes := 0
	overEpisodes := func(name string, of func(*qnet.Round) float64) Curve {
		episodes = 0
		return perRound(name, t.Rounds, func(r *qnet.Round) (float64, float64) {
			episodes += r.Episodes
			return float64(episodes), of(r)
		})
	}
	wins := rateOf(t, "won", func(r qnet.Record) float64 { return r.Wins })
	wins.Dots = nil
	name := filepath.Base(t.Path())
	rates := newChart(t.Count(), "episode", fmt.Sprintf("%s: games on %s with %s", name, t.Config.Board.Name,
		t.Config.Opponent), rateNote+" ε is the share of moves drawn by lot.", rateOf(t, "won or drawn", unbeaten), wins,
		overEpisodes("ε", func(r *qnet.Round) float64 { return r.Epsilon }))
	rates.curves[1].width, rates.curves[2].width = 1.2, 1.2
	loss := newChart(t.Count(), "episode", name+": loss",
		"The mean of each round's training steps. The targets change with the moves that are played, "+
			"so that it need not fall while the network gets better.",
		overEpisodes("loss", func(r *qnet.Round) float64 { return r.Loss }))
	loss.numbers = true
	return []figure{rates.figure("rate"), loss.figure("loss")}
}

// rateOf returns the curve of a win rate: dots, and the line of the trailing mean.
func rateOf(t *qnet.Training, name string, rate func(qnet.Record) float64) Curve {
	one := Curve{Name: name}
	for _, r := range qnet.Records(t.Rounds, episodesOfDots) {
		one.Dots = append(one.Dots, [2]float64{float64(r.From + r.Episodes - 1), rate(r)})
	}
	for i := range t.Rounds {
		last := qnet.Trailing(t.Rounds[:i+1], episodesOfLine)
		one.Line = append(one.Line, [2]float64{float64(last.From + last.Episodes - 1), rate(last)})
	}
	return one
}

// tablesFigures returns the figures of table training with a finished round: the curves, and the tables of
// the champion, or of the last candidate if there is no champion. The figure of edges needs games to find
// common edges; without them it is left out, see NoEdgesReason.
func tablesFigures(l *tables.Training) ([]figure, error) {
	round := l.DisplayedRound()
	candidate, err := l.Candidate(round)
	if err != nil {
		return nil, err
	}
	var all []figure
	if c := errorChart(l); c != nil {
		all = append(all, c.figure("error"))
	}
	if len(l.Config.Reference.Opponents) > 0 {
		all = append(all, candidatesChart(l).figure("reference"))
	}
	all = append(all, squaresPage(l, candidate, round).figure("squares"))
	if NoEdgesReason(l) == "" {
		all = append(all, figure{"edges", func() (page, error) { return edgesPage(l, candidate, round) }})
	}
	return all, nil
}

// NoEdgesReason returns the reason why there is no figure of edges for table training with a finished round,
// or "" if there is one.
func NoEdgesReason(l *tables.Training) string {
	if l.Has(l.SampleFile()) {
		return ""
	}
	return fmt.Sprintf("The most valuable edges are not drawn: "+
		"%s is missing, and only its games show which edges are common.", l.Path(l.SampleFile()))
}

// errorChart shows the errors of each round's fit on held-out games. It returns nil if there are none.
func errorChart(l *tables.Training) *chart {
	rmse, mae := Curve{Name: "root of the mean square"}, Curve{Name: "mean"}
	for i := range l.State.Rounds {
		r := &l.State.Rounds[i]
		if errors := r.Fitted.Report.HeldOutErrors(); errors != nil {
			rmse.Line = append(rmse.Line, [2]float64{float64(r.Round), errors.RMSE})
			mae.Line = append(mae.Line, [2]float64{float64(r.Round), errors.MAE})
		}
	}
	if len(mae.Line) == 0 {
		return nil
	}
	note := "In discs, over all positions after the random openings. " +
		"Stronger games have surer ends, so that errors of rounds compare only where the games are alike."
	if slices.Max(append(l.Config.Fit.Lookahead, 0)) > 0 {
		note += " In rounds with lookahead they are against values of searches, which vary less than results."
	}
	title := filepath.Base(l.Path()) + ": errors on games that no training used"
	c := newChart(l.Count(), "round", title, note, rmse, mae)
	c.numbers = true
	return c
}

// candidatesChart shows the scores of each round's candidate against the reference opponents, with 95 %
// intervals.
func candidatesChart(l *tables.Training) *chart {
	var curves []Curve
	for i, opponent := range l.Config.Reference.Opponents {
		curves = append(curves, scores(opponent.Name, l.State.Rounds, func(r *tables.Round) (int, fitness.Pentanomial) {
			return r.Round, r.Reference[i].Result
		}))
	}
	title := fmt.Sprintf("%s: each round's candidate against reference opponents, %s", filepath.Base(l.Path()),
		l.Config.Search)
	const note = "Score, a draw counting half, on openings that no training used, with 95 % intervals. "
	return newChart(l.Count(), "round", title, note+promotions(l), curves...)
}

// promotions returns a sentence on which candidates were promoted.
func promotions(l *tables.Training) string {
	var rounds []string
	for i := range l.State.Rounds {
		if r := &l.State.Rounds[i]; r.Promoted {
			rounds = append(rounds, fmt.Sprint(r.Round))
		}
	}
	switch len(rounds) {
	case 0:
		return "None of them has passed the gate against the player yet."
	case 1:
		return "That of round " + rounds[0] + " became the player."
	}
	return "Those of rounds " + strings.Join(rounds, ", ") + " became the player."
}
