package report

import (
	"fmt"
	"slices"
	"strconv"

	g "maragu.dev/gomponents"
	h "maragu.dev/gomponents/html"

	"evothello/learn/tables"
	"evothello/players/analysis"
	"evothello/report/plots"
)

// TablesStrength returns sentences that list the reference opponents that the champion of table training is
// stronger or weaker than, with likelihoods and the conditions of the games. It returns "" if there is no
// champion yet.
func TablesStrength(l *tables.Training) string {
	reigning := l.State.ChampionRound()
	if reigning == nil {
		return ""
	}
	champion := fmt.Sprintf("The champion, trained in round %d,", reigning.Round)
	conditions := fmt.Sprintf(" (%s)", l.Config.Search)
	return measured(champion, reigning.Scores(), l.Config.Reference.Pairs, conditions, "on openings that no training used")
}

// TablesCost returns a sentence on the games, nodes and time of table training so far.
func TablesCost(l *tables.Training) string {
	s := l.Status()
	rounds, games := count(s.Round, "round"), count(s.Games, "game")
	if s.Nodes == 0 { // times and nodes have a file of their own, which may be lost
		return fmt.Sprintf("Training took %s and %s of self-play.", rounds, games)
	}
	return fmt.Sprintf("Training took %s, %s of self-play and %s positions in %s.",
		rounds, games, large(s.Nodes), Time(&l.Directory))
}

// A tablesPage is the data of the report on table training. Before the first finished round it has only the settings.
type tablesPage struct {
	Title     string // name of the training
	Status    tables.Status
	About     string // description of the training games
	Strength  string
	Cost      string
	Rivals    []rival
	Opponents []string
	Rounds    []roundRow
	Error     picture
	Reference picture
	Shown     int // round of the displayed tables
	Sample    int // number of games for the values of discs
	Boards    []picture
	Edges     picture
	Config    string // content of tables.json
	Command   string // command that repeats the training
}

// A roundRow is the result of a round.
type roundRow struct {
	Round     int
	Games     string
	RMSE, MAE string
	Match     *gateMatch // the gate match, nil if there was none
	Promoted  bool
	Scores    []string // scores against the reference opponents
}

// TablesPage returns a report on table training as a self-contained HTML page. The same directory
// always gives the same bytes.
func TablesPage(l *tables.Training) ([]byte, error) {
	p := tablesPage{
		Title: l.Name(), Status: l.Status(), About: aboutTables(l), Config: string(l.Config.Marshal()),
		Command: "evolve train tables --config tables.json --out again",
	}
	if n := len(l.State.Rounds); n > 0 {
		p.Command = fmt.Sprintf("evolve train tables --config tables.json --rounds %d --out again", n)
		if err := p.addFindings(l); err != nil {
			return nil, err
		}
	}
	sections := []g.Node{p.strength()}
	if len(p.Rounds) > 0 {
		sections = append(sections, p.course(), p.values())
	}
	sections = append(sections, again("These settings decide all games and what is trained on them, and nothing else "+
		"does: not the number of workers, nor when training was stopped and resumed. Saved as <code>tables.json</code>, "+
		"they give the same tables, to the byte:", p.Command, "tables.json", p.Config, p.Status.Config))
	return document(p.Title+": pattern tables for Othello", paragraph(p.About), sections...)
}

func (p *tablesPage) strength() g.Node {
	const id, title = "strength", "How strong it is"
	if len(p.Rounds) == 0 {
		return section(id, title, lead("No round is finished yet, so there is nothing to report but the settings."))
	}
	return section(id, title, lead(p.Strength), paragraph(p.Cost), rivals(p.Rivals))
}

func (p *tablesPage) course() g.Node {
	return section("course", "How it went",
		h.Div(h.Class("pictures"),
			g.If(p.Error.svg != "", figure(p.Error, g.Text("Errors on games that no training used, in discs: how far the "+
				"tables are from results. Games of stronger players have surer ends, so that rounds compare only where their "+
				"games are alike."))),
			g.If(p.Reference.svg != "", figure(p.Reference, g.Text("Each round's candidate against reference opponents, with "+
				"95 % intervals. This is the curve that shows progress.")))),
		table("rounds", "Rounds, the latest first. A candidate that passes the gate, a sequential test against the "+
			"player, plays from then on; a match that ends when it is won flatters the winner.",
			[]g.Node{columns("Round", "Games", "RMSE", "Mean error", "Pairs", "Score", "95 % interval"),
				column("left", "Accepted"), g.Map(p.Opponents, func(name string) g.Node { return column("name", name) })},
			g.Map(p.Rounds, func(r roundRow) g.Node {
				match := h.Td(h.ColSpan("3"), h.Class("left"), g.Text("the same as the player"))
				if m := r.Match; m != nil {
					match = cells(strconv.Itoa(m.Pairs), m.Score, m.Interval)
				}
				accepted := "no"
				if r.Promoted {
					accepted = "yes"
				}
				return h.Tr(h.Th(h.Scope("row"), g.Text(strconv.Itoa(r.Round))), cells(r.Games, r.RMSE, r.MAE), match,
					h.Td(h.Class("left"), g.Text(accepted)), cells(r.Scores...))
			})))
}

func (p *tablesPage) values() g.Node {
	edges := quiet("The most valuable edges are not shown: the directory lacks the games with the common edges.")
	if p.Edges.svg != "" {
		edges = figure(p.Edges, g.Text("The edges that are worth most, in discs, to the side to move, which has the dark "+
			"discs: of those that arise at least once in 500 edges."))
	}
	return section("tables", "What the tables are worth", paragraph(fmt.Sprintf("The tables of round %d.", p.Shown)),
		quiet(fmt.Sprintf("What a disc is worth on each square in all, in tenths of a disc: half of what the score "+
			"changes by when a disc there changes colour, the mean over positions from %d fixed games. Blue is good, "+
			"orange is bad.",
			p.Sample)), boards(p.Boards), edges)
}

// aboutTables describes the training games.
func aboutTables(l *tables.Training) string {
	c := &l.Config
	text := "Pattern tables say what the discs on lines, edges and corners are worth at each stage of a game of " +
		"Othello. These are fitted to the results of games."
	if c.Games > 0 {
		text += fmt.Sprintf(" In each round %s are played (%s, solved from %d empties) after %d to %d random moves, "+
			"and tables are fitted to those of the last %s. A candidate who plays with them becomes the player of "+
			"later rounds if it passes the gate against the player before it.",
			count(c.Games, "game"), c.Depth(), c.Search.Endgame, c.Plies[0], c.Plies[1], count(c.Window, "round"))
	}
	if g := l.FileGames; g != nil {
		text += fmt.Sprintf(" In addition, the tables are trained on %s from files.", count(g.Games, "game"))
	}
	return text
}

// addFindings adds the results of finished rounds.
func (p *tablesPage) addFindings(l *tables.Training) error {
	p.Strength, p.Cost, p.Shown, p.Sample = TablesStrength(l), TablesCost(l), l.DisplayedRound(), analysis.SampleGames
	if p.Strength == "" {
		p.Strength = fmt.Sprintf("No candidate has passed the gate against %s yet. "+
			"The last one fared like this against reference opponents.", l.Config.Players[0].Name)
	}
	shown := &l.State.Rounds[p.Shown-1]
	for _, against := range shown.Scores() {
		p.Rivals = append(p.Rivals, newRival(against))
		p.Opponents = append(p.Opponents, against.Opponent)
	}
	for _, r := range slices.Backward(l.State.Rounds) {
		p.Rounds = append(p.Rounds, newRoundRow(&r))
	}
	drawn, err := plots.DrawTablesInline(l)
	if err != nil {
		return err
	}
	latest, rounds := p.Rounds[0], count(len(p.Rounds), "round")
	p.Error = picture{drawn.Error, fmt.Sprintf(
		"Errors over %s. In the last one the root of the mean square is %s discs, the mean %s.",
		rounds, latest.RMSE, latest.MAE)}
	p.Reference = picture{drawn.Reference, fmt.Sprintf(
		"Scores of candidates against %s over %s, with 95 %% intervals.", and(p.Opponents), rounds)}
	for i, board := range drawn.Boards {
		p.Boards = append(p.Boards, picture{board, fmt.Sprintf(
			"What a disc is worth in part %d of the game, of %d.", i+1, len(drawn.Boards))})
	}
	p.Edges = picture{drawn.Edges,
		"Configurations of an edge with its X squares and what they are worth, at three stages of the game."}
	return nil
}

// HeldOut formats a round's errors on held-out games in discs: the root mean square error and the mean
// absolute error. Without held-out games they are dashes.
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
	for _, against := range r.Reference {
		row.Scores = append(row.Scores, percent(against.Result.Score()))
	}
	return row
}
