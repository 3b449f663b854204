package weights

import (
	"fmt"
	"strconv"
	"strings"

	"evothello/runs/ladder"
)

// RungName returns the name of the weights of the ladder's champion from a generation.
func RungName(generation int) string { return fmt.Sprintf("ladder-%d", generation) }

// rung returns the weights of a name that RungName returns, or nil for another name.
func rung(name string) (*Switch, error) {
	number, _ := strings.CutPrefix(name, "ladder-")
	generation, err := strconv.Atoi(number)
	if err != nil || name != RungName(generation) {
		return nil, nil
	}
	data, err := ladder.Champions.ReadFile(fmt.Sprintf("champions/%05d.json", generation))
	if err != nil {
		return nil, nil // no champion of the run
	}
	s, err := Read(data)
	if err != nil {
		return nil, fmt.Errorf("the built-in weights %s: %w", name, err)
	}
	return s, nil
}
