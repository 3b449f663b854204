package plots

import (
	"fmt"
	"path/filepath"

	"evothello/internal/files"
	"evothello/learn/qnet"
)

// Window sizes, in episodes, of the plotted win rates. The reversi library also uses 100.
const (
	episodesOfDots = 100
	episodesOfLine = 1000
)

// CompareQNets draws the win rates of several Q-networks in one picture. It returns the files.
func CompareQNets(all []*qnet.Training, dir *files.Dir) ([]string, error) {
	return writeAll([]figure{qnetsChart(all).page().figure("compare-rate")}, dir)
}

// qnetChart shows a network's share of games without a loss, its share of wins, and the share of random
// moves.
func qnetChart(t *qnet.Training) *chart {
	unbeaten := rateOf(t, "won or drawn", func(r qnet.Record) float64 { return r.Unbeaten })
	wins := rateOf(t, "won", func(r qnet.Record) float64 { return r.Wins })
	wins.Dots = nil
	epsilon := perRound(t, "ε", func(r *qnet.Round) float64 { return r.Epsilon })
	title := fmt.Sprintf("%s: games on %s with %s", filepath.Base(t.Path()), t.Config.Board.Name, t.Config.Opponent)
	c := newChart(t.Count(), "episode", title, rateNote+" ε is the share of moves drawn by lot.", unbeaten, wins, epsilon)
	c.curves[1].thin, c.curves[2].thin = true, true
	return c
}

// perRound returns a number of each round over the episodes.
func perRound(t *qnet.Training, name string, figure func(*qnet.Round) float64) Curve {
	one, episodes := Curve{Name: name}, 0
	for i := range t.Rounds {
		episodes += t.Rounds[i].Episodes
		one.Line = append(one.Line, [2]float64{float64(episodes), figure(&t.Rounds[i])})
	}
	return one
}

var rateNote = fmt.Sprintf("Dots are %d episodes, lines the mean of the last %d.", episodesOfDots, episodesOfLine)

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

// qnetsChart shows the shares of games without a loss of several Q-networks.
func qnetsChart(all []*qnet.Training) *chart {
	var curves []Curve
	episodes := 0
	for _, t := range all {
		episodes = max(episodes, t.Count())
		curves = append(curves, rateOf(t, filepath.Base(t.Path()), func(r qnet.Record) float64 { return r.Unbeaten }))
	}
	c := newChart(episodes, "episode", "Games that Q-networks won or drew", rateNote, curves...)
	for i, t := range all {
		c.curves[i].detail = fmt.Sprintf("%s, %s, seed %d", t.Config.Board.Name, t.Config.Opponent, t.Config.Seed)
	}
	return c
}

// lossChart shows the loss of a network's training steps.
func lossChart(t *qnet.Training) *chart {
	c := newChart(t.Count(), "episode", fmt.Sprintf("%s: loss", filepath.Base(t.Path())),
		"The mean of each round's training steps. The targets change with the moves that are played, "+
			"so that it need not fall while the network gets better.",
		perRound(t, "loss", func(r *qnet.Round) float64 { return r.Loss }))
	c.numbers = true
	return c
}
