package evolve

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"evothello/internal/settings"
	"evothello/ui/cli"
)

// widestValue is the longest value that the table of settings shows, in bytes.
const widestValue = 80

func newConfig() *cobra.Command {
	var f configFlags
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Print all settings of a run, with their ranges and meaning",
		Long: `Print every setting of a run: its name in run.json, its value with the given flags, its
range and its meaning. With --json, print the run.json itself, for --config. The file may
leave out settings that keep their defaults.`,
		Example: "  evolve config --optimizer cmaes\n  evolve config --json --population 64 > small.json",
		Args:    cli.Args(cobra.NoArgs),
		RunE: func(cmd *cobra.Command, _ []string) error {
			c, err := f.config(cmd)
			if err != nil {
				return cli.Input(err)
			}
			if asJSON {
				_, err = cmd.OutOrStdout().Write(c.Marshal())
				return err
			}
			w := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
			fmt.Fprintln(w, "setting\tvalue\trange\tmeaning")
			for _, field := range settings.Fields(&c) {
				value := strings.ReplaceAll(field.Value, "null", "-")
				if len(value) > widestValue {
					value = "see --json"
				}
				fmt.Fprintf(w, "%s\t%s\t%s\t%s\n", field.Name, value, field.Range, field.Meaning)
			}
			return w.Flush()
		},
	}
	f.addForAll(cmd, "Settings")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print the run.json with these settings")
	return cmd
}
