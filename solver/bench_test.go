package solver

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"
	"time"

	"evothello/engine"
)

func slow(b engine.Board) int {
	m := b.Moves()
	if m == 0 {
		if b.Over() {
			return b.DiscDiff()
		}
		return -slow(b.Swap())
	}
	best := -100
	for s := range engine.SquaresOf(m) {
		best = max(best, -slow(b.Play(s)))
	}
	return best
}

func TestQuick(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		shape := engine.Shapes[n%len(engine.Shapes)]
		p := shape.Start
		for p.Empties() > 9 {
			m := p.Moves()
			if m == 0 {
				if p.Over() {
					break
				}
				p = p.Pass()
				continue
			}
			p = p.Play(engine.Pick(rng, m))
		}
		s := New(shape, 1<<20, 2)
		got := s.Solve(t.Context(), p.Board, Bracket{AtLeast: -64, AtMost: 64}, nil)
		if want := slow(p.Board); want != got.AtLeast || !got.Solved() {
			t.Fatal(shape.Name, p, want, got)
		}
	}
}

func TestBench(t *testing.T) {
	if os.Getenv("SHAPE") == "" {
		t.Skip()
	}
	shape, _ := engine.ShapeNamed(os.Getenv("SHAPE"))
	threads, _ := strconv.Atoi(os.Getenv("THREADS"))
	empties, _ := strconv.Atoi(os.Getenv("EMPTIES"))
	rng := rand.New(rand.NewPCG(1, 2))
	positions := 1
	if empties > 0 {
		positions = 10
	} else {
		empties = shape.Blanks()
	}
	var all uint64
	began := time.Now()
	for range positions {
		p := shape.Start
		for p.Empties() > empties {
			m := p.Moves()
			if m == 0 {
				p = p.Pass()
				continue
			}
			p = p.Play(engine.Pick(rng, m))
		}
		s := New(shape, 1<<30, threads)
		start := time.Now()
		v := s.Solve(t.Context(), p.Board, Bracket{AtLeast: -64, AtMost: 64}, func(b Bracket) {
			if positions == 1 {
				fmt.Println(b, time.Since(start))
			}
		})
		all += s.Nodes()
		fmt.Println(shape.Name, v, time.Since(start))
		fmt.Println(engine.Transcript(s.Line(t.Context(), p.Board, v.AtLeast)), time.Since(start), len(s.Facts()))
	}
	sec := time.Since(began).Seconds()
	fmt.Printf("total %d %.1f s %.1f M/s\n", all, sec, float64(all)/sec/1e6)
}
