package report

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	g "maragu.dev/gomponents"

	"evothello/engine"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/players/analysis"
	"evothello/report/importance"
	"evothello/report/plots"
	"evothello/runs"
)

// A page is the data of the report on a run. Before the first generation it has only the settings.
type page struct {
	Status     runs.Status
	Title      string // name of the run
	What       string // what evolved
	About      string // description of the population and the weights
	Progress   string // comparison of the first champion with the last
	Strength   string
	Cost       string
	Rivals     []rival
	Fitness    picture
	Reference  picture
	Spread     picture   // spread of the genes
	Film       picture   // values of discs, champion by champion; empty with fewer than two champions
	Boards     []picture // values of discs, phase by phase
	Tunes      bool      // whether the weights are parameters of a program
	Games      int       // number of games for the values of discs
	Moves      []string  // moves of each phase: "1–12"
	Weights    []weightRow
	OfNetworks int    // number of network weights; only the largest are listed
	Gate       string // sentence on how many candidates became champions
	Champions  []championRow
	Settings   []Setting
	Config     string // content of run.json
	Command    string // command that repeats the run
}

// A rival is a reference opponent with the champion's score against it.
type rival struct {
	runs.ScoreStatus
	Percent, Interval, Rating string
	From, Width, At           string // CSS lengths of the interval and the score, 0…100 %
}

func newRival(against runs.ScoreStatus) rival {
	return rival{
		ScoreStatus: against, Percent: percent(against.Score),
		Interval: interval(against.Low, against.High), Rating: against.Elo.String(),
		From: css(against.Low), Width: css(against.High - against.Low), At: css(against.Score),
	}
}

type weightRow struct {
	Name   string
	Values []string // one per phase
}

// A championRow is a promotion: the gate match, and the scores against each reference opponent after it.
type championRow struct {
	Generation int
	Match      *gateMatch // nil for the first champion, which needs no match
	Scores     []string   // scores against the reference opponents
}

type gateMatch struct {
	Pairs                int
	Score, Interval, Elo string
	Pentanomial          string
}

func newGateMatch(n fitness.Pentanomial) *gateMatch {
	return &gateMatch{
		Pairs: n.Pairs(), Score: percent(n.Score()), Interval: interval(n.Interval()), Elo: n.Elo().String(),
		Pentanomial: strings.Trim(fmt.Sprint(n), "[]"),
	}
}

// Page returns the report on a run as a self-contained HTML page. The same run always gives the same bytes.
func Page(run *runs.Run) ([]byte, error) {
	p := page{
		Status: run.Status(), Title: run.Title(), What: "evolved Othello weights", About: about(run),
		Config:  string(run.Config.Marshal()),
		Command: "evolve run --config run.json --out again",
	}
	if p.Settings = ListSettings(run); run.Config.Tunes() {
		p.What = "evolved parameters of a program"
	}
	if p.Status.Champion != nil {
		if err := p.addFindings(run); err != nil {
			return nil, err
		}
	}
	sections := []g.Node{p.strength()}
	if p.Status.Champion != nil {
		sections = append(sections, p.course(), p.weights(), p.promotions())
	}
	return document(p.Title+": "+p.What, paragraph(p.About), append(sections, p.again())...)
}

// about describes the population and the weights of the run.
func about(run *runs.Run) string {
	c := &run.Config
	if c.Tunes() {
		return fmt.Sprintf("This run evolves %s of a program. A population of %d plays in each generation, "+
			"and the next comes from those that win most. "+
			"The best become champions if they pass the gate: a sequential test against the champion before them.",
			count(len(c.Parameters), "parameter"), c.Population)
	}
	weights := 0
	for _, s := range run.Config.EvolvingScorers() {
		weights += len(s.Features)
	}
	phases := "in one set for the whole game"
	if len(c.Turns) > 1 {
		phases = fmt.Sprintf("in a set for each of %d phases of the game", len(c.Turns))
	}
	start := "random weights"
	if c.Start != nil {
		start = "the weights of " + c.Start.Name
	}
	game := "Othello"
	if c.Board != nil {
		game += " on the board " + c.Board.Name
	}
	return fmt.Sprintf("This run evolves the %d weights by which a player of %s values a position, %s: "+
		"those of the scorers %s. It begins with %s. A population of %d plays in each generation, "+
		"and the next comes from those that win most. "+
		"The best become champions if they pass the gate: a sequential test against the champion before them.",
		weights, game, phases, and(c.Scorers), start, c.Population)
}

// addFindings adds the results of a run with a champion.
func (p *page) addFindings(run *runs.Run) error {
	p.Strength, p.Cost, p.Progress, p.Gate = Strength(run), Cost(run), progress(run), gate(run)
	p.Command = fmt.Sprintf("evolve run --config run.json --generations %d --out again", run.State.Generation)
	for _, against := range p.Status.Champion.Reference {
		p.Rivals = append(p.Rivals, newRival(against))
	}
	var worths []analysis.SquareValues
	if p.Tunes = run.Config.Tunes(); p.Tunes {
		p.Command = "evolve tune " + strings.Join(run.Config.PlayerFlag(), " ") + strings.TrimPrefix(p.Command, "evolve run")
	}
	if run.Config.ShowsSquares() {
		worths = analysis.SquareValuesByPhase(run.Config.Switch(run.State.CurrentChampion()))
	}
	drawn := plots.DrawInline(run, worths)
	first, last := run.History[0], run.History[len(run.History)-1]
	p.Fitness = picture{drawn.Fitness, fmt.Sprintf(
		"Best, mean and worst win rate of each generation against its panel. "+
			"Generation 1: %s, %s, %s. Generation %d: %s, %s, %s.",
		percent(first.Best), percent(first.Mean), percent(first.Worst),
		last.Generation, percent(last.Best), percent(last.Mean), percent(last.Worst))}
	p.Reference = picture{drawn.Reference, fmt.Sprintf(
		"The reigning champion's score against %s over %s, with 95 %% bands.",
		and(run.Config.Reference.Opponents), count(p.Status.Generation, "generation"))}
	if n := len(run.State.Champions); n > 1 && run.Config.ShowsSquares() {
		film := plots.NewFilm(run)
		p.Film = picture{film.SVG, fmt.Sprintf(
			"What a disc is worth on each square to %d of %s, from generation %d to generation %d.",
			len(film.Shots), count(n, "champion"),
			film.Shots[0].Generation, film.Shots[len(film.Shots)-1].Generation)}
	}
	p.Spread = picture{drawn.Spread, spreadOf(run)}
	p.addBoards(drawn.Boards, &run.Config, worths)
	p.addWeights(run)
	p.addPromotions(run)
	return nil
}

// addBoards adds the boards with values of discs. Their alternative texts name some squares' values.
func (p *page) addBoards(boards []string, c *evolution.Config, worths []analysis.SquareValues) {
	p.Games = analysis.SampleGames
	for i, board := range boards {
		p.Boards = append(p.Boards, picture{board, fmt.Sprintf(
			"What a disc is worth in phase %d, moves %s: %s.",
			i+1, c.LastMoves().Moves(i), examples(c.Board, &worths[i].Squares))})
	}
}

// examples lists the values of some squares: the well-known ones on the standard board, the best and the
// worst on any other.
func examples(board *engine.Shape, squares *[64]int) string {
	if board == nil {
		const corner, c, x, center = 0, 1, 9, 27 // a1, b1, b2, d4
		return fmt.Sprintf("%d in a corner, %d on a C square, %d on an X square, %d in the centre",
			squares[corner], squares[c], squares[x], squares[center])
	}
	best, worst := engine.NoSquare, engine.NoSquare
	for s := range engine.SquaresOf(^board.Holes()) {
		if best == engine.NoSquare || squares[s] > squares[best] {
			best = s
		}
		if worst == engine.NoSquare || squares[s] < squares[worst] {
			worst = s
		}
	}
	return fmt.Sprintf("from %d on %s to %d on %s", squares[worst], worst, squares[best], best)
}

// largestOfNetworks is the number of network weights listed for each phase.
const largestOfNetworks = 12

// addWeights adds the champion's weights, but only the largest of networks.
func (p *page) addWeights(run *runs.Run) {
	champion, turns := run.State.CurrentChampion(), run.Config.LastMoves()
	for i := range turns {
		p.Moves = append(p.Moves, turns.Moves(i))
	}
	for _, parameter := range run.Config.Parameters {
		p.Weights = append(p.Weights, weightRow{parameter.Name,
			[]string{strconv.FormatFloat(champion.Parameters[parameter.Name], 'f', -1, 64)}})
	}
	add := func(name string) {
		row := weightRow{Name: name}
		for _, w := range champion.Phases {
			row.Values = append(row.Values, strconv.Itoa(w.Get(name)))
		}
		p.Weights = append(p.Weights, row)
	}
	for _, s := range run.Config.EvolvingScorers() {
		if s.Shapes != nil {
			p.OfNetworks += len(s.Features)
			continue
		}
		for _, f := range s.Features {
			add(f.Name)
		}
	}
	listed := map[string]bool{}
	for i := range champion.Phases {
		for _, c := range importance.Largest(champion.Phases[i], largestOfNetworks) {
			if !listed[c.Name] {
				listed[c.Name] = true
				add(c.Name)
			}
		}
	}
}

// addPromotions adds the promotions, the last one first.
func (p *page) addPromotions(run *runs.Run) {
	for _, champion := range slices.Backward(run.State.Champions) {
		row := championRow{Generation: champion.Generation}
		if n := champion.Gate; n.Pairs() > 0 {
			row.Match = newGateMatch(n)
		}
		for _, against := range champion.Reference {
			row.Scores = append(row.Scores, percent(against.Result.Score()))
		}
		p.Champions = append(p.Champions, row)
	}
}

// progress compares the first champion with the last, by the first opponent of the reference opponents.
func progress(run *runs.Run) string {
	champions := run.State.Champions
	if run.Config.HasStart() {
		champions = champions[1:]
	}
	if len(champions) < 2 || len(run.State.CurrentChampion().Reference) == 0 {
		return ""
	}
	first, last := champions[0], champions[len(champions)-1]
	return fmt.Sprintf("The first champion scored %s against %s, this one %s.",
		percent(first.Reference[0].Result.Score()), last.Reference[0].Opponent, percent(last.Reference[0].Result.Score()))
}

// gate returns a sentence on how many candidates passed the gate.
func gate(run *runs.Run) string {
	matches := 0
	for _, row := range run.History {
		if row.Gate.Pairs() > 0 {
			matches++
		}
	}
	if matches == 0 {
		return "The first champion needed no match, and no candidate has challenged it yet."
	}
	challenger := "After the first"
	if run.Config.HasStart() {
		challenger = "The start is the first champion"
	}
	return fmt.Sprintf("%s; %d of %s passed: "+
		"a candidate must win a sequential test against the reigning champion, "+
		"of %s of games at most, on openings that are used for nothing else. "+
		"A match that ends when it is won flatters the winner: "+
		"the scores against reference opponents are the better measure.",
		challenger, len(run.State.Champions)-1, count(matches, "candidate"), count(run.Config.Gate.Pairs, "pair"))
}

func interval(low, high float64) string { return fmt.Sprintf("%.1f–%.1f %%", 100*low, 100*high) }

// css formats a share as a CSS length.
func css(share float64) string { return fmt.Sprintf("%.1f%%", 100*share) }

// spreadOf describes the picture of the genes' spread.
func spreadOf(run *runs.Run) string {
	first, last := run.History[0], run.History[len(run.History)-1]
	return fmt.Sprintf("Spread of the genes by scorer. The mean distance of two genomes is %.2f in generation 1 and %.2f "+
		"in generation %d.", first.Diversity, last.Diversity, last.Generation)
}
