package evolution

import (
	"errors"

	"evothello/fitness"
	"evothello/genome/parameters"
	"evothello/internal/portable"
)

// The defaults of runs that tune a program. A program may need a thousand times as long for a move as our players, so
// generations are small. docs/how-to/tune-a-program.md has the measurements behind them.
const (
	TunedOptimizer      = "spsa"
	tunedPairs          = 5  // per genome
	tunedGatePairs      = 20 // at least
	tunedReferencePairs = 10 // at least
)

// tunedPopulation returns the default population for a number of parameters: 4 + 3 ln n, as usual with CMA-ES (Hansen,
// The CMA Evolution Strategy: A Tutorial, 2016), but even, as some optimizers need it.
func tunedPopulation(parameters int) int { return (4 + int(3*portable.Log(float64(parameters)))) &^ 1 }

// tunedGate is the default test of a candidate. It is so wide that few pairs decide it.
var tunedGate = fitness.SPRT{Elo0: -100, Elo1: 100}

// setParameters makes the run one that evolves parameters of a program, without phases and scorers, and sets the
// defaults of such runs.
func (c *Config) setParameters(all parameters.List) {
	c.Parameters, c.Scorers, c.Turns = all, nil, nil
	c.Reference.Opponents = []string{"random", "greedy", "table"}
	c.Gate.SPRT = tunedGate
	c.SetSize(tunedPopulation(len(all)), tunedPairs)
}

// defaultPairs returns the default number of pairs per genome.
func (c *Config) defaultPairs(population int) int {
	if c.Tunes() {
		return tunedPairs
	}
	return DefaultPairs(population)
}

// PlaysAnyGame reports whether a command plays the games of the run. They may be games other than Othello. Such a run
// has no reference opponents.
func (c *Config) PlaysAnyGame() bool { return c.Tunes() && len(c.Reference.Opponents) == 0 }

// SetPlayer stores the flags that set the program of a run that tunes one. They are not part of run.json.
func (c *Config) SetPlayer(flags ...string) { c.playerFlag = flags }

// PlayerFlag returns the command-line flags that set the program of a run that tunes one: the flags of SetPlayer, or
// without them the name of the flag with a placeholder for its value. No file of the run contains the program.
func (c *Config) PlayerFlag() []string {
	switch {
	case c.playerFlag != nil:
		return c.playerFlag
	case c.PlaysAnyGame():
		return []string{"--match", "COMMAND"}
	}
	return []string{"--program", "PROGRAM"}
}

// validateParameters returns an error if there are settings of weights in addition to parameters of a program.
func (c *Config) validateParameters() error {
	ofWeights := len(c.Scorers) > 0 || len(c.Turns) > 0 || len(c.Shared) > 0 || len(c.Limits) > 0 || c.Start != nil
	if c.Tunes() && ofWeights {
		return errors.New("parameters replace scorers, turns, shared, limits and start: leave these out")
	}
	if c.PlaysAnyGame() && len(c.Opponents) > 0 {
		return errors.New("opponents must be empty, because without reference.opponents a match command plays all games: " +
			"leave out opponents, or give reference.opponents to tune an Othello program")
	}
	if c.Tunes() {
		return c.Parameters.Check()
	}
	return nil
}
