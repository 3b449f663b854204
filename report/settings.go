package report

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	config "evothello/internal/settings"
	"evothello/runs"
)

// A Setting is a setting of run.json as text, such as "gate.pairs" with the value "384".
type Setting struct {
	Name   string `json:"name"`
	Value  string `json:"value"`
	Values int    `json:"values,omitempty"` // length of a list that is too long to show, else 0
	// Of is the name that "evolve config" lists for this setting, or for the setting that contains it.
	// Meaning is its description.
	Of      string `json:"of"`
	Meaning string `json:"meaning"`
}

// ListSettings lists the settings of a run's run.json.
func ListSettings(run *runs.Run) []Setting {
	all, err := settings(run.Config.Marshal())
	if err != nil {
		panic("report: " + err.Error()) // Marshal returns valid JSON
	}
	meanings := map[string]string{}
	for _, f := range config.Fields(&run.Config) {
		meanings[f.Name] = f.Meaning
	}
	for i := range all {
		for of := all[i].Name; of != "" && all[i].Of == ""; of = of[:max(strings.LastIndexByte(of, '.'), 0)] {
			if meaning, is := meanings[of]; is {
				all[i].Of, all[i].Meaning = of, meaning
			}
		}
	}
	return all
}

// settings lists the values of a JSON object in the order of the text. The name of a nested value is its
// path with dots. A list of plain values is one setting. A long list, such as start weights, has only
// its length as the value.
func settings(data []byte) ([]Setting, error) {
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	all, err := walk(decoder, nil)
	if err != nil {
		return nil, fmt.Errorf("settings: %w", err)
	}
	return all, nil
}

// longList is the largest number of values in a list that are shown.
const longList = 24

// walk decodes the next value. The name is its path.
func walk(decoder *json.Decoder, name []string) (all []Setting, err error) {
	token, err := decoder.Token()
	if err != nil {
		return nil, err
	}
	bracket, isBracket := token.(json.Delim)
	if !isBracket {
		value := fmt.Sprint(token)
		if token == nil {
			value = "null"
		}
		return []Setting{{Name: strings.Join(name, "."), Value: value}}, nil
	}
	plain := true
	for i := 0; decoder.More(); i++ {
		key := fmt.Sprint(i + 1)
		if bracket == '{' {
			if token, err = decoder.Token(); err != nil {
				return nil, err
			}
			key = fmt.Sprint(token)
		}
		path := append(name[:len(name):len(name)], key)
		inner, err := walk(decoder, path)
		if err != nil {
			return nil, err
		}
		plain = plain && len(inner) == 1 && inner[0].Name == strings.Join(path, ".")
		all = append(all, inner...)
	}
	if _, err := decoder.Token(); err != nil { // the closing bracket
		return nil, err
	}
	switch {
	case bracket == '[' && len(all) > longList:
		return []Setting{{
			Name: strings.Join(name, "."), Value: fmt.Sprintf("%d values, in run.json", len(all)), Values: len(all),
		}}, nil
	case bracket == '{' || !plain:
		return all, nil
	}
	values := make([]string, len(all))
	for i, s := range all {
		values[i] = s.Value
	}
	return []Setting{{Name: strings.Join(name, "."), Value: strings.Join(values, ", ")}}, nil
}
