package runs

import (
	"context"
	"errors"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evolution"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/search"
)

// A Method is the configuration of a training: a way to train a player. Comparisons of methods ignore its
// seed.
type Method interface {
	Marshal() []byte
	Hash() string
	// Format returns the format of the training's directories.
	Format() *Format
	// Helper returns the name of the player that the training builds on, "" if there is none. The cost of
	// training that player is not counted.
	Helper() string
	// WithSeed returns the method with another seed.
	WithSeed(seed uint64) Method
	// TableFiles returns the pattern table files of the configuration, by name.
	TableFiles() map[string][]byte
	// HomeBoard returns the board of the training games.
	HomeBoard() engine.Shape
	// PlayerSearch returns the search of the trained players, nil if they do not search.
	PlayerSearch() *search.Settings
	// Create makes a directory and opens it for training.
	Create(dir string, goal Goal) (Training, error)
}

// A Training is an open training of any kind: a Trainer that can be compared with others.
type Training interface {
	Trainer
	// Run trains until the goal is reached or ctx is cancelled. Every finished round is on the disk before
	// the next one starts. After an error the directory has the state after the last finished round.
	Run(ctx context.Context, arena fitness.Arena, o Observer) (Stop, error)
	// GamesIn returns the number of games of a finished round.
	GamesIn(round int) int
	// ChampionAt identifies the champion after a finished round: it returns the round that made this champion.
	ChampionAt(round int) int
	// KeptFile returns the name of the champion's file if only the newest champion is kept. It returns "" if
	// all champions can be made again.
	KeptFile() string
	// PlayerAt returns the champion after a round. file is the path of a copy of KeptFile that was made after
	// that round.
	PlayerAt(round int, file string) (*players.Recipe, error)
	// PlotsDir returns the directory for pictures of the training.
	PlotsDir() *files.Dir
}

// A Stage is the progress of an unfinished part of a round.
type Stage struct {
	Number   int    // number of the round or episode, from 1
	What     string // such as "playing" or "fitting"; "" if units are smaller than rounds
	Done, Of int    // number of games, steps or passes; Of is 0 if unknown
	Games    bool   // whether Done counts games
	Note     string // any other information, such as a loss
}

// A Plan is the configuration of a run as a Method.
type Plan struct{ evolution.Config }

func parsePlan(data []byte, dir string) (Method, error) {
	c, err := evolution.ParseConfig(data, evolution.TablesIn(dir))
	if err == nil && c.Tunes() {
		err = errors.New("it has parameters of a program, and for safety no file may name a program: leave out parameters")
	}
	return &Plan{c}, err
}

// Format implements Method.
func (*Plan) Format() *Format { return &Evolution }

// Helper implements Method.
func (p *Plan) Helper() string {
	if p.Start == nil {
		return ""
	}
	return p.Start.Name
}

// WithSeed implements Method.
func (p *Plan) WithSeed(seed uint64) Method {
	other := *p
	other.Seed = seed
	return &other
}

// TableFiles implements Method.
func (p *Plan) TableFiles() map[string][]byte {
	if t := p.PatternTables(); t != nil {
		return map[string][]byte{patterns.FileName(t.Hash()): t.File()}
	}
	return nil
}

// PlayerSearch implements Method.
func (p *Plan) PlayerSearch() *search.Settings { return &p.Search }

// Create implements Method.
func (p *Plan) Create(dir string, goal Goal) (Training, error) {
	return asTraining(Create(dir, p.Config, goal))
}

// GamesIn implements Training.
func (r *Run) GamesIn(generation int) int { return r.History[generation-1].Games }

// ChampionAt implements Training.
func (r *Run) ChampionAt(generation int) int { return r.State.ChampionAt(generation).Generation }

// KeptFile implements Training.
func (r *Run) KeptFile() string { return "" }

// PlayerAt implements Training.
func (r *Run) PlayerAt(generation int, _ string) (*players.Recipe, error) {
	return players.Searching(r.Name(), r.Config.Switch(r.State.ChampionAt(generation)), r.Config.Search), nil
}
