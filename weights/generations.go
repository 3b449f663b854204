package weights

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"sync"

	"evothello/runs/reference"
)

// generations returns the paths of the champions that the run that ships with the program promoted, by
// generation.
var generations = sync.OnceValue(func() map[int]string {
	const dir = "champions"
	paths := map[int]string{}
	files, err := reference.Champions.ReadDir(dir)
	if err != nil {
		panic("weights: " + err.Error())
	}
	for _, file := range files {
		if n, err := strconv.Atoi(strings.TrimSuffix(file.Name(), ".json")); err == nil && n > 0 { // 0 is its start
			paths[n] = dir + "/" + file.Name()
		}
	}
	return paths
})

// Generations lists the generations in which the run that ships with the program promoted a champion. The
// last one is that of the weights EvolvedName.
func Generations() []int { return slices.Sorted(maps.Keys(generations())) }

// GenerationName returns the name of the weights that the run promoted in one of these generations.
func GenerationName(generation int) string { return fmt.Sprintf("%s-%d", EvolvedName, generation) }

// ofGeneration returns the weights of a name that GenerationName returns, or nil for another name.
func ofGeneration(name string) (*Switch, error) {
	number, _ := strings.CutPrefix(name, EvolvedName+"-")
	n, err := strconv.Atoi(number)
	if err != nil || name != GenerationName(n) || generations()[n] == "" {
		return nil, nil
	}
	data, err := reference.Champions.ReadFile(generations()[n])
	if err != nil {
		return nil, err
	}
	s, err := Read(data)
	if err != nil {
		return nil, fmt.Errorf("the built-in weights %s: %w", name, err)
	}
	return s, nil
}
