package documents

import (
	"fmt"
	"strings"

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
	description := command.Long
	if description == "" {
		description = command.Short
	}
	command.InitDefaultHelpFlag()
	fmt.Fprintf(text, "\n## %s\n\n```text\n%s\n\n%s```\n", command.CommandPath(), description, command.UsageString())
	for _, sub := range command.Commands() {
		if sub.IsAvailableCommand() {
			writeHelp(text, sub)
		}
	}
}
