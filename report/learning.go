package report

import (
	"bytes"
	"fmt"
	"html/template"
	"slices"

	"evothello/learn/tables"
	"evothello/report/analysis"
	"evothello/report/plots"
)

// LearntStrength says against whom the champion of learning is stronger or weaker, how sure
// that is and how it was measured. It is "" before there is one.
func LearntStrength(l *tables.Learning) string {
	reigning := l.State.Reigning()
	if reigning == nil {
		return ""
	}
	return measured(fmt.Sprintf("The champion, learnt in round %d,", reigning.Round), reigning.Rungs(),
		l.Config.Ladder.Pairs, l.Config.Search, "nothing was learnt from")
}

// LearningCost says in a sentence what learning took so far.
func LearningCost(l *tables.Learning) string {
	s := l.Status()
	rounds, games := count(s.Round, "round"), count(s.Games, "game")
	if s.Nodes == 0 { // times and nodes are kept apart and may be lost
		return fmt.Sprintf("Learning took %s and %s of self-play.", rounds, games)
	}
	return fmt.Sprintf("Learning took %s, %s of self-play and %s positions in %s.", rounds, games, large(s.Nodes),
		Time(&l.Directory))
}

// A learningPage is what learning.html shows. Before a round is finished only the settings are
// known.
type learningPage struct {
	Status    tables.Status
	About     string // what is learnt from
	Strength  string
	Cost      string
	Rivals    []rival
	Opponents []string
	Rounds    []roundRow
	Error     picture
	Ladder    picture
	Shown     int // the round whose tables are shown
	Sample    int // games that the worth of discs comes from
	Boards    []picture
	Edges     picture
	Config    string // learn.json
	Command   string // that learns it again
}

// A roundRow is what came of a round.
type roundRow struct {
	Round     int
	Games     string
	RMSE, MAE string
	Match     *gateMatch // nil if there was none
	Promoted  bool
	Scores    []string // against the opponents of the ladder
}

// LearningPage writes what was learnt as an HTML page that needs no other file and no network.
// The same directory always gives the same bytes.
func LearningPage(l *tables.Learning) ([]byte, error) {
	p := learningPage{Status: l.Status(), About: aboutLearning(l), Config: string(l.Config.Marshal()),
		Command: "evolve learn --config learn.json --out again"}
	if n := len(l.State.Rounds); n > 0 {
		p.Command = fmt.Sprintf("evolve learn --config learn.json --rounds %d --out again", n)
		if err := p.addFindings(l); err != nil {
			return nil, err
		}
	}
	var out bytes.Buffer
	err := templates().ExecuteTemplate(&out, "learning.html", &p)
	return out.Bytes(), err
}

// aboutLearning says what is learnt from.
func aboutLearning(l *tables.Learning) string {
	c := &l.Config
	text := "Pattern tables say what the discs on lines, edges and corners are worth at each stage of a game of " +
		"Othello. These are fitted to the results of games."
	if c.Games > 0 {
		text += fmt.Sprintf(" In each round %s are played (%s, last %d exact) after %d to %d random moves, and tables are "+
			"fitted to those of the last %s. A candidate who plays with them becomes the player of later rounds if it beats "+
			"the player before it.",
			count(c.Games, "game"), c.Depth(), c.Search.Endgame, c.Plies[0], c.Plies[1], count(c.Window, "round"))
	}
	if g := l.Given; g != nil {
		text += fmt.Sprintf(" Besides, %s from files are learnt from.", count(g.Games, "game"))
	}
	return text
}

// addFindings adds what there is to say once a round is finished.
func (p *learningPage) addFindings(l *tables.Learning) error {
	p.Strength, p.Cost, p.Shown, p.Sample = LearntStrength(l), LearningCost(l), l.Shown(), analysis.SampleGames
	if p.Strength == "" {
		p.Strength = fmt.Sprintf("No candidate has beaten %s yet. The last one fared like this against fixed opponents.",
			l.Config.Players[0].Name)
	}
	shown := &l.State.Rounds[p.Shown-1]
	for _, rung := range shown.Rungs() {
		p.Rivals = append(p.Rivals, newRival(rung))
		p.Opponents = append(p.Opponents, rung.Opponent)
	}
	for _, r := range slices.Backward(l.State.Rounds) {
		p.Rounds = append(p.Rounds, newRoundRow(&r))
	}
	drawn, err := plots.DrawLearningInline(l)
	if err != nil {
		return err
	}
	latest := p.Rounds[0]
	p.Error = picture{template.HTML(drawn.Error),
		fmt.Sprintf("Errors over %s. In the last one the root of the mean square is %s discs, the mean %s.",
			count(len(p.Rounds), "round"), latest.RMSE, latest.MAE)}
	p.Ladder = picture{template.HTML(drawn.Ladder),
		fmt.Sprintf("Scores of candidates against %s over %s, with 95 %% intervals.", and(p.Opponents),
			count(len(p.Rounds), "round"))}
	for i, board := range drawn.Boards {
		p.Boards = append(p.Boards, picture{template.HTML(board),
			fmt.Sprintf("What a disc is worth in part %d of the game, of %d.", i+1, len(drawn.Boards))})
	}
	p.Edges = picture{template.HTML(drawn.Edges),
		"Configurations of an edge with its X squares and what they are worth, at three stages of the game."}
	return nil
}

// HeldOut writes a round's errors in discs on games that nothing was learnt from: the root of
// the mean square, and the mean. Where no game was held out they are dashes.
func HeldOut(r *tables.Round) (rmse, mae string) {
	errors := r.Fitted.Report.HeldOutErrors()
	if errors == nil {
		return "–", "–"
	}
	return fmt.Sprintf("%.2f", errors.RMSE), fmt.Sprintf("%.2f", errors.MAE)
}

func newRoundRow(r *tables.Round) roundRow {
	row := roundRow{Round: r.Round, Games: english.Sprintf("%d", r.Fitted.Report.Games), Promoted: r.Promoted}
	row.RMSE, row.MAE = HeldOut(r)
	if r.Gate.Pairs() > 0 {
		row.Match = newGateMatch(r.Gate)
	}
	for _, rung := range r.Ladder {
		row.Scores = append(row.Scores, percent(rung.Result.Score()))
	}
	return row
}
