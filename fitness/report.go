package fitness

import "math"

// A Report is the result of a match from A's side, in the form that evolve match prints as JSON. No number in its JSON
// is infinite or NaN: an infinite Elo is null. Elo, NormalizedElo and Superiority are null if faults of players ended
// every game, see Tally.AllForfeited. NormalizedNote and SuperiorityNote give the reason if NormalizedElo and
// Superiority are nil.
type Report struct {
	A               string          `json:"a"`
	B               string          `json:"b"`
	Pairs           int             `json:"pairs"`
	Games           int             `json:"games"`
	Wins            int             `json:"wins"`
	Draws           int             `json:"draws"`
	Losses          int             `json:"losses"`
	Score           float64         `json:"score"`      // 0…1, a draw counts ½
	ScoreLow        float64         `json:"score_low"`  // 95 % interval over pairs
	ScoreHigh       float64         `json:"score_high"` //
	Elo                             // A's rating minus B's
	NormalizedElo   *float64        `json:"nelo"`       // as Pentanomial.NormalizedElo
	NormalizedErr   *float64        `json:"nelo_error"` //
	NormalizedNote  string          `json:"nelo_note,omitempty"`
	Superiority     *float64        `json:"los"`                // likelihood that A is stronger, 0…1
	SuperiorityNote string          `json:"los_note,omitempty"` // why Superiority is nil
	Pentanomial     Pentanomial     `json:"pentanomial"`        // LL, LD, DD+WL, WD, WW
	MeanDiscs       float64         `json:"mean_discs"`         // A's mean disc difference per game
	SPRT            *SPRTReport     `json:"sprt"`
	MoveSecondsA    float64         `json:"move_seconds_a"` // mean time of A for a move, 0 if not Timed
	MoveSecondsB    float64         `json:"move_seconds_b"`
	GamesPerSecond  float64         `json:"games_per_second"`
	Nodes           uint64          `json:"nodes"`
	Seed            uint64          `json:"seed"`
	Plies           int             `json:"plies"`
	Forfeits        []ForfeitedGame `json:"forfeits"`
}

// An SPRTReport is the state of a sequential test.
type SPRTReport struct {
	SPRT
	LLR    float64  `json:"llr"`
	Lower  float64  `json:"lower"`
	Upper  float64  `json:"upper"`
	Result Decision `json:"result"`
}

// Report returns the report of a tally. The caller adds names, times and seeds.
func (t *Tally) Report(test *SPRT) Report {
	r := Report{
		Pairs: t.Pairs.Pairs(), Games: t.Games(), Wins: t.Wins, Draws: t.Draws, Losses: t.Losses,
		Score: t.Pairs.Score(), Pentanomial: t.Pairs, Nodes: t.Nodes,
		Forfeits: append([]ForfeitedGame{}, t.Forfeits...), // [] in JSON if there are none
	}
	r.MoveSecondsA, r.MoveSecondsB = t.Times[0].PerMove(), t.Times[1].PerMove()
	r.ScoreLow, r.ScoreHigh = t.Pairs.Interval()
	if r.Games > 0 {
		r.MeanDiscs = float64(t.Discs) / float64(r.Games)
	}
	if test != nil {
		decision, llr := test.Decide(t.Pairs)
		r.SPRT = &SPRTReport{SPRT: *test, LLR: llr, Lower: -Bound, Upper: Bound, Result: decision}
	}
	if !t.AllForfeited() {
		r.Elo = t.Pairs.Elo()
		if nElo, plusMinus, known := t.Pairs.NormalizedElo(); known {
			r.NormalizedElo, r.NormalizedErr = &nElo, &plusMinus
		} else {
			r.NormalizedNote = AllEqual
		}
		r.Superiority, r.SuperiorityNote = t.Pairs.ReliableSuperiority()
		return r
	}
	r.Elo = noElo
	r.SuperiorityNote = "every game was forfeited"
	r.NormalizedNote = r.SuperiorityNote
	if test != nil {
		r.SPRT.Result = Undecided
	}
	return r
}

// GamesPerSecond returns the number of games per second with one decimal, 0 if seconds is 0.
func GamesPerSecond(games int, seconds float64) float64 {
	if seconds <= 0 {
		return 0
	}
	return math.Round(10*float64(games)/seconds) / 10
}
