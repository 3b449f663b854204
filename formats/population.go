package formats

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"evothello/internal/files"
)

// A Population is the content of population.json, a file of the reversi library's genetic algorithm: the weights of
// Table players.
type Population struct {
	Generation int
	Weights    [][]int   // of each player, in the order of LibraryWeights("T")
	Fitness    []float64 // in per cent
}

// IsPopulation reports whether JSON is a population.json, by its keys "generation" and "corner".
func IsPopulation(data []byte) bool {
	var keys map[string]json.RawMessage
	return json.Unmarshal(data, &keys) == nil && keys["generation"] != nil && keys["corner"] != nil
}

// ReadPopulation reads a population.json.
func ReadPopulation(data []byte) (*Population, error) {
	var keys map[string]json.RawMessage
	if err := files.UnmarshalJSON(data, &keys); err != nil {
		return nil, fmt.Errorf("not a population of the reversi library: %w", err)
	}
	p := &Population{}
	if err := json.Unmarshal(keys["generation"], &p.Generation); err != nil {
		return nil, errors.New(`"generation" must be a whole number`)
	}
	for keyword := range LibraryWeights("T") {
		var values []int
		if err := json.Unmarshal(keys[keyword], &values); err != nil || len(values) == 0 {
			return nil, fmt.Errorf("%q must be a list of whole numbers, one for each player", keyword)
		}
		if p.Weights == nil {
			p.Weights = make([][]int, len(values))
		}
		if len(values) != len(p.Weights) {
			return nil, fmt.Errorf("%q has %d weights for %d players", keyword, len(values), len(p.Weights))
		}
		for i, value := range values {
			p.Weights[i] = append(p.Weights[i], value)
		}
	}
	fitness := bytes.TrimSpace(keys["fitness"])
	if err := json.Unmarshal(fitness, &p.Fitness); err != nil || len(p.Fitness) != len(p.Weights) {
		return nil, errors.New(`"fitness" must be a list of numbers, one for each player`)
	}
	return p, nil
}

// Ranked returns the players' weights, the highest fitness first.
func (p *Population) Ranked() [][]int {
	order := make([]int, len(p.Weights))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Compare(p.Fitness[b], p.Fitness[a])
	})
	ranked := make([][]int, len(order))
	for i, at := range order {
		ranked[i] = p.Weights[at]
	}
	return ranked
}

// Best returns the spec of the player with the highest fitness.
func (p *Population) Best() string {
	var keys []string
	best := p.Ranked()[0]
	for keyword := range LibraryWeights("T") {
		keys = append(keys, fmt.Sprintf("%s=%d", keyword, best[len(keys)]))
	}
	return "table:" + strings.Join(keys, ",")
}
