package players

import (
	"fmt"
	"strings"

	"evothello/formats"
)

// libraryPlayer returns the spec of a player in a file of the reversi library: a module that builds a player, or the
// best of a population of its genetic algorithm. It returns "" for other files, and for those of weights.
func libraryPlayer(path string, data []byte) (spec string, err error) {
	switch {
	case data == nil:
	case formats.IsPython(path):
		spec, err = formats.ReadPythonPlayer(data)
	case formats.IsPopulation(data):
		var population *formats.Population
		if population, err = formats.ReadPopulation(data); err == nil {
			spec = population.Best()
		}
	}
	if err != nil {
		return "", fmt.Errorf("%s: %w", path, err)
	}
	return spec, nil
}

// parseLibrary parses the spec of a player in a file, with the keys after the file's name.
func parseLibrary(text, spec, keys string) (Spec, error) {
	if keys != "" {
		separator := ":"
		if tail := spec[strings.LastIndexByte(spec, ')')+1:]; strings.Contains(tail, ":") {
			separator = ","
		}
		spec += separator + keys
	}
	s, err := ParseSpec(spec)
	s.Text, s.inFile = text, true
	return s, err
}
