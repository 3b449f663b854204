package cli

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The annotations of flags that the help reads: the title of the group, where the group is described instead, and the
// placeholder of the value if the help text does not contain it.
const (
	groupTitle = "group"
	groupSee   = "see"
	noun       = "noun"
)

func annotate(cmd *cobra.Command, key, value string, flags []string) {
	for _, name := range flags {
		_ = cmd.Flags().SetAnnotation(name, key, []string{value}) // commands may lack some of the flags
	}
}

// GroupFlags shows flags of a command under a title in the help. Groups and flags appear in the order in
// which flags were defined.
func GroupFlags(cmd *cobra.Command, title string, flags ...string) {
	annotate(cmd, groupTitle, title, flags)
}

// DescribedIn removes flags of a group from the help. where is the place that describes them; the help refers
// to it.
func DescribedIn(cmd *cobra.Command, where string, flags ...string) {
	annotate(cmd, groupSee, where, flags)
}

// annotation returns an annotation of a flag, or other if it has none.
func annotation(flag *pflag.Flag, key, other string) string {
	if values := flag.Annotations[key]; values != nil {
		return values[0]
	}
	return other
}

// NounOf returns the placeholder of a flag's value in help texts, "" for a flag without a value.
func NounOf(flag *pflag.Flag) string {
	name, _ := pflag.UnquoteUsage(flag)
	switch name {
	case "int", "uint":
		name = "N"
	case "float":
		name = "NUMBER"
	}
	return annotation(flag, noun, name)
}

// SetHelp sets the help of a root command and its subcommands: their flags appear in groups.
func SetHelp(root *cobra.Command) {
	keepOrder(root)
	root.SetHelpCommand(&cobra.Command{
		Use: "help [COMMAND|TOPIC]", Short: "Show the help of a command or of a topic", Hidden: true,
		RunE: func(_ *cobra.Command, words []string) error {
			cmd, rest, err := root.Find(words)
			if err != nil || len(rest) > 0 {
				return Input(unknownCommand(root, words[0]))
			}
			return cmd.Help()
		},
	})
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) { writeHelp(cmd.OutOrStdout(), cmd) })
	root.SetUsageFunc(func(cmd *cobra.Command) error {
		writeUsage(cmd.OutOrStdout(), cmd)
		return nil
	})
}

// Commands stand in the order of their definition, too.
func init() { cobra.EnableCommandSorting = false }

// keepOrder has flags stand in the order of their definition.
func keepOrder(cmd *cobra.Command) {
	cmd.Flags().SortFlags = false
	for _, sub := range cmd.Commands() {
		keepOrder(sub)
	}
}

// writeHelp writes the help of a command: the first paragraph of its description, examples, the rest, and its usage.
func writeHelp(w io.Writer, cmd *cobra.Command) {
	first, rest, _ := strings.Cut(cmd.Long, "\n\n")
	if cmd.Long == "" {
		first = cmd.Short + "."
	}
	fmt.Fprintln(w, first)
	if cmd.Example != "" {
		fmt.Fprintf(w, "\n%s\n", cmd.Example)
	}
	if rest != "" {
		fmt.Fprintf(w, "\n%s\n", strings.TrimRight(rest, "\n"))
	}
	writeUsage(w, cmd)
}

// writeUsage writes the lines of a command's usage, its subcommands and its flags.
func writeUsage(w io.Writer, cmd *cobra.Command) {
	if cmd.Runnable() && !cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\nUsage: %s\n", cmd.UseLine())
	}
	for _, group := range cmd.Groups() {
		writeCommands(w, group.Title, cmd, func(sub *cobra.Command) bool { return sub.GroupID == group.ID })
	}
	writeCommands(w, "Commands:", cmd, func(sub *cobra.Command) bool {
		return sub.GroupID == "" && sub.IsAvailableCommand()
	})
	writeCommands(w, "Topics:", cmd, (*cobra.Command).IsAdditionalHelpTopicCommand)
	writeFlags(w, cmd)
	if cmd.HasAvailableSubCommands() {
		fmt.Fprintf(w, "\n`%s COMMAND --help` shows the flags of a command.\n", cmd.CommandPath())
	}
}

func writeCommands(w io.Writer, title string, of *cobra.Command, shows func(*cobra.Command) bool) {
	for _, sub := range of.Commands() {
		if !shows(sub) || sub.Name() == "help" || sub.Hidden {
			continue
		}
		if title != "" {
			fmt.Fprintf(w, "\n%s\n", title)
			title = ""
		}
		fmt.Fprintf(w, "  %-11s %s\n", sub.Name(), sub.Short)
	}
}

// A flagGroup is a part of the flags of a command.
type flagGroup struct {
	title, see string // see is the place that describes the other flags of the group, or ""
	flags      []*pflag.Flag
}

// groupsOf returns the flags that the help of a command shows.
func groupsOf(cmd *cobra.Command) (groups []*flagGroup) {
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		if flag.Hidden || flag.Name == "help" || flag.Name == "version" {
			return
		}
		title := annotation(flag, groupTitle, "Flags")
		i := slices.IndexFunc(groups, func(g *flagGroup) bool { return g.title == title })
		if i < 0 {
			i, groups = len(groups), append(groups, &flagGroup{title: title})
		}
		if see := annotation(flag, groupSee, ""); see != "" {
			groups[i].see = see
		} else {
			groups[i].flags = append(groups[i].flags, flag)
		}
	})
	return groups
}

// writeFlags writes the flags of a command in their groups, aligned.
func writeFlags(w io.Writer, cmd *cobra.Command) {
	groups, width := groupsOf(cmd), 0
	for _, group := range groups {
		for _, flag := range group.flags {
			width = max(width, utf8.RuneCountInString(flagName(flag)))
		}
	}
	for _, group := range groups {
		fmt.Fprintf(w, "\n%s:\n", group.title)
		for _, flag := range group.flags {
			name := flagName(flag)
			fmt.Fprintf(w, "  %s%s  %s\n", name, strings.Repeat(" ", width-utf8.RuneCountInString(name)), flagHelp(flag))
		}
		if group.see != "" {
			fmt.Fprintf(w, "  %s\n", group.see)
		}
	}
}

// flagName returns a flag as one types it, with the placeholder of its value.
func flagName(flag *pflag.Flag) string {
	name := "--" + flag.Name
	if flag.Shorthand != "" {
		name = "-" + flag.Shorthand + ", " + name
	}
	return strings.TrimSpace(name + " " + NounOf(flag))
}

// flagHelp returns the help of a flag, with its default as one types it.
func flagHelp(flag *pflag.Flag) string {
	_, usage := pflag.UnquoteUsage(flag)
	switch value := strings.Trim(flag.DefValue, "[]"); value {
	case "", "0", "false", "0s":
		return usage
	default:
		return fmt.Sprintf("%s (default %s)", usage, value)
	}
}
