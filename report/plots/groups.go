package plots

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"evothello/evolution"
	"evothello/internal/files"
	"evothello/internal/settings"
	"evothello/runs"
)

// A runGroup is runs that differ only by their seeds.
type runGroup struct {
	name string
	runs []*runs.Run
}

// groupsOf groups runs in their order. Each group is named by the settings in which it differs from others.
func groupsOf(all []*runs.Run) (groups []runGroup) {
	index := map[string]int{}
	for _, run := range all {
		config := run.Config
		config.Seed = 0
		i, known := index[config.Hash()]
		if !known {
			i = len(groups)
			index[config.Hash()] = i
			groups = append(groups, runGroup{})
		}
		groups[i].runs = append(groups[i].runs, run)
	}
	for i := range groups {
		groups[i].name = strings.Join(differing(groups, i), " ")
		if groups[i].name == "" {
			groups[i].name = label(groups[i].runs[0], all)
		}
	}
	return groups
}

// differing lists the settings of group i that another group has otherwise. Settings that another group's optimizer
// does not have go without saying, and those that follow from others in all groups.
func differing(groups []runGroup, i int) (named []string) {
	values := make([]map[string]string, len(groups))
	for k, g := range groups {
		values[k] = map[string]string{}
		for _, field := range settings.Fields(&g.runs[0].Config) {
			values[k][field.Name] = strings.Trim(field.Value, `"`)
		}
	}
	for _, field := range settings.Fields(&groups[i].runs[0].Config) {
		own := values[i][field.Name]
		differs := slices.ContainsFunc(values, func(other map[string]string) bool {
			value, has := other[field.Name]
			return has && value != own
		})
		says := func(g runGroup) bool { return !follows(g.runs[0], field.Name) }
		if differs && field.Name != "seed" && slices.ContainsFunc(groups, says) {
			named = append(named, strings.TrimSuffix(field.Name, ".name")+"="+own)
		}
	}
	return named
}

// follows reports whether a run's other settings imply one of them.
func follows(run *runs.Run, setting string) bool {
	var document map[string]any
	decoder := json.NewDecoder(bytes.NewReader(run.Config.Marshal()))
	decoder.UseNumber()
	_ = decoder.Decode(&document) // it was just written
	inner := document
	path := strings.Split(setting, ".")
	for _, object := range path[:len(path)-1] {
		inner, _ = inner[object].(map[string]any)
	}
	delete(inner, path[len(path)-1])
	config, err := evolution.ParseConfig(files.EncodeJSON(document), evolution.TablesIn(run.Path()))
	return err == nil && config.Hash() == run.Config.Hash()
}
