package evolution

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"evothello/evaluators"
	"evothello/genome"
	largeplayers "evothello/players/large"
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
			return fmt.Errorf("scorer %s is counted on boards up to 8×8 only: on %s evolve some of %s", name, board.Name,
				strings.Join(counted, ", "))
		}
	}
	depths := append([]int{c.Search.Depth}, c.Depths...)
	endgames := []int{c.Search.Endgame}
	for _, s := range c.Schedule {
		depths, endgames = append(depths, s.Depth), append(endgames, s.Endgame)
	}
	if depth := slices.Max(depths); depth > largeplayers.MaxDepth {
		return fmt.Errorf("depth %d: must be 1 to %d on boards larger than 8×8", depth, largeplayers.MaxDepth)
	}
	if endgame := slices.Max(endgames); endgame > largeplayers.MaxEndgame {
		return fmt.Errorf("endgame %d: must be 0 to %d on boards larger than 8×8", endgame, largeplayers.MaxEndgame)
	}
	return nil
}
