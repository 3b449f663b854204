package search

import (
	"context"
	"evothello/engine"
	"evothello/evaluators"
	"testing"
)

func BenchmarkFFO40(b *testing.B) {
	var w evaluators.Weights
	e := evaluators.Compile(&w)
	p, _ := engine.ParsePosition("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
	s := New(NewTable(22))
	for b.Loop() {
		s.NewGame()
		s.Search(context.Background(), p.Board, e, Settings{Depth: 1, Endgame: 60})
	}
}
