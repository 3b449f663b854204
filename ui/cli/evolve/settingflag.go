package evolve

import (
	"errors"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/evolution"
	"evothello/internal/settings"
	"evothello/ui/cli"
)

// pointToSettings has the error of a flag that a command lacks point to the settings of that name in the file of its
// --config.
func pointToSettings(cmd *cobra.Command, file string, known func() []string) {
	cmd.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		unknown, is := errors.AsType[*pflag.NotExistError](err)
		if !is {
			return cli.FlagError(cmd, err)
		}
		hyphens := strings.NewReplacer("_", "-", ".", "-")
		name := hyphens.Replace(unknown.GetSpecifiedName())
		var found []string
		for _, setting := range known() {
			parts := strings.Split(setting, ".")
			if hyphens.Replace(setting) == name || slices.ContainsFunc(parts, func(part string) bool {
				return hyphens.Replace(part) == name
			}) {
				found = append(found, setting)
			}
		}
		if found == nil {
			return cli.FlagError(cmd, err)
		}
		return cli.Inputf("%w; set %s in a %s, and give that file to --config", err, strings.Join(found, ", "), file)
	})
}

// knownFields are the settings of run.json, with those of all optimizers. Optimizers that share a setting share its
// flag.
var knownFields = sync.OnceValue(func() (known []settings.Field) {
	for _, optimizer := range evolution.Optimizers() {
		c := evolution.Defaults(0)
		_ = c.SetOptimizer(optimizer) // it is known
		for _, field := range settings.Fields(&c) {
			if !slices.ContainsFunc(known, func(k settings.Field) bool { return k.Name == field.Name }) {
				known = append(known, field)
			}
		}
	}
	return known
})

// knownSettings are the names of knownFields, and of the objects that have one value on the command line.
func knownSettings() []string {
	known := []string{"optimizer", "search", "start", "board"}
	for _, field := range knownFields() {
		if !slices.Contains(known, field.Name) && field.Name != "schema" {
			known = append(known, field.Name)
		}
	}
	return known
}

// settingNames are the names of the settings of a configuration.
func settingNames(config any) (all []string) {
	for _, field := range settings.Fields(config) {
		all = append(all, field.Name)
	}
	return all
}

// addSettings adds flags of settings of a configuration.
func addSettings(cmd *cobra.Command, config any, flags ...string) {
	for _, field := range settings.Fields(config) {
		if slices.Contains(flags, field.Flag) {
			cli.AddSetting(cmd, &field)
		}
	}
}

// applySettings sets the settings whose flags are given, but some.
func applySettings(cmd *cobra.Command, config any, but ...string) (err error) {
	for _, field := range settings.Fields(config) {
		if err == nil && cmd.Flags().Changed(field.Flag) && !slices.Contains(but, field.Flag) {
			err = settings.Set(config, field.Name, cli.SettingOf(cmd.Flags(), &field))
		}
	}
	return err
}
