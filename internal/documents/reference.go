package documents

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// CommandReference returns the document that lists all commands of a program with their help, in Markdown.
// Hidden commands are left out.
func CommandReference(root *cobra.Command) string {
	var text strings.Builder
	fmt.Fprintf(&text, "# Commands of `%s`\n\nThis is the help of each command, written by `go test ./ui/cli/%[1]s "+
		"-run CommandReference -update`.\n",
		root.Name())
	writeHelp(&text, root)
	return text.String()
}

func writeHelp(text *strings.Builder, command *cobra.Command) {
	fmt.Fprintf(text, "\n## %s\n\n```text\n%s```\n", command.CommandPath(), help(command))
	for _, sub := range command.Commands() {
		if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
			writeHelp(text, sub)
		}
	}
}

// help returns what --help prints.
func help(command *cobra.Command) string {
	var text strings.Builder
	command.SetOut(&text)
	_ = command.Help() // writing to memory cannot fail
	command.SetOut(nil)
	return text.String()
}

// The widest lines of help, in characters: of descriptions, and of usage, where each line has a flag.
const (
	widestDescription = 92
	widestUsage       = 130
)

// WideHelp lists the lines of all commands' help that are too long for a terminal.
func WideHelp(root *cobra.Command) (wide []string) {
	root.InitDefaultHelpFlag()
	add := func(text string, most int) {
		for line := range strings.Lines(text) {
			if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > most {
				wide = append(wide, fmt.Sprintf("%s: more than %d characters: %s", root.CommandPath(), most, line))
			}
		}
	}
	add(root.Long, widestDescription)
	add(root.UsageString(), widestUsage)
	for _, sub := range root.Commands() {
		if sub.IsAvailableCommand() {
			wide = append(wide, WideHelp(sub)...)
		}
	}
	return wide
}
