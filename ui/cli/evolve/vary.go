package evolve

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/internal/called"
	"evothello/internal/names"
	"evothello/learn/comparison"
	"evothello/runs"
)

// asItIs is the value that leaves a setting as it is without --vary.
const asItIs = "default"

// A factor is a setting of run.json that a comparison varies.
type factor struct {
	name   string
	values []string
}

// parseFactor reads NAME=VALUE,VALUE…
func parseFactor(text string) (f factor, err error) {
	name, values, found := strings.Cut(text, "=")
	f = factor{strings.TrimSpace(name), splitList(values)}
	switch {
	case !found || f.name == "" || slices.Contains(f.values, ""):
		return f, fmt.Errorf("--vary %q: want a setting and its values, such as population=64,256", text)
	case f.name == "seed":
		return f, errors.New("--vary seed: give the seeds with --seeds")
	}
	for i, value := range f.values {
		if slices.Contains(f.values[:i], value) {
			return f, fmt.Errorf("--vary %s: %s is listed twice: leave one out", f.name, value)
		}
	}
	known := knownSettings()
	if !slices.Contains(known, f.name) {
		return f, fmt.Errorf("--vary: %w; `%s` lists the settings", names.New("setting", f.name, known),
			called.Evolve("config"))
	}
	return f, nil
}

// splitList splits a list at its commas, but not within brackets, braces and quotes.
func splitList(text string) (items []string) {
	depth, quoted, from := 0, false, 0
	for i, r := range text {
		switch {
		case r == '"':
			quoted = !quoted
		case quoted:
		case r == '[' || r == '{':
			depth++
		case r == ']' || r == '}':
			depth--
		case r == ',' && depth == 0:
			items = append(items, strings.TrimSpace(text[from:i]))
			from = i + 1
		}
	}
	return append(items, strings.TrimSpace(text[from:]))
}

// valueOf reads a value: JSON, a list of words in brackets, or a word.
func valueOf(text string) any {
	decoder := json.NewDecoder(bytes.NewReader([]byte(text)))
	decoder.UseNumber()
	var value any
	if json.Valid([]byte(text)) && decoder.Decode(&value) == nil {
		return value
	}
	if list, is := strings.CutPrefix(text, "["); is && strings.HasSuffix(list, "]") {
		items := []any{}
		for _, item := range splitList(strings.TrimSuffix(list, "]")) {
			items = append(items, valueOf(item))
		}
		return items
	}
	return text
}

// word returns a value without the quotes around a word with commas.
func word(value string) string {
	if text, is := valueOf(value).(string); is {
		return text
	}
	return value
}

// choices are the values that each setting of a comparison takes, as indices: all combinations, or the first value of
// each factor and then one other at a time.
func choices(factors []factor, oneAtATime bool) [][]int {
	all := [][]int{make([]int, len(factors))}
	for i, f := range factors {
		for _, before := range slices.Clone(all) {
			for value := 1; value < len(f.values) && !(oneAtATime && slices.Max(before) > 0); value++ {
				choice := slices.Clone(before)
				choice[i] = value
				all = append(all, choice)
			}
		}
	}
	if !oneAtATime {
		slices.SortFunc(all, slices.Compare[[]int])
	}
	return all
}

// settingOf names the setting of a choice by the values that vary.
func settingOf(factors []factor, choice []int, oneAtATime bool) comparison.Setting {
	var named, values []string
	for i, f := range factors {
		if len(f.values) < 2 || oneAtATime && choice[i] == 0 {
			continue
		}
		value := f.values[choice[i]]
		named = append(named, f.name+"="+value)
		if first := strings.TrimLeft(value+" ", "[{\"")[:1]; first >= "0" && first <= "9" { // a number does not say of what
			value = f.name[strings.LastIndex(f.name, ".")+1:] + value
		}
		values = append(values, value)
	}
	if named == nil {
		return comparison.Setting{Name: "base", Dir: "base"}
	}
	return comparison.Setting{Name: strings.Join(named, " "), Dir: comparison.DirName(values)}
}

// settings makes the settings of a comparison of the file, the flags and the factors.
func (f *compareFlags) settings(cmd *cobra.Command) (all []comparison.Setting, err error) {
	var factors []factor
	for _, text := range f.vary {
		one, err := parseFactor(text)
		if err != nil {
			return nil, err
		}
		if slices.ContainsFunc(factors, func(other factor) bool { return other.name == one.name }) {
			return nil, fmt.Errorf("--vary %s is given twice: list all its values in one --vary", one.name)
		}
		factors = append(factors, one)
	}
	for _, choice := range choices(factors, f.oneAtATime) {
		setting := settingOf(factors, choice, f.oneAtATime)
		setting.Dir = freeDir(setting.Dir, all)
		config, err := f.configOf(cmd, factors, choice)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", setting.Name, err)
		}
		setting.Set(&runs.Plan{Config: config})
		all = append(all, setting)
	}
	return all, nil
}

// freeDir returns a name of a directory that no other setting has.
func freeDir(name string, others []comparison.Setting) string {
	taken := func(s comparison.Setting) bool { return s.Dir == name }
	for i := 2; name == "" || slices.ContainsFunc(others, taken); i++ {
		name = comparison.DirName([]string{name, strconv.Itoa(i)})
	}
	return name
}

// configOf makes the configuration of a choice, with seed 0.
func (f *compareFlags) configOf(cmd *cobra.Command, factors []factor, choice []int) (c evolution.Config, err error) {
	d, err := f.config.draft(cmd)
	if err != nil {
		return c, err
	}
	if err := d.Set("seed", 0); err != nil {
		return c, err
	}
	for i, factor := range factors { // before the settings of optimizers
		value := factor.values[choice[i]]
		if (factor.name == "optimizer" || factor.name == "optimizer.name") && value != asItIs {
			d.SetOptimizer(word(value))
		}
	}
	for i, factor := range factors {
		value := factor.values[choice[i]]
		switch name := factor.name; {
		case name == "optimizer", name == "optimizer.name", value == asItIs:
		case name == "search":
			err = d.Set("search.search", word(value))
		case name == "board":
			err = setBoard(d, word(value))
		case name == "start":
			err = f.config.setStart(cmd, d, word(value))
		default:
			err = d.Set(name, valueOf(value))
		}
		if err != nil {
			return c, err
		}
	}
	return f.config.complete(d)
}
