package study

import (
	"fmt"
	"path/filepath"
	"slices"

	_ "evothello/learn/policy" // likewise
	_ "evothello/learn/qnet"   // registers players that methods train

	"evothello/internal/names"
)

// A Method is a way to train a player with a command of this program.
type Method struct {
	Name     string
	About    string   // a short description
	train    []string // command that begins training, without seed, directory and budget
	player   string   // name of the player's file in the training directory
	with     []string // patterns of other files that the player needs
	spec     string   // format of the player's spec, with verbs for path and depth
	searches bool     // players search to a given depth; the others do not search
}

// methods lists all methods, in the order of the results.
var methods = []Method{
	{
		Name: "ga", About: "a few dozen weights of features, evolved by the genetic algorithm",
		train:  []string{"run", "--optimizer", "ga"},
		player: "champion.json", spec: "%s:depth=%d,endgame=0", searches: true,
	},
	{
		Name: "cmaes", About: "the same weights, evolved by CMA-ES",
		train:  []string{"run", "--optimizer", "cmaes"},
		player: "champion.json", spec: "%s:depth=%d,endgame=0", searches: true,
	},
	{
		Name: "networks", About: "those and a network of tuples, evolved by mirrored CMA-ES",
		train: []string{"run", "--optimizer", "cmaes-mirrored",
			"--scorers", "table,possibility,edge,blank,edgestability,lines2", "--shared", "lines2",
			"--population", "128", "--pairs", "8", "--opening-plies", "7", "--depth", "1", "--endgame", "0"},
		player: "champion.json", spec: "%s:depth=%d,endgame=0", searches: true,
	},
	{
		Name: "patterns", About: "pattern tables, trained on games of their own",
		train:  []string{"train", "tables", "--player", "random", "--games", "5000", "--window", "10"},
		player: "champion.json", with: []string{"patterns-*.tables"}, spec: "%s:depth=%d,endgame=0", searches: true,
	},
	{
		Name: "q-learner", About: "a network that learns by reward, against episode",
		train:  []string{"train", "qnet", "--board", "8x8"},
		player: "player.qnet", spec: "qnet:file=%s",
	},
	{
		Name: "winners", About: "a network that never searches, from the winners of its games",
		train:  network("--teacher", "games"),
		player: "player.policy", spec: "policy:file=%s",
	},
	{
		Name: "distilled", About: "such a network, taught by an evolved player, whose training does not count",
		train:  network("--teacher", "evolved-cmaes:depth=4,endgame=8"),
		player: "player.policy", spec: "policy:file=%s",
	},
	{
		Name: Experts, About: "such a network, from the moves of experts",
		train:  network(),
		player: "player.policy", spec: "policy:file=%s",
	},
}

// Experts is the name of the method that needs game files.
const Experts = "experts"

// network returns a command that trains a policy network. Its rounds are short, so that a small budget
// holds several, and it spends little time on matches.
func network(flags ...string) []string {
	short := []string{"train", "policy", "--steps", "200", "--pairs", "4", "--opponent", "random"}
	if len(flags) > 0 {
		short = append(short, "--games", "200")
	}
	return append(short, flags...)
}

// Methods returns all methods.
func Methods() []Method { return methods }

// named returns the method with a name.
func named(name string) (*Method, error) {
	i := slices.IndexFunc(methods, func(m Method) bool { return m.Name == name })
	if i < 0 {
		return nil, names.New("method", name, Names())
	}
	return &methods[i], nil
}

// Names returns the names of all methods.
func Names() (names []string) {
	for _, m := range methods {
		names = append(names, m.Name)
	}
	return names
}

// Command returns the arguments of the command that begins training, without seed, budget and directory.
func (m *Method) Command() []string { return m.train }

// Searches reports whether the method's players search to a given depth.
func (m *Method) Searches() bool { return m.searches }

// begin returns the arguments that begin a training.
func (m *Method) begin(dir string, seed int, experts []string) []string {
	args := append(slices.Clone(m.train), "--seed", fmt.Sprint(seed), "--out", dir)
	if m.Name == Experts {
		for _, path := range experts {
			args = append(args, "--from", path)
		}
	}
	return args
}

// resume returns the arguments that continue a training.
func (m *Method) resume(dir string) []string { return []string{"resume", dir} }

// specIn returns the spec of the player in a training directory, with a depth if it searches.
func (m *Method) specIn(dir string, depth int) string {
	path := filepath.Join(dir, m.player)
	if m.searches {
		return fmt.Sprintf(m.spec, path, depth)
	}
	return fmt.Sprintf(m.spec, path)
}

// keeps reports whether the player needs a file of the training directory.
func (m *Method) keeps(name string) bool {
	matches := func(pattern string) bool {
		ok, _ := filepath.Match(pattern, name) // the patterns of methods are valid
		return ok
	}
	return name == m.player || slices.ContainsFunc(m.with, matches)
}
