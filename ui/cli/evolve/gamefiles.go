package evolve

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/internal/files"
	"evothello/learn/tables"
	"evothello/ui/cli"
)

// gameFileFlags holds the flags of a command that name files of games. The arguments after such a flag belong to it
// too, because a shell makes several of a pattern.
type gameFileFlags struct {
	names []string // of the flags
	given []gameFile
}

// A gameFile is a file that a flag names.
type gameFile struct {
	flag, path string
	before     int // number of arguments before the flag
}

// add adds a flag to a command.
func (f *gameFileFlags) add(flags *pflag.FlagSet, name, usage string) {
	f.names = append(f.names, name)
	flags.Func(name, usage, func(path string) error {
		f.given = append(f.given, gameFile{name, path, flags.NArg()})
		return nil
	})
}

// paths returns the files of each flag.
func (f *gameFileFlags) paths(cmd *cobra.Command, args []string) (map[string][]string, error) {
	paths := map[string][]string{}
	for _, file := range f.given {
		paths[file.flag] = append(paths[file.flag], file.path)
	}
	for i, path := range args {
		flag := ""
		for _, file := range f.given {
			if file.before <= i {
				flag = file.flag
			}
		}
		if flag == "" {
			return nil, cli.Inputf("unexpected argument %q: give files of games after --%s; usage: %s", path,
				strings.Join(f.names, " or --"), cmd.UseLine())
		}
		paths[flag] = append(paths[flag], path)
	}
	return paths, nil
}

// sources returns the sources of the files of each flag.
func (f *gameFileFlags) sources(cmd *cobra.Command, args []string) (map[string][]tables.Source, error) {
	paths, err := f.paths(cmd, args)
	if err != nil {
		return nil, err
	}
	sources := map[string][]tables.Source{}
	for _, flag := range f.names {
		for _, path := range paths[flag] {
			source, err := tables.NewSource(path)
			if strings.Contains(path, ",") && files.IsMissing(err) {
				return nil, fmt.Errorf("--%s: there is no file %s; separate files by blanks, not commas", flag, path)
			}
			if err != nil {
				return nil, fmt.Errorf("--%s: %w", flag, err)
			}
			sources[flag] = append(sources[flag], source)
		}
	}
	return sources, nil
}
