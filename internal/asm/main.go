// Command asm generates the AVX-512 and AVX2 code of the packages engine, evaluators, search and tuples;
// go generate runs it. The code processes several children of a position at once, one in each 64-bit
// lane. Each function has a plain version in Go next to it.
package main

import (
	"fmt"
	"os"

	. "github.com/mmcloughlin/avo/build"
)

func main() {
	if len(os.Args) < 3 { // go generate passes them
		refuse("too few arguments", fmt.Sprint(os.Args[1:]), "want a package and a set of instructions")
	}
	// The first two arguments are for this program, the others for avo.
	name, instructions := os.Args[1], os.Args[2]
	os.Args = append(os.Args[:1], os.Args[3:]...)
	switch instructions {
	case "avx512":
		wide = true
	case "avx2":
	default:
		refuse("unknown instructions", instructions, "want avx512 or avx2")
	}
	ConstraintExpr("amd64")
	switch name {
	case "engine":
		Package("evothello/engine")
		children()
	case "evaluators":
		Package("evothello/evaluators")
		bestChild()
		childScores()
		refute()
		replyScores()
	case "tuples":
		Package("evothello/evaluators/tuples")
		find()
		sum()
		bestAfter()
		reach()
		layer()
	case "search":
		Package("evothello/search")
		rank()
	default:
		refuse("unknown package", name, "want engine, evaluators, search or tuples")
	}
	Generate()
}

func refuse(what, name, known string) {
	fmt.Fprintf(os.Stderr, "asm: %s %q: %s\n", what, name, known)
	os.Exit(2)
}
