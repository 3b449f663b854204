// Command play is evothello's, with a scorer of one's own.
package main

import (
	"os"

	_ "ownscorer" // registers the scorer

	"evothello/ui/cli"
	"evothello/ui/cli/play"
)

func main() { os.Exit(cli.Run(play.Command(), os.Args[1:], os.Stdout, os.Stderr)) }
