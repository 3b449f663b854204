// Command asm writes the AVX-512 code of the packages engine, evaluators and search; go
// generate calls it. All of it treats eight children of a position at once,
// one in each 64-bit lane, and has a plain twin in Go beside it.
package main

import (
	"fmt"
	"os"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	// The first argument is ours, the others are avo's.
	name := os.Args[1]
	os.Args = append(os.Args[:1], os.Args[2:]...)
	ConstraintExpr("amd64")
	switch name {
	case "engine":
		Package("evothello/engine")
		children()
	case "evaluators":
		Package("evothello/evaluators")
		bestChild()
		refute()
	case "search":
		Package("evothello/search")
		rank()
	default:
		fmt.Fprintf(os.Stderr, "asm: no package %q: engine, evaluators or search\n", name)
		os.Exit(2)
	}
	Generate()
}
