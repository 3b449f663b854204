// Command manual writes manual pages of all commands of evolve and play, and what shells need to complete them, into
// the directory that it is given.
package main

import (
	"errors"
	"log"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"

	"evothello/ui/cli/evolve"
	"evothello/ui/cli/play"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 2 {
		log.Fatal("manual: give one argument, the directory for the pages")
	}
	dir := os.Args[1]
	if err := os.MkdirAll(dir, 0o777); err != nil {
		log.Fatal("manual: ", err)
	}
	for _, root := range []*cobra.Command{evolve.Command(), play.Command()} {
		setTables(root)
		name := filepath.Join(dir, root.Name())
		err := errors.Join(
			doc.GenManTree(root, &doc.GenManHeader{Section: "1", Source: "evothello"}, dir),
			root.GenBashCompletionFileV2(name+".bash", true),
			root.GenZshCompletionFile(name+".zsh"),
			root.GenFishCompletionFile(name+".fish", true),
		)
		if err != nil {
			log.Fatal("manual: ", err)
		}
	}
}

// setTables indents the tables of long descriptions so that manual pages keep their lines.
func setTables(cmd *cobra.Command) {
	cmd.Long = strings.ReplaceAll(cmd.Long, "\n  ", "\n    ")
	for _, sub := range cmd.Commands() {
		setTables(sub)
	}
}
