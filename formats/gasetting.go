package formats

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"evothello/internal/files"
	"evothello/internal/names"
)

// A GASetting is the content of ga_setting.json: the settings of the reversi library's genetic algorithm and of its
// example. The comment of each field is its key in the file.
type GASetting struct {
	Generations int     // "max_generations"
	Population  int     // "population_num"
	Children    int     // "offspring_num"
	Mutation    float64 // "mutation_chance"
	Step        int     // "mutation_value"
	LargeEvery  int     // "large_mutation"
	LargeStep   int     // "large_mutation_value"
	Threshold   float64 // "threshold", in per cent
	Pairs       int     // "matches"
	Plies       int     // "random_opening"
}

// IsGASetting reports whether JSON is a ga_setting.json, by its key "population_num".
func IsGASetting(data []byte) bool {
	var keys map[string]json.RawMessage
	return json.Unmarshal(data, &keys) == nil && keys["population_num"] != nil
}

// ReadGASetting reads a ga_setting.json. All keys that affect games are required, except "board_size", which must be 8
// if given. Keys without effect on games, such as "processes", are ignored.
func ReadGASetting(data []byte) (*GASetting, error) {
	var keys map[string]json.RawMessage
	if err := files.UnmarshalJSON(data, &keys); err != nil {
		return nil, fmt.Errorf("not the settings of a genetic algorithm: %w", err)
	}
	s, size := &GASetting{}, 8
	var works any // of keys without effect
	fields := map[string]any{
		"max_generations": &s.Generations, "population_num": &s.Population, "offspring_num": &s.Children,
		"mutation_chance": &s.Mutation, "mutation_value": &s.Step, "large_mutation": &s.LargeEvery,
		"large_mutation_value": &s.LargeStep, "threshold": &s.Threshold, "matches": &s.Pairs, "random_opening": &s.Plies,
		"board_size": &size, "board_type": &works, "processes": &works, "parallel": &works, "progress": &works,
	}
	known := slices.Sorted(maps.Keys(fields))
	for _, name := range slices.Sorted(maps.Keys(keys)) {
		if fields[name] == nil {
			return nil, names.New("key", name, known)
		}
	}
	for _, name := range known {
		value, given := keys[name]
		_, without := fields[name].(*any)
		switch {
		case !given && (without || name == "board_size"):
		case !given:
			return nil, fmt.Errorf("%q is missing", name)
		case json.Unmarshal(value, fields[name]) != nil || string(value) == "null":
			return nil, fmt.Errorf("%q is %s: must be a number", name, value)
		}
	}
	if size != 8 {
		return nil, fmt.Errorf(`"board_size" is %d: must be 8`, size)
	}
	return s, nil
}
