// Command evolve is evothello's, with a scorer of one's own.
package main

import (
	"os"

	_ "ownscorer" // registers the scorer

	"evothello/ui/cli"
	"evothello/ui/cli/evolve"
)

func main() { os.Exit(cli.Run(evolve.Command(), os.Args[1:], os.Stdout, os.Stderr)) }
