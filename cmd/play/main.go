// Command play plays Othello against any player.
package main

import (
	"os"

	"evothello/ui/cli"
	"evothello/ui/cli/play"
)

func main() {
	os.Exit(cli.Run(play.Command(), os.Args[1:], os.Stdout, os.Stderr))
}
