package roster

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"evothello/internal/names"
	"evothello/players"
)

// A kind is a sort of player: a spec sets its options and has it made ready.
type kind interface {
	options() []players.Option
	contestant() (*Contestant, error)
}

// An Entry is one name of the roster.
type Entry struct {
	Name    string
	About   string // one line for people
	Foreign bool   // other people's programs
	fresh   func() kind
}

// Roster lists the players by name, in the order in which they are shown.
func Roster() []Entry { return slices.Clone(entries) }

// Deepens reports whether the player searches as deep as it is told.
func (e Entry) Deepens() bool { return hasKey(e.fresh().options(), "depth") }

// known lists the names of the roster for errors.
func known() (all []string) {
	for _, e := range entries {
		all = append(all, e.Name)
	}
	return all
}

// A Spec is a player as typed on a command line, NAME or NAME:key=value,…
type Spec struct {
	Text  string // as typed; results call the player so
	entry Entry
	given []players.Given
	kind  kind // with those set
}

// ParseSpec reads a player's spec. A player who plays on boards of up to 8×8 alone is
// refused with an error that names those who play on larger ones.
func ParseSpec(text string) (Spec, error) {
	name, given := players.SplitSpec(text)
	i := slices.IndexFunc(entries, func(e Entry) bool { return e.Name == name })
	if i < 0 {
		return Spec{}, stranger(text, name)
	}
	s := Spec{Text: text, entry: entries[i], given: given}
	return s, s.configure()
}

// stranger is the error of a player whom this roster does not have.
func stranger(text, name string) error {
	_, missing := os.Stat(text)
	elsewhere := slices.Contains(players.Names(), name) || missing == nil
	if path, _, hasKeys := strings.Cut(text, ":"); !elsewhere && hasKeys {
		_, missing = os.Stat(path)
		elsewhere = missing == nil
	}
	if elsewhere {
		return fmt.Errorf("player %s plays on boards of up to 8×8 alone; on larger ones play %s", text, strings.Join(known(), ", "))
	}
	return fmt.Errorf("on boards larger than 8×8: %w", names.New("player", name, known()))
}

// configure makes the kind anew with what is given.
func (s *Spec) configure() error {
	s.kind = s.entry.fresh()
	return players.Configure(s.Text, " on this board", s.kind.options, s.given)
}

// WithDefault gives a key a value, unless the spec gives it one or the player has no such
// key.
func (s Spec) WithDefault(key string, value int) (Spec, error) {
	if !hasKey(s.kind.options(), key) || slices.ContainsFunc(s.given, func(g players.Given) bool { return g.Key == key }) {
		return s, nil
	}
	s.given = append(slices.Clone(s.given), players.Given{Key: key, Value: strconv.Itoa(value)})
	return s, s.configure()
}

func hasKey(options []players.Option, key string) bool {
	return slices.ContainsFunc(options, func(o players.Option) bool { return o.Key == key })
}

// Contestant makes the player ready. It reads the spec's file.
func (s Spec) Contestant() (*Contestant, error) {
	c, err := s.kind.contestant()
	if err != nil {
		return nil, fmt.Errorf("player %s: %w", s.Text, err)
	}
	c.Name = s.Text
	return c, nil
}

// Usual is who plays against users who name no player, and UsualDepth how many plies it looks ahead
// then, which is a beginner's level.
const (
	Usual      = "alphabeta"
	UsualDepth = 1
)

// entries is everybody who can be named.
var entries = []Entry{
	lots("random", "any legal move", randomMove),
	lots("greedy", "the move that flips most discs, ties at random", greedyMove),
	lots("unselfish", "the move that flips fewest discs, ties at random", unselfishMove),
	lots("slowstarter", "unselfish while under 15 % of the squares hold discs, greedy after", slowStarterMove),
	lots("corner", "a corner if one can be had, else any move", cornerMove),
	lots("episode", "a corner at 90 %, else the move that flips most at 80 %, else any move", episodeMove),
	{
		Name: "table", About: "looks one ply ahead with the Table scorer alone",
		fresh: func() kind { return &tablePlayer{} },
	},
	{
		Name: "montecarlo", About: "the best of 1000 random games from each move, 0.5 s at most",
		fresh: func() kind { return &monteCarlo{} },
	},
	console("m-10", 10, 0),
	console("m-100", 100, 0),
	console("m-1000", 1000, 0),
	console("theend", 10_000, 14),
	{
		Name: Usual, About: "AlphaBeta to depth 4 with Table and Possibility",
		fresh: func() kind { return &alphaBeta{depth: 4} },
	},
	{
		Name: "external", About: "a program of the seed library's protocol, from file=REGISTRATION.json, run by a shell as there",
		Foreign: true, fresh: func() kind { return &external{} },
	},
}
