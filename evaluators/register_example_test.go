package evaluators_test

import (
	"fmt"
	"math/bits"

	"evothello/engine"
	"evothello/evaluators"
)

const center = 0x00003c3c3c3c0000 // the sixteen squares in the middle

// A scorer of your own counts what you think matters. A program registers it in an init function.
var inCenter = &evaluators.Scorer{
	Name: "center", About: "discs on the sixteen squares in the middle",
	Features: []evaluators.Feature{{Name: "center.w", Bound: 100, Max: 16}},
	Counts: func(black, white, _ uint64, counts []int) {
		counts[0] = bits.OnesCount64(black&center) - bits.OnesCount64(white&center)
	},
}

// Its weights then evolve, are saved and explained like all others.
func ExampleRegister() {
	evaluators.Register(inCenter)
	var w evaluators.Weights
	w.Set("center.w", -7)
	f5, _ := engine.ParseSquare("f5")
	fmt.Println(w.Score(engine.Start().Play(f5), nil))
	// Output: -21
}
