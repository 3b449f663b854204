package cluster

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"sync"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
	"evothello/fitness"
	"evothello/players"
	"evothello/search"
	"evothello/weights"
)

// Fingerprint returns a hash of the games that this program plays from fixed openings, including the number of nodes
// searched. Two programs with the same fingerprint give the same results for the same pairs, on any processor. Versions
// that differ in rules, evaluation or search have different fingerprints.
var Fingerprint = sync.OnceValues(func() (string, error) {
	pairs, err := goldenPairs()
	if err != nil {
		return "", err
	}
	games := fitness.NewGameLoop(fitness.NewPlayerCache(1))
	defer games.Close()
	sum := sha256.New()
	for i := range pairs {
		result, err := games.Play(context.Background(), &pairs[i], false)
		if err != nil {
			return "", err
		}
		sum.Write(encodeResults([]fitness.PairResult{result}, false))
	}
	return fmt.Sprintf("%x", sum.Sum(nil))[:16], nil
})

// goldenPairs returns pairs of players that together use every scorer, every search, an opening book and
// random moves.
func goldenPairs() (pairs []fitness.Pair, err error) {
	var all []*players.Recipe
	for _, settings := range []search.Settings{
		{Depth: 3, Endgame: 10}, {Depth: 4}, {Algorithm: search.AlphaBeta, Depth: 3, Endgame: 6}, {Nodes: 2000, Endgame: 8},
	} {
		all = append(all, players.Searching("golden", goldenWeights(), settings))
	}
	for _, name := range []string{"reversi-switch", "joseki", "table", "montecarlo:games=2", "greedy"} {
		spec, err := players.ParseSpec(name)
		if err != nil {
			return nil, err
		}
		recipe, err := spec.Recipe()
		if err != nil {
			return nil, err
		}
		all = append(all, recipe)
	}
	openings, err := fitness.RandomOpenings(fitness.Random(1, "golden"), engine.Start(), len(all), 6, fitness.ForAnything)
	for i, opening := range openings {
		pairs = append(pairs, fitness.Pair{A: all[i], B: all[(i+1)%len(all)], Opening: opening, Seed: uint64(i),
			RandomEvery: i % 2 * 10})
	}
	for _, board := range []string{"X", "Heart", "Outside"} { // boards with holes or another start position
		shape, shapeErr := engine.ShapeNamed(board)
		opening := fitness.OpeningFromGame(&engine.Game{Start: shape.Start})
		pairs, err = append(pairs, fitness.Pair{A: all[0], B: all[1], Opening: opening}), errors.Join(err, shapeErr)
	}
	w, namedErr := weights.Named("reversi-switch-blank")
	large := players.Searching("golden", w, search.Settings{Depth: 1, Endgame: 6})
	ten := fitness.OpeningFromPosition(engine.LargeStart(engine.MinLarge))
	pairs = append(pairs, fitness.Pair{A: large, B: large, Opening: ten})
	err = errors.Join(err, namedErr)
	return pairs, err
}

// goldenWeights returns weights that are different for every feature and phase, and made-up pattern tables.
func goldenWeights() *weights.Switch {
	w := &weights.Switch{Schema: weights.Schema, Turns: weights.Turns{20, 40, 60}}
	for phase := range 3 {
		i := -1
		w.Phases = append(w.Phases, evaluators.Weigh(func(_ *evaluators.Scorer, f *evaluators.Feature) int {
			if i++; f.Name == evaluators.PatternsWeight {
				return phase - 1
			}
			return (37*i+53*phase)%101 - 40
		}))
	}
	w.SetPatternTables(goldenTables())
	return w
}

func goldenTables() *patterns.Tables {
	stages := []patterns.Stage{{Discs: 30, Mobility: 40}, {Discs: 64, Mobility: -3}}
	for i := range stages {
		weights := make([]int16, patterns.Folding().Weights)
		for k := range weights {
			weights[k] = int16((37*k+53*i)%101 - 50)
		}
		stages[i].Weights = patterns.Pack(weights)
		for k := range tuples.HiddenUnits {
			stages[i].Layer.Biases[k], stages[i].Layer.Outputs[k] = int16(31*k%101-50), int16((43*k+17*i)%1001-500)
		}
	}
	vectors := make([]byte, tuples.HiddenUnits*patterns.Folding().Weights)
	for k := range vectors {
		vectors[k] = byte(128 + 41*k%31 - 15)
	}
	tables, err := patterns.New(stages, vectors)
	if err != nil {
		panic("cluster: " + err.Error()) // the tables are constant, so tests find an error
	}
	return tables
}
