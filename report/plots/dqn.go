package plots

import (
	"fmt"
	"os"
	"path/filepath"

	"evothello/learn/dqn"
)

// Of how many episodes the rates are that pictures show: those of the dots, as in the work
// that the learner follows, and those of the lines.
const (
	episodesOfDots = 100
	episodesOfLine = 1000
)

// WriteDQN draws how an agent learnt that has finished a round, into a directory. It returns the
// files it wrote.
func WriteDQN(t *dqn.Training, dir string) ([]string, error) {
	return writeAll([]figure{agentChart(t).figure("rate"), lossChart(t).figure("loss")}, dir)
}

// CompareDQN draws the rates of several agents together.
func CompareDQN(all []*dqn.Training, dir string) ([]string, error) {
	return writeAll([]figure{agentsChart(all).figure("compare-rate")}, dir)
}

// MissingDQN reports whether an agent that has something to draw lacks its pictures.
func MissingDQN(t *dqn.Training) bool {
	_, err := os.Stat(filepath.Join(t.PlotsDir(), "loss.png")) // the last one
	return len(t.Rounds) > 0 && err != nil
}

// agentChart shows the share of games that an agent did not lose, of those that it won, and of
// the moves drawn by lot.
func agentChart(t *dqn.Training) *chart {
	c := &chart{generations: t.Count(), along: "episode"}
	c.title = fmt.Sprintf("%s: games on %s with %s", filepath.Base(t.Dir), t.Config.Board.Name, t.Config.Opponent)
	c.note = rateNote + " ε is the share of moves drawn by lot."
	unbeaten, wins := rateOf(t, "won or drawn", func(r dqn.Record) float64 { return r.Unbeaten }), rateOf(t, "won", func(r dqn.Record) float64 { return r.Wins })
	wins.Dots = nil
	epsilon := Curve{Name: "ε"}
	episodes := 0
	for _, r := range t.Rounds {
		episodes += r.Episodes
		epsilon.Line = append(epsilon.Line, [2]float64{float64(episodes), r.Epsilon})
	}
	c.add([]Curve{unbeaten, wins, epsilon})
	c.curves[1].thin, c.curves[2].thin = true, true
	return c
}

var rateNote = fmt.Sprintf("Dots are %d episodes, lines the mean of the last %d.", episodesOfDots, episodesOfLine)

// rateOf is the curve of a rate: dots, and the mean of as many as make a line.
func rateOf(t *dqn.Training, name string, rate func(dqn.Record) float64) Curve {
	one := Curve{Name: name}
	for _, r := range dqn.Records(t.Rounds, episodesOfDots) {
		one.Dots = append(one.Dots, [2]float64{float64(r.From + r.Episodes - 1), rate(r)})
	}
	for i := range t.Rounds {
		last := dqn.Trailing(t.Rounds[:i+1], episodesOfLine)
		one.Line = append(one.Line, [2]float64{float64(last.From + last.Episodes - 1), rate(last)})
	}
	return one
}

// agentsChart shows the games of several agents.
func agentsChart(all []*dqn.Training) *chart {
	c := &chart{along: "episode"}
	c.title = "Games that agents won or drew"
	c.note = rateNote
	var curves []Curve
	for _, t := range all {
		c.generations = max(c.generations, t.Count())
		curves = append(curves, rateOf(t, filepath.Base(t.Dir), func(r dqn.Record) float64 { return r.Unbeaten }))
	}
	c.add(curves)
	for i, t := range all {
		c.curves[i].detail = fmt.Sprintf("%s, %s, seed %d", t.Config.Board.Name, t.Config.Opponent, t.Config.Seed)
	}
	return c
}

// lossChart shows how far off an agent was with what it held moves to be worth.
func lossChart(t *dqn.Training) *chart {
	c := &chart{generations: t.Count(), along: "episode", discs: true}
	c.title = fmt.Sprintf("%s: loss", filepath.Base(t.Dir))
	c.note = "The mean of each round's training steps. What is learnt changes with what is played, so that it need not fall while the agent gets better."
	loss := Curve{Name: "loss"}
	episodes := 0
	for _, r := range t.Rounds {
		episodes += r.Episodes
		loss.Line = append(loss.Line, [2]float64{float64(episodes), r.Loss})
	}
	c.add([]Curve{loss})
	return c
}
