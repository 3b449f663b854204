//go:build js

// Command static is the engine of static editions of the page, for browsers.
package main

import (
	"os"

	"evothello/ui/static"
)

func main() { static.Serve(os.Args[1:]) }
