package formats_test

import (
	"fmt"

	"evothello/formats"
)

// A file of GGF may hold many games. Those that cannot be read are named, and the others kept.
func ExampleParseGGF() {
	games, wrong := formats.ParseGGF("(;GM[Othello]PC[here]PB[Ann]PW[Bob]TY[8]" +
		"BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5]W[d6]B[c3];)")
	for _, g := range games {
		fmt.Println(g.Black, "against", g.White, g.Transcript())
	}
	fmt.Println(len(wrong), "unreadable")
	// Output:
	// Ann against Bob f5d6c3
	// 0 unreadable
}
