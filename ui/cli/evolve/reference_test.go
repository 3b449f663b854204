package evolve

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evolution"
	"evothello/internal/documents"
	"evothello/internal/files"
	"evothello/internal/settings"
	"evothello/learn/policy"
	"evothello/learn/qnet"
	"evothello/learn/tables"
	"evothello/players"
	"evothello/ui/cli"
)

// checkGenerated compares the generated parts of a document with the given ones. -update writes them again.
func checkGenerated(t *testing.T, file string, parts map[string]string) {
	t.Helper()
	path := "../../../docs/reference/" + file
	written, err := os.ReadFile(path)
	require.NoError(t, err)
	now, err := documents.ReplaceGenerated(string(written), parts)
	require.NoError(t, err)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(now), 0o666))
		return
	}
	assert.Equal(t, string(written), now, "go test ./ui/cli/evolve -run %s -update", t.Name())
}

// The tables of docs/reference/configuration.md hold the tags and the defaults of the configurations.
func TestConfigurationReference(t *testing.T) {
	run := evolution.Defaults(0)
	board, err := engine.ShapeNamed("6x6")
	require.NoError(t, err)
	usual, err := qnet.Usual.Config(board, 0)
	require.NoError(t, err)
	original, err := qnet.Original.Config(board, 0)
	require.NoError(t, err)
	pattern, network := tables.Defaults(0), policy.Defaults(0)
	text, err := os.ReadFile("../../../docs/reference/configuration.md")
	require.NoError(t, err)
	player, opponents := tables.DefaultPlayers[0], tables.DefaultOpponents
	sentence := fmt.Sprintf("The default player is `%s`; the default opponents are `%s`, `%s` and `%s`.", player,
		opponents[0], opponents[1], opponents[2])
	assert.Contains(t, strings.Join(strings.Fields(string(text)), " "), sentence)
	checkGenerated(t, "configuration.md", map[string]string{
		"run.json":    settingsTable([]string{"default"}, slices.DeleteFunc(settings.Fields(&run), ofModel)),
		"optimizers":  modelsTable(t),
		"tables.json": settingsTable([]string{"default"}, settings.Fields(&pattern)),
		"qnet.json":   settingsTable([]string{"`usual`", "`original`"}, settings.Fields(&usual), settings.Fields(&original)),
		"policy.json": settingsTable([]string{"default"}, settings.Fields(&network)),
	})
}

// Each field of a configuration's JSON has a description.
func TestEachSettingIsDescribed(t *testing.T) {
	board, err := engine.ShapeNamed("6x6")
	require.NoError(t, err)
	usual, err := qnet.Usual.Config(board, 0)
	require.NoError(t, err)
	pattern, network := tables.Defaults(0), policy.Defaults(0)
	for _, config := range []any{&usual, &pattern, &network} {
		var names []string
		for _, f := range settings.Fields(config) {
			names = append(names, f.Name)
		}
		var fields map[string]json.RawMessage
		require.NoError(t, json.Unmarshal(files.EncodeJSON(config), &fields))
		for name, value := range fields {
			var inner map[string]json.RawMessage
			if json.Unmarshal(value, &inner) != nil || inner == nil || name == "board" {
				assert.Contains(t, names, name)
				continue
			}
			for field := range inner {
				assert.Contains(t, names, name+"."+field)
			}
		}
	}
}

func ofModel(f settings.Field) bool { return strings.HasPrefix(f.Name, "optimizer.") }

// settingsTable returns a table of fields, with a column of values for each configuration.
func settingsTable(titles []string, configs ...[]settings.Field) string {
	var rows [][]string
	for i, f := range configs[0] {
		row := []string{"`" + f.Name + "`"}
		for _, fields := range configs {
			row = append(row, shownValue(fields[i]))
		}
		rows = append(rows, append(row, meaningWithRange(f)))
	}
	return documents.Table(slices.Concat([]string{"setting"}, titles, []string{"meaning (range)"}), rows...)
}

// meaningWithRange returns what a setting is, with its range in parentheses if it has one.
func meaningWithRange(f settings.Field) string {
	if f.Range == "" {
		return f.Meaning
	}
	return fmt.Sprintf("%s (%s)", f.Meaning, f.Range)
}

// shownValue returns a default for the document, or "" if there is none or if it is too long.
func shownValue(f settings.Field) string {
	const most = 100
	switch {
	case f.Name == "seed" || f.Name == "board" || f.Value == "null" || len(f.Value) > most:
		return ""
	}
	return "`" + strings.ReplaceAll(f.Value, ",", ", ") + "`"
}

// modelsTable returns a table of the settings of all optimizers. Models with the same setting share its row.
func modelsTable(t *testing.T) string {
	var rows [][]string
	for _, optimizer := range evolution.Optimizers() {
		c := evolution.Defaults(0)
		require.NoError(t, c.SetOptimizer(optimizer))
		for _, f := range settings.Fields(&c) {
			name := strings.TrimPrefix(f.Name, "optimizer.")
			if !ofModel(f) || name == "name" {
				continue
			}
			row := []string{"`" + name + "`", "`" + optimizer + "`", shownValue(f), meaningWithRange(f)}
			same := slices.IndexFunc(rows, func(r []string) bool { return r[0] == row[0] && slices.Equal(r[2:], row[2:]) })
			if same >= 0 {
				rows[same][1] += ", " + row[1]
				continue
			}
			rows = append(rows, row)
		}
	}
	return documents.Table([]string{"setting", "optimizers", "default", "meaning (range)"}, rows...)
}

// The tables of docs/reference/scorers.md hold the scorers and their weights. Scorers with many weights are
// described in sentences there.
func TestScorersReference(t *testing.T) {
	var scorers, weights [][]string
	for _, s := range scorerRows() {
		scorers = append(scorers, []string{"`" + s.Name + "`", strconv.Itoa(len(s.Weights)), yes(s.Default), yes(s.Fast),
			s.Counts})
		assert.NotEmpty(t, s.Counts, s.Name)
		const many = 10
		for _, w := range s.Weights {
			if len(s.Weights) <= many && s.Name != "lines1" {
				weights = append(weights, []string{"`" + w.Name + "`", strconv.Itoa(w.Bound),
					strconv.Itoa(w.MaxCount), strconv.Itoa(w.Default)})
			}
		}
	}
	checkGenerated(t, "scorers.md", map[string]string{
		"scorers": documents.Table([]string{"scorer", "weights", "by default", "fast", "counts"}, scorers...),
		"weights": documents.Table([]string{"weight", "bound", "count", "library"}, weights...),
	})
	text, err := os.ReadFile("../../../docs/reference/scorers.md")
	require.NoError(t, err)
	for _, s := range scorerRows() {
		assert.True(t, strings.Contains(string(text), "**`"+s.Name+"`**"), "it does not say what %s counts", s.Name)
	}
}

func TestScorers(t *testing.T) {
	assert.Contains(t, mustEvolve(t, "scorers"), "\nblank          3        yes      yes   discs beside an empty square")
	assert.Equal(t, "weight      bound  count   library\nblank.w1    ±100   ±336    -1\nblank.w2    ±500   ±4      -4\n"+
		"blank.w3    ±250   ±32     -2\npatterns.w  ±24    ±82367  0\n", mustEvolve(t, "scorers", "patterns", "blank"))
	var rows []scorerRow
	require.NoError(t, json.Unmarshal([]byte(mustEvolve(t, "scorers", "number", "--json")), &rows))
	number := []weightRow{{Name: "number.w", Default: 1, Bound: 250, MaxCount: 64}}
	assert.Equal(t, []scorerRow{{Name: "number", Counts: "discs", Fast: true, Weights: number}}, rows)
	_, errs, code := evolveIn(t, "", "scorers", "tabel")
	assert.Equal(t, cli.Wrong, code)
	assert.Equal(t, "evolve: unknown scorer \"tabel\"; did you mean table?\n", errs)
}

// The table of docs/reference/players.md holds the roster. The document describes all keys.
func TestPlayersReference(t *testing.T) {
	text, err := os.ReadFile("../../../docs/reference/players.md")
	require.NoError(t, err)
	var searching, random string // the keys of players that search, and of those that play random games
	var rows [][]string
	for _, e := range players.Roster() {
		var keys []string
		for _, key := range e.Keys() {
			keys = append(keys, "`"+key+"`")
			assert.True(t, strings.Contains(string(text), "`"+key+"`"), "players.md lacks the key %s", key)
		}
		switch e.Name {
		case "alphabeta":
			searching = strings.Join(keys, ", ")
		case "montecarlo":
			random = strings.Join(keys, ", ")
		}
		rating := ""
		if r, known := e.Rating(); known {
			rating = fmt.Sprintf("%+.0f ± %.0f", r.Elo, r.Error)
		}
		rows = append(rows, []string{"`" + e.Name + "`", rating, strings.Join(keys, ", "),
			strings.TrimSuffix(e.About, ", to depth 4, solved from 8 empties")})
	}
	for _, row := range rows {
		row[2] = strings.Replace(row[2], searching, "*search*", 1)
		row[2] = strings.Replace(row[2], random, "*random games*", 1)
	}
	checkGenerated(t, "players.md", map[string]string{
		"players": documents.Table([]string{"player", "Elo", "keys", "is"}, rows...),
	})
}
