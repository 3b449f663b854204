package comparison

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/runs"
	"evothello/search"
)

// A Method is a way to train a player: the configuration of a training of any kind, whose seed does not count.
type Method interface {
	Marshal() []byte
	Hash() string
	// Helper names the player that the training builds on, whose own training is not counted; "" if there is none.
	Helper() string

	kind() *kind
	seeded(seed uint64) Method
	tables() map[string][]byte // the files of pattern tables that the configuration names
	board() engine.Shape
	search() *search.Settings // of the trained players, nil if they do not search
	create(dir string, goal runs.Goal) (training, error)
}

// A training is an open training of any kind.
type training interface {
	runs.Trainer
	train(ctx context.Context, arena fitness.Arena, observer Observer) error
	games(round int) int    // that a round played
	champion(round int) int // the round that made the champion of a round
	// kept is the name of the champion's file if only the newest exists; "" if all can be made again.
	kept() string
	player(round int, file string) (*players.Recipe, error) // file is the copy of the kept one
}

// An Observer receives the progress of a training.
type Observer struct {
	runs.Observer                                 // of a run of evolution
	Stage         func(what string, done, of int) // of other trainings: called often within a round
}

func (o Observer) stage(what string, done, of int) {
	if o.Stage != nil {
		o.Stage(what, done, of)
	}
}

// A kind is a kind of training.
type kind struct {
	format       *runs.Format
	parse        func(data []byte, dir string) (Method, error) // dir holds the pattern tables
	open, resume func(dir string) (training, error)
	check        func(dir *files.Dir) []*files.Damaged
}

// kinds lists the kinds of training that can be compared.
var kinds = []*kind{
	{&runs.Evolution, parseEvolution, opened(runs.Open, newEvolving), opened(runs.Resume, newEvolving),
		runs.Check},
	{&tables.Format, func(data []byte, dir string) (Method, error) {
		c, err := tables.ParseConfig(data, dir)
		return &PatternTables{c}, err
	}, opened(tables.Open, newFitting), opened(tables.Resume, newFitting), tables.Check},
	{&policy.Format, func(data []byte, _ string) (Method, error) {
		c, err := policy.ParseConfig(data)
		return &PolicyNetwork{Config: c}, err
	}, opened(policy.Open, newImitating), opened(policy.Resume, newImitating), policy.Check},
	{&qnet.Format, func(data []byte, _ string) (Method, error) {
		c, err := qnet.ParseConfig(data)
		return &QNetwork{Config: c}, err
	}, opened(qnet.Open, newRewarded), opened(qnet.Resume, newRewarded), qnet.Check},
}

// name is the name of the configuration file without its ending, as in Setting.Kind; "" for a run.
func (k *kind) name() string {
	if k.format == &runs.Evolution {
		return ""
	}
	return strings.TrimSuffix(k.format.Config, ".json")
}

// parseMethod reads a method of a kind.
func parseMethod(name string, data []byte, dir string) (Method, error) {
	i := slices.IndexFunc(kinds, func(k *kind) bool { return k.name() == name })
	if i < 0 {
		return nil, fmt.Errorf("unknown kind %q of training", name)
	}
	return kinds[i].parse(data, dir)
}

// opened returns a function that opens a directory as a training.
func opened[W any](open func(string) (W, error), as func(W) training) func(string) (training, error) {
	return func(dir string) (training, error) { return asTraining(as)(open(dir)) }
}

// asTraining makes a training of the results of a function that opens or creates one.
func asTraining[W any](as func(W) training) func(W, error) (training, error) {
	return func(w W, err error) (training, error) {
		if err != nil {
			return nil, err
		}
		return as(w), nil
	}
}
