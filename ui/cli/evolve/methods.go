package evolve

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/learn/comparison"
	"evothello/players/programs"
	"evothello/runs"
)

// parseMethod reads a command of --method.
func parseMethod(text string) (runs.Method, error) {
	words, err := programs.SplitWords(text)
	if err != nil {
		return nil, err
	}
	var known []string
	for _, c := range trainingCommands {
		own := strings.Fields(c.words)
		known = append(known, c.words)
		if len(words) < len(own) || !slices.Equal(words[:len(own)], own) {
			continue
		}
		return c.parse(own[len(own)-1], words[len(own):])
	}
	if len(words) > 0 && words[0] == "tune" {
		return nil, errors.New("runs of evolve tune cannot be compared: for safety no file may name their program")
	}
	return nil, fmt.Errorf("want one of the commands %s, with flags", strings.Join(known, ", "))
}

// parse reads the flags and arguments of a command. Flags that a comparison sets for all methods are errors.
func (c *trainingCommand) parse(name string, args []string) (runs.Method, error) {
	cmd, all := &cobra.Command{Use: name}, &cobra.Command{}
	own := c.flags()
	own.addOwn(cmd)
	new(trainFlags).add(all, *c.format, 0, "")
	cmd.Flags().AddFlagSet(all.Flags())
	if err := cmd.ParseFlags(args); err != nil {
		return nil, cmd.FlagErrorFunc()(cmd, err)
	}
	var err error
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if err == nil && all.Flags().Lookup(flag.Name) != nil && (flag.Name != "games" || c.format.ByEffort) {
			err = fmt.Errorf("--%s: a comparison sets seeds, goals and directories itself for all methods; leave it "+
				"out", flag.Name)
		}
	})
	if err != nil {
		return nil, err
	}
	return own.method(cmd, cmd.Flags().Args())
}

// withMethods adds the methods of the flags, if there are any, to a comparison, which has no settings if it is new.
func (f *compareFlags) withMethods(cmd *cobra.Command, c comparison.Config) (comparison.Config, error) {
	if name := f.givenOfRuns(cmd); name != "" && f.methods != nil {
		return c, fmt.Errorf("--%s: write it into the --method that needs it", name)
	} else if name != "" {
		return c, fmt.Errorf("--%s: the runs of %s already have their settings; to compare others, also give "+
			"--vary", name, f.out)
	}
	if f.methods == nil {
		return c, nil
	}
	settings := slices.Clone(c.Settings)
	for _, text := range f.methods {
		method, err := parseMethod(text)
		if err != nil {
			return c, fmt.Errorf("--method %q: %w", text, err)
		}
		s := comparison.Setting{Command: strings.Join(strings.Fields(text), " ")}
		s.Set(method)
		same := func(other comparison.Setting) bool { return other.Method.Hash() == s.Method.Hash() }
		if i := slices.IndexFunc(settings, same); i < 0 || i >= len(c.Settings) { // the latter is named twice
			settings = append(settings, s)
		}
	}
	nameMethods(settings)
	added := comparison.New(settings)
	if c.Settings != nil {
		added.Keep(&c)
	}
	return added, nil
}

// nameMethods names settings by their commands, without the flags that all methods of a command have, and gives them
// directories.
func nameMethods(all []comparison.Setting) {
	commands := make([][]string, len(all))
	for i, s := range all {
		commands[i] = strings.Split(s.Command, " --")
	}
	for i := range all {
		s := &all[i]
		if s.Command == "" { // of --vary
			continue
		}
		var alike [][]string
		for _, other := range commands {
			if other[0] == commands[i][0] {
				alike = append(alike, other)
			}
		}
		s.Name = commands[i][0]
		for _, flag := range commands[i][1:] {
			lacks := func(other []string) bool { return !slices.Contains(other, flag) }
			if slices.ContainsFunc(alike, lacks) {
				s.Name += " --" + flag
			}
		}
		if s.Dir == "" {
			words := strings.FieldsFunc(s.Name, func(r rune) bool { return strings.ContainsRune(" -=", r) })
			s.Dir = freeDir(comparison.DirName(words), all)
		}
	}
}
