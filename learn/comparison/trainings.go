package comparison

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
)

// Evolution is a run of evolution as a Method.
type Evolution struct{ evolution.Config }

func parseEvolution(data []byte, dir string) (Method, error) {
	c, err := evolution.ParseConfig(data, evolution.TablesIn(dir))
	if err == nil && c.Tunes() {
		err = errors.New("it has parameters of a program, which no file may name: leave them out")
	}
	return &Evolution{c}, err
}

func (m *Evolution) kind() *kind              { return kinds[0] }
func (m *Evolution) board() engine.Shape      { return m.HomeBoard() }
func (m *Evolution) search() *search.Settings { return &m.Search }

// Helper implements Method.
func (m *Evolution) Helper() string {
	if m.Start == nil {
		return ""
	}
	return m.Start.Name
}

func (m *Evolution) seeded(seed uint64) Method {
	c := *m
	c.Seed = seed
	return &c
}

func (m *Evolution) tables() map[string][]byte {
	if t := m.PatternTables(); t != nil {
		return map[string][]byte{patterns.FileName(t.Hash()): t.File()}
	}
	return nil
}

func (m *Evolution) create(dir string, goal runs.Goal) (training, error) {
	return asTraining(newEvolving)(runs.Create(dir, m.Config, goal))
}

type evolving struct{ *runs.Run }

func newEvolving(r *runs.Run) training { return evolving{r} }

func (t evolving) train(ctx context.Context, arena fitness.Arena, o Observer) error {
	_, err := t.Run.Run(ctx, arena, o.Observer)
	return err
}

func (t evolving) games(round int) int    { return t.History[round-1].Games }
func (t evolving) champion(round int) int { return t.State.ChampionAt(round).Generation }
func (t evolving) kept() string           { return "" }
func (t evolving) player(round int, _ string) (*players.Recipe, error) {
	return players.Searching(t.Name(), t.Config.Switch(t.State.ChampionAt(round)), t.Config.Search), nil
}

// PatternTables is a training of pattern tables as a Method.
type PatternTables struct{ tables.Config }

func (m *PatternTables) kind() *kind               { return kinds[1] }
func (m *PatternTables) board() engine.Shape       { return engine.Standard() }
func (m *PatternTables) search() *search.Settings  { return &m.Search }
func (m *PatternTables) tables() map[string][]byte { return m.Config.Tables() }

// Helper implements Method.
func (m *PatternTables) Helper() string {
	for _, p := range m.Players {
		if p.Weights != nil && m.Games > 0 {
			return p.Name
		}
	}
	return ""
}

func (m *PatternTables) seeded(seed uint64) Method {
	c := *m
	c.Seed = seed
	return &c
}

func (m *PatternTables) create(dir string, goal runs.Goal) (training, error) {
	return asTraining(newFitting)(tables.Create(dir, m.Config, goal))
}

type fitting struct{ *tables.Training }

func newFitting(l *tables.Training) training { return fitting{l} }

func (t fitting) train(ctx context.Context, arena fitness.Arena, o Observer) error {
	_, err := t.Run(ctx, arena.Slots(), tables.Observer{Progress: func(p tables.Progress) {
		o.stage(string(p.Stage), p.Done, p.Of)
	}})
	return err
}

func (t fitting) games(round int) int {
	r := &t.State.Rounds[round-1]
	pairs := r.Gate.Pairs()
	for _, against := range r.Reference {
		pairs += against.Result.Pairs()
	}
	return t.Config.Games + 2*pairs
}

// champion returns the last round whose candidate has passed the gate, or the last round if none has.
func (t fitting) champion(round int) int {
	until := tables.State{Rounds: t.State.Rounds[:round]}
	if passed := until.Player(); passed > 0 {
		return passed
	}
	return round
}

func (t fitting) kept() string { return "" }
func (t fitting) player(round int, _ string) (*players.Recipe, error) {
	candidate, err := t.Candidate(t.champion(round))
	return players.Searching(t.Name(), candidate, t.Config.Search), err
}

// A network is what methods have in common whose players do not search.
type network struct{}

func (network) search() *search.Settings  { return nil }
func (network) tables() map[string][]byte { return nil }

// PolicyNetwork is a training of a policy network as a Method.
type PolicyNetwork struct {
	policy.Config
	network
}

func (m *PolicyNetwork) kind() *kind         { return kinds[2] }
func (m *PolicyNetwork) board() engine.Shape { return engine.Standard() }

// Helper implements Method.
func (m *PolicyNetwork) Helper() string {
	if m.Teacher == nil {
		return ""
	}
	return m.Teacher.Spec
}

func (m *PolicyNetwork) seeded(seed uint64) Method {
	c := *m
	c.Seed = seed
	return &c
}

func (m *PolicyNetwork) create(dir string, goal runs.Goal) (training, error) {
	return asTraining(newImitating)(policy.Create(dir, m.Config, goal))
}

type imitating struct{ *policy.Training }

func newImitating(t *policy.Training) training { return imitating{t} }

func (t imitating) train(ctx context.Context, arena fitness.Arena, o Observer) error {
	_, err := t.Run(ctx, arena.Slots(), policy.Observer{Progress: func(p policy.Progress) {
		o.stage(string(p.Stage), p.Done, p.Of)
	}})
	return err
}

func (t imitating) games(int) int          { return t.Config.Games }
func (t imitating) champion(round int) int { return round }
func (t imitating) kept() string           { return policy.PlayerFile }
func (t imitating) player(_ int, file string) (*players.Recipe, error) {
	return players.ParseRecipe(t.Name(), "policy:file="+file)
}

// QNetwork is a training of a Q-network as a Method.
type QNetwork struct {
	qnet.Config
	network
}

func (m *QNetwork) kind() *kind         { return kinds[3] }
func (m *QNetwork) board() engine.Shape { return m.Board }

// Helper implements Method.
func (m *QNetwork) Helper() string { return "" }

func (m *QNetwork) seeded(seed uint64) Method {
	c := *m
	c.Seed = seed
	return &c
}

func (m *QNetwork) create(dir string, goal runs.Goal) (training, error) {
	return asTraining(newRewarded)(qnet.Create(dir, m.Config, goal))
}

type rewarded struct{ *qnet.Training }

func newRewarded(t *qnet.Training) training { return rewarded{t} }

func (t rewarded) train(ctx context.Context, arena fitness.Arena, o Observer) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(arena.Slots()))
	_, err := t.Run(ctx, qnet.Observer{Game: func(done int) { o.stage("playing", done, t.Config.Round) }})
	return err
}

func (t rewarded) games(round int) int    { return t.Rounds[round-1].Episodes }
func (t rewarded) champion(round int) int { return round }
func (t rewarded) kept() string           { return filepath.Base(t.PlayerPath()) }
func (t rewarded) player(_ int, file string) (*players.Recipe, error) {
	return players.ParseRecipe(t.Name(), "qnet:file="+file)
}
