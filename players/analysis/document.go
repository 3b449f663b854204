package analysis

import (
	"evothello/engine"
	"evothello/formats"
	"evothello/search"
)

// A Document is the output of evolve analyze --json.
type Document struct {
	Player  string           `json:"player"` // the player whose weights analysed the games
	Search  search.Algorithm `json:"search"`
	Depth   int              `json:"depth"`
	Endgame int              `json:"endgame"`
	Games   []AnalysedGame   `json:"games"`
}

// An AnalysedGame is an analysed game.
type AnalysedGame struct {
	File       string         `json:"file,omitempty"`
	Number     int            `json:"number,omitempty"` // number of the game in the file
	Title      string         `json:"title"`
	Start      string         `json:"start"` // the start position
	Transcript string         `json:"transcript"`
	Moves      []AnalysedMove `json:"moves"`
	Sums       struct {
		Black Sum `json:"black"`
		White Sum `json:"white"`
	} `json:"sums"`
}

// An AnalysedMove is a Move in JSON.
type AnalysedMove struct {
	Number    int        `json:"number"`
	Side      string     `json:"side"`
	Move      string     `json:"move"`
	Value     int        `json:"value"`
	Best      string     `json:"best"`
	BestValue int        `json:"best_value"`
	Lost      int        `json:"lost"`
	Unit      Unit       `json:"unit"`
	Mark      Annotation `json:"mark"`
	// Reasons explain the mark. Line and BestLine are the expected play that begins with the move and with the
	// best move.
	Reasons  []ReasonView `json:"reasons,omitempty"`
	Line     []string     `json:"line,omitempty"`
	BestLine []string     `json:"best_line,omitempty"`
	// Value, BestValue and Lost in discs, nil if unknown.
	Discs     *float64 `json:"value_discs"`
	BestDiscs *float64 `json:"best_value_discs"`
	LostDiscs *float64 `json:"lost_discs"`
}

// NewDocument returns a document without games.
func NewDocument(player string, s search.Settings) *Document {
	return &Document{Player: player, Search: s.Algorithm, Depth: s.Depth, Endgame: s.Endgame, Games: []AnalysedGame{}}
}

// Add adds a game with its analysed moves. file is the name of its file, "" if there is none.
func (d *Document) Add(file string, g *formats.Annotated, moves []Move) {
	judged := AnalysedGame{
		File: file, Number: g.Number, Title: g.Title(), Start: g.Start.String(), Transcript: g.Transcript(),
		Moves: make([]AnalysedMove, len(moves)),
	}
	for i := range moves {
		m := &moves[i]
		judged.Moves[i] = AnalysedMove{
			Number: m.Number, Side: m.Side.Letter(), Move: m.Played.String(), Value: m.Value,
			Best: m.Best.String(), BestValue: m.BestValue, Lost: m.Lost(), Unit: m.Unit, Mark: m.Mark,
		}
		if c := m.Compared; c != nil {
			j := &judged.Moves[i]
			j.Reasons, j.Line, j.BestLine = ViewReasons(c.Reasons), names(c.Played.Play), names(c.Best.Play)
		}
		if m.InDiscs {
			j := &judged.Moves[i]
			j.Discs, j.BestDiscs, j.LostDiscs = hundredths(m.Discs), hundredths(m.BestDiscs), hundredths(m.LostDiscs())
		}
	}
	judged.Sums.Black, judged.Sums.White = SumOf(moves, engine.Black), SumOf(moves, engine.White)
	d.Games = append(d.Games, judged)
}
