// Command evolve evolves the evaluation weights of an Othello player by self-play.
package main

import (
	"os"

	"evothello/ui/cli"
	"evothello/ui/cli/evolve"
)

func main() {
	os.Exit(cli.Run(evolve.Command(), os.Args[1:], os.Stdout, os.Stderr))
}
