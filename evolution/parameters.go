package evolution

import (
	"errors"
	"slices"

	"evothello/fitness"
	"evothello/genome"
)

// The defaults of runs that tune a program: it may take a thousand times longer for a move than our players.
const (
	TunedOptimizer  = "cmaes"
	tunedPopulation = 16
	tunedPairs      = 256 // of a generation
)

// tunedGate is the default test of a candidate. It keeps out only candidates that are clearly weaker. A narrower test
// could not decide with so few pairs: even 32 pairs won in a row make −10 and 20 Elo hardly differ.
var tunedGate = fitness.SPRT{Elo0: -100, Elo1: 20}

// setParameters makes the run one that evolves parameters of a program, without phases and scorers, and sets the
// defaults of such runs.
func (c *Config) setParameters(all []genome.Parameter) {
	c.Parameters, c.Scorers, c.Turns = all, nil, nil
	c.Ladder.Opponents = []string{"random", "greedy", "table"}
	c.Gate.SPRT = tunedGate
	c.SetSize(tunedPopulation, c.defaultPairs(tunedPopulation))
}

// defaultPairs returns the default number of pairs per genome.
func (c *Config) defaultPairs(population int) int {
	if c.Tunes() {
		return max(tunedPairs/max(population, 1), 8)
	}
	return DefaultPairs(population)
}

// defaultOptimizer returns the name of the default optimizer. A few parameters of a program are best found by a
// distribution, hundreds of weights as well by a population.
func (c *Config) defaultOptimizer() string {
	if c.Tunes() {
		return TunedOptimizer
	}
	return DefaultOptimizer
}

// PlaysAnyGame reports whether a command plays the games of the run, which need not be Othello. Then no players of
// Othello measure its champions.
func (c *Config) PlaysAnyGame() bool { return c.Tunes() && len(c.Ladder.Opponents) == 0 }

// SetPlayer sets the flags that named who plays the run of parameters. It is not part of run.json.
func (c *Config) SetPlayer(flags ...string) { c.playerFlag = flags }

// PlayerFlag returns the flags with which commands name who plays a run of parameters, since no file does: those that
// were given, else the one to give with what stands for its value.
func (c *Config) PlayerFlag() []string {
	switch {
	case c.playerFlag != nil:
		return c.playerFlag
	case c.PlaysAnyGame():
		return []string{"--match", "COMMAND"}
	}
	return []string{"--program", "PROGRAM"}
}

// hasStartValues reports whether parameters of a program begin at values other than 0.
func (c *Config) hasStartValues() bool {
	return slices.ContainsFunc(c.Parameters, func(p genome.Parameter) bool { return p.Start != 0 })
}

// validateParameters returns an error if settings of weights stand beside parameters of a program.
func (c *Config) validateParameters() error {
	ofWeights := len(c.Scorers) > 0 || len(c.Turns) > 0 || len(c.WholeGame) > 0 || len(c.Limits) > 0 || c.Start != nil
	if c.Tunes() && ofWeights {
		return errors.New("parameters stand in place of scorers, turns, whole_game, limits and start: leave these out")
	}
	if c.PlaysAnyGame() && len(c.Opponents) > 0 {
		return errors.New("opponents play Othello, but without ladder.opponents a command plays the games: leave them out")
	}
	return nil
}
