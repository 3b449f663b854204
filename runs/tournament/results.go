package tournament

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
)

// Results are the results of a tournament, in the form of results.json. All numbers are finite. They do not
// depend on clocks or on the number of workers, unless a player does.
type Results struct {
	Seed     uint64     `json:"seed"`
	Pairs    int        `json:"pairs"` // number of pairs per pairing
	Plies    int        `json:"opening_plies"`
	Games    int        `json:"games"`
	Nodes    uint64     `json:"nodes"`    // number of positions that all players searched
	Players  []Standing `json:"players"`  // best rating first
	Pairings []Pairing  `json:"pairings"` // in the order of the players
	Perfect  []Perfect  `json:"perfect,omitempty"`
	Black    string     `json:"black,omitempty"` // player that is Black in all games, "" if both play both colours

	tallies [][]fitness.Tally
}

// A Standing is the result of one player.
type Standing struct {
	Name      string  `json:"name"`
	Plays     string  `json:"plays"`
	Elo       float64 `json:"elo"`               // points above the mean of all rated players
	EloError  float64 `json:"elo_error"`         // half of the 95 % interval, over pairs
	Unrated   bool    `json:"unrated,omitempty"` // all its games were forfeited, so Elo has no meaning
	Score     float64 `json:"score"`             // 0…1, a draw counts ½
	Games     int     `json:"games"`
	Wins      int     `json:"wins"`
	Draws     int     `json:"draws"`
	Losses    int     `json:"losses"`
	MeanDiscs float64 `json:"mean_discs"` // mean disc difference per game
}

// A Pairing is the result of two players against each other, counted for A.
type Pairing struct {
	A           string                  `json:"a"`
	B           string                  `json:"b"`
	Games       int                     `json:"games"`
	Wins        int                     `json:"wins"`
	Draws       int                     `json:"draws"`
	Losses      int                     `json:"losses"`
	Score       float64                 `json:"score"`
	Pentanomial fitness.Pentanomial     `json:"pentanomial"` // LL, LD, DD+WL, WD, WW
	MeanDiscs   float64                 `json:"mean_discs"`
	Forfeits    []fitness.ForfeitedGame `json:"forfeits"`
}

// A Perfect is a game at whose end one side has all squares of the board.
type Perfect struct {
	Black  string `json:"black"`
	White  string `json:"white"`
	Winner string `json:"winner"` // name of Black or White
	Moves  string `json:"moves"`
}

// perfect returns the perfect games, if the configuration wants them.
func (t *Tournament) perfect() (games []Perfect) {
	for i, r := range t.results {
		if r == nil || !t.Config.ListPerfect {
			continue
		}
		pairing := t.pairings[i/t.Config.Pairs]
		black, white := t.Config.Players[pairing[0]].Spec, t.Config.Players[pairing[1]].Spec
		for _, record := range r.Games[:t.Config.gamesInPair()] {
			game := engine.Game{Start: t.Config.HomeBoard().Start, Moves: record.Moves}
			end := game.Final()
			g := Perfect{Black: black, White: white, Winner: black, Moves: game.Transcript()}
			switch squares := end.Squares(); end.Size() {
			case strings.Count(squares, "O"):
				g.Winner = white
				games = append(games, g)
			case strings.Count(squares, "X"):
				games = append(games, g)
			}
			black, white = white, black
		}
	}
	return games
}

// Results returns the results of the pairs that have been played.
func (t *Tournament) Results() *Results {
	tallies := make([][]fitness.Tally, len(t.recipes)) // by player and opponent
	for i := range tallies {
		tallies[i] = make([]fitness.Tally, len(t.recipes))
	}
	for i, tally := range t.Tallies() {
		a, b := t.pairings[i][0], t.pairings[i][1]
		tallies[a][b], tallies[b][a] = tally, tally.Swapped()
	}
	ratings := t.rate(tallies)
	order := make([]int, len(t.recipes))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case ratings[a] != nil && ratings[b] != nil:
			return cmp.Compare(ratings[b].Elo, ratings[a].Elo)
		case ratings[a] != nil:
			return -1
		case ratings[b] != nil:
			return 1
		}
		return 0
	})

	r := &Results{Seed: t.Config.Seed, Pairs: t.Config.Pairs, Plies: t.Config.Plies, Perfect: t.perfect()}
	if t.Config.OneColour {
		r.Black = t.Config.Players[0].Spec
	}
	for i, player := range order {
		row := make([]fitness.Tally, len(order))
		for j, other := range order {
			row[j] = tallies[player][other]
		}
		r.tallies = append(r.tallies, row)
		name := t.Config.Players[player]
		r.Players = append(r.Players, newStanding(name, ratings[player], row))
		for j := i + 1; j < len(order); j++ {
			r.Pairings = append(r.Pairings, newPairing(name.Spec, t.Config.Players[order[j]].Spec, row[j]))
			r.Games += row[j].Games()
			r.Nodes += row[j].Nodes
		}
	}
	return r
}

// rate returns the rating of each player. A player whose games were all forfeited has no rating (nil), because forfeits
// alone say nothing about strength. For the same reason a pairing whose games were all forfeited does not count.
func (t *Tournament) rate(tallies [][]fitness.Tally) []*Rating {
	index, rated := make([]int, len(tallies)), 0 // index among the rated players, −1 if unrated
	for i, row := range tallies {
		games, forfeits := 0, 0
		for _, tally := range row {
			games, forfeits = games+tally.Games(), forfeits+tally.Faults()
		}
		if index[i] = -1; games == 0 || forfeits < games {
			index[i] = rated
			rated++
		}
	}
	var results []MatchResult
	for _, p := range t.pairings {
		result := MatchResult{A: index[p[0]], B: index[p[1]]}
		if result.A < 0 || result.B < 0 {
			continue
		}
		if tally := tallies[p[0]][p[1]]; !tally.AllForfeited() {
			result.Pairs = tally.Pairs
		}
		results = append(results, result)
	}
	ratings := make([]*Rating, len(tallies))
	if rated == 0 {
		return ratings
	}
	found := Rate(rated, results)
	for i, at := range index {
		if at >= 0 {
			ratings[i] = &found[at]
		}
	}
	return ratings
}

// ReadResults reads the results of a finished tournament from its directory.
func ReadResults(dir *files.Dir) (*Results, error) {
	data, err := dir.Read(resultsFile, files.MaxGames)
	if err != nil {
		return nil, err
	}
	var r Results
	if err := files.DecodeJSON(data, Schema, &r); err != nil {
		return nil, fmt.Errorf("%s: %w", dir.Path(resultsFile), err)
	}
	if n := len(r.Players); len(r.Pairings) != n*(n-1)/2 {
		return nil, fmt.Errorf("%s: %d pairings of %d players: must be %d", dir.Path(resultsFile), len(r.Pairings), n,
			n*(n-1)/2)
	}
	r.tallies = make([][]fitness.Tally, len(r.Players))
	for i := range r.tallies {
		r.tallies[i] = make([]fitness.Tally, len(r.Players))
	}
	next := r.Pairings
	for i := range r.Players {
		for j := i + 1; j < len(r.Players); j++ {
			p := next[0]
			next = next[1:]
			t := fitness.Tally{Pairs: p.Pentanomial, Wins: p.Wins, Draws: p.Draws, Losses: p.Losses, Forfeits: p.Forfeits,
				Discs: int(math.Round(p.MeanDiscs * float64(p.Games)))}
			r.tallies[i][j], r.tallies[j][i] = t, t.Swapped()
		}
	}
	return &r, nil
}

func newStanding(p Player, rating *Rating, row []fitness.Tally) Standing {
	s := Standing{Name: p.Spec, Plays: p.Plays, Unrated: rating == nil}
	if rating != nil {
		s.Elo, s.EloError = round(rating.Elo, 2), round(rating.PlusMinus, 2)
	}
	discs := 0
	for _, t := range row {
		s.Wins += t.Wins
		s.Draws += t.Draws
		s.Losses += t.Losses
		discs += t.Discs
	}
	s.Games = s.Wins + s.Draws + s.Losses
	s.Score = scoreOf(s.Wins, s.Draws, s.Games)
	s.MeanDiscs = mean(discs, s.Games)
	return s
}

func newPairing(a, b string, t fitness.Tally) Pairing {
	return Pairing{
		A: a, B: b, Games: t.Games(), Wins: t.Wins, Draws: t.Draws, Losses: t.Losses,
		Score: scoreOf(t.Wins, t.Draws, t.Games()), Pentanomial: t.Pairs, MeanDiscs: mean(t.Discs, t.Games()),
		Forfeits: append([]fitness.ForfeitedGame{}, t.Forfeits...), // [] in JSON if there are none
	}
}

// TallyOf returns the tally of player i against player j. i and j are indices of Players.
func (r *Results) TallyOf(i, j int) fitness.Tally { return r.tallies[i][j] }

// WinShare returns the share of games that player i won against player j, 0…1. i and j are indices of
// Players.
func (r *Results) WinShare(i, j int) float64 {
	return share(r.tallies[i][j].Wins, r.tallies[i][j].Games())
}

// WinShare returns the share of games that the player won, 0…1.
func (s *Standing) WinShare() float64 { return share(s.Wins, s.Games) }

func share(n, of int) float64 {
	if of == 0 {
		return 0
	}
	return float64(n) / float64(of)
}

func scoreOf(wins, draws, games int) float64 { return round(share(2*wins+draws, 2*games), 6) }

func mean(sum, n int) float64 { return round(share(sum, n), 4) }

// round rounds to a number of decimals. It never returns negative zero.
func round(x float64, decimals int) float64 {
	scale := math.Pow10(decimals)
	return math.Round(x*scale)/scale + 0
}

// AllForfeited reports whether all games of the tournament were forfeited.
func (r *Results) AllForfeited() bool {
	return !slices.ContainsFunc(r.Players, func(s Standing) bool { return !s.Unrated })
}

// ratingsCSV returns the content of ratings.csv. It has one row per player, best first. Scores and shares are 0…1.
// Unrated players have no Elo.
func (r *Results) ratingsCSV() []byte {
	rows := [][]string{{"rank", "player", "elo", "elo_error", "score", "won", "wins", "losses", "draws", "games",
		"mean_discs"}}
	for i, s := range r.Players {
		elo, eloError := decimals(s.Elo, 2), decimals(s.EloError, 2)
		if s.Unrated {
			elo, eloError = "", ""
		}
		rows = append(rows, []string{
			strconv.Itoa(i + 1), s.Name, elo, eloError, decimals(s.Score, 6), decimals(s.WinShare(), 6),
			strconv.Itoa(s.Wins), strconv.Itoa(s.Losses), strconv.Itoa(s.Draws), strconv.Itoa(s.Games), decimals(s.MeanDiscs, 4),
		})
	}
	return files.CSV(rows...)
}

// crossCSV returns the content of crosstable.csv: the share of games, 0…1, that the player of the row won against the
// player of the column.
func (r *Results) crossCSV() []byte {
	head := []string{"player"}
	for _, s := range r.Players {
		head = append(head, s.Name)
	}
	rows := [][]string{head}
	for i, s := range r.Players {
		row := []string{s.Name}
		for j := range r.Players {
			if i == j {
				row = append(row, "")
			} else {
				row = append(row, decimals(r.WinShare(i, j), 6))
			}
		}
		rows = append(rows, row)
	}
	return files.CSV(rows...)
}

func decimals(x float64, n int) string { return strconv.FormatFloat(x, 'f', n, 64) }
