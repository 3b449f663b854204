package players

import (
	"fmt"
	"math"
	"math/bits"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/search"
)

// A LeaguePlayer is a player of the Othello League: a network of n-tuples that looks one ply ahead. It makes
// the move that leads to the board with the highest value, even if that board ends the game or the same side
// moves again. Among equal moves it makes the first; the League chooses one at random.
type LeaguePlayer struct {
	View View `json:"view"`
	formats.NTuple
}

// A View is how a player of the League sees the board when it plays White. The League's files do not contain
// it.
type View string

// The views of the League's players.
const (
	// ViewUnchanged leaves the board unchanged: Black wants the highest value, White the lowest.
	ViewUnchanged View = "black"
	// ViewSwapped swaps the colours when White moves: the side to move always sees itself as
	// Black and wants the highest value.
	ViewSwapped View = "self"
)

// UnmarshalText sets the view.
func (v *View) UnmarshalText(text []byte) error {
	*v = View(Canonical(string(text)))
	if *v == ViewUnchanged || *v == ViewSwapped {
		return nil
	}
	return fmt.Errorf("must be %s (the default: the unchanged board, Black wants the highest value, White the lowest) "+
		"or %s (each side sees itself as Black)", ViewUnchanged, ViewSwapped)
}

// Validate returns an error if the view or the network is invalid.
func (p *LeaguePlayer) Validate() error {
	if err := new(View).UnmarshalText([]byte(p.View)); err != nil {
		return fmt.Errorf("view %q: %w", p.View, err)
	}
	return p.NTuple.Validate()
}

// contestant compiles a valid player.
func (p *LeaguePlayer) contestant(name string) *Contestant {
	values, view := compileTuples(&p.NTuple), p.View
	value := func(after engine.Position) int {
		switch {
		case after.Side == engine.White: // Black has moved
			return values.of(after.Black(), after.White())
		case view == ViewSwapped:
			return values.of(after.White(), after.Black())
		}
		return -values.of(after.Black(), after.White())
	}
	return &Contestant{
		Name: name, PlaysOn: WithoutHoles("its tuples are"), New: func(*search.Searcher) Player { return onePly{value} },
		About: fmt.Sprintf("looks one ply ahead with %d n-tuples, %d weights, view=%s", len(p.Tuples), values.weights, view),
	}
}

// tupleValues holds a network's weights as integers, so that a board has the same value on every
// processor. The unit is a power of two: small enough for a fine resolution, large enough that no
// board is worth more than evaluators.MaxScore either way. A weight is off by at most half a unit.
type tupleValues struct {
	places  []tuplePlace
	weights int
}

// A tuplePlace is a tuple at one of its places on the board.
type tuplePlace struct {
	squares []engine.Square
	values  []int32 // by configuration, shared by all places of the tuple
}

func compileTuples(n *formats.NTuple) *tupleValues {
	most := 0.0 // the largest value of a board; sums only, so that no processor fuses multiplications
	for _, t := range n.Tuples {
		largest := 0.0
		for _, w := range t.Weights {
			largest = max(largest, math.Abs(w))
		}
		for range t.Places {
			most += largest
		}
	}
	_, exponent := math.Frexp(most) // most < 2^exponent
	// One bit is spare for halves that round up.
	shift := bits.Len(evaluators.MaxScore) - 2 - exponent
	v := new(tupleValues)
	for _, t := range n.Tuples {
		values := make([]int32, len(t.Weights))
		for i, w := range t.Weights {
			values[i] = int32(math.Round(math.Ldexp(w, shift)))
		}
		for _, squares := range t.Places {
			v.places = append(v.places, tuplePlace{squares, values})
		}
		v.weights += len(values)
	}
	return v
}

// of returns a board's value for Black.
func (v *tupleValues) of(black, white uint64) (sum int) {
	var digits [64]int
	for s := range digits {
		digits[s] = 1 + int(black>>s&1) - int(white>>s&1)
	}
	for i := range v.places {
		p := &v.places[i]
		configuration := 0
		for _, s := range p.squares {
			configuration = 3*configuration + digits[s&63]
		}
		sum += int(p.values[configuration])
	}
	return sum
}

// leagueFile is the kind of players in a file of the Othello League.
type leagueFile struct {
	File File[*formats.NTuple] `key:"file" required:"name its file, as in ntuple:file=X.player"`
	View View                  `key:"view"`
}

const leagueAbout = "a player of the Othello League, from file=X.player; view=self if it always sees itself as Black"

// WhyUnrepeatable implements Kind.
func (*leagueFile) WhyUnrepeatable() string {
	return "a file may change; name a player that comes with the program"
}

func (k *leagueFile) recipe() (*Recipe, error) {
	n, err := k.File.Read(formats.ReadNTuple)
	if err != nil {
		return nil, err
	}
	return &Recipe{League: &LeaguePlayer{View: k.View, NTuple: *n}}, nil
}

// Contestant implements Kind.
func (k *leagueFile) Contestant() (*Contestant, error) { return contestantOf(k) }
