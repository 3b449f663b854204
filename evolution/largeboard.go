package evolution

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evothello/evaluators"
	"evothello/genome"
	"evothello/search"
)

// validateLarge checks what evolves, and how deep the games are searched, on boards larger than 8×8.
func (c *Config) validateLarge() error {
	board := c.HomeBoard()
	switch {
	case !board.IsLarge():
		return nil
	case c.Tunes():
		return errors.New("parameters: programs are tuned on boards up to 8×8 only")
	}
	counted := genome.DefaultScorers(board)
	for _, name := range c.Scorers {
		known := slices.ContainsFunc(evaluators.Scorers, func(s *evaluators.Scorer) bool { return s.Name == name })
		if known && !slices.Contains(counted, name) {
			return fmt.Errorf("scorer %s works only on boards up to 8×8: on %s evolve some of %s", name, board.Name,
				strings.Join(counted, ", "))
		}
	}
	deepest := search.Settings{Depth: max(c.Search.Depth, slices.Max(append(c.Depths, 0))), Endgame: c.Search.Endgame}
	for _, s := range c.Schedule {
		deepest.Depth, deepest.Endgame = max(deepest.Depth, s.Depth), max(deepest.Endgame, s.Endgame)
	}
	return deepest.CheckLarge()
}
