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

// positions as they come up in a proof that Black gets more than alpha, or not
func TestTree(t *testing.T) {
	if os.Getenv("TREE") == "" {
		t.Skip()
	}
	shape, _ := engine.ShapeNamed(os.Getenv("TREE"))
	empties, _ := strconv.Atoi(os.Getenv("EMPTIES"))
	guess, _ := strconv.Atoi(os.Getenv("GUESS"))
	count, _ := strconv.Atoi(os.Getenv("COUNT"))
	size := 256 << 20
	s := New(shape, size, 1)
	th := s.threads[0]
	var sums [2]uint64
	var times [2]float64
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range count {
		strong := engine.Side(n % 2)
		alpha := guess // White shows that Black gets no more
		if strong == engine.Black {
			alpha = guess - 1
		}
		p := shape.Start
		for p.Empties() > empties {
			m := p.Moves()
			if m == 0 {
				if p.Over() {
					break
				}
				p = p.Pass()
				continue
			}
			move := engine.Pick(rng, m)
			if p.Side == strong {
				best := -1 << 30
				for q := range engine.SquaresOf(m) {
					c := p.Play(q)
					own, opp := c.Sets()
					if v := -oldGuess(th, own, opp, c.Moves(), 5, -1<<30, 1<<30); v > best {
						best, move = v, q
					}
				}
			}
			p = p.Play(move)
		}
		if p.Over() {
			continue
		}
		clear(s.table.buckets)
		th.nodes = 0
		began := time.Now()
		if p.Side == engine.White {
			alpha = -alpha - 1
		}
		v := s.ask(t.Context(), p.Board, alpha)
		took := time.Since(began).Seconds()
		proved := (v > alpha) == (p.Side == strong)
		if os.Getenv("TELL") != "" {
			fmt.Println(n, strong, v, alpha, proved, th.nodes, took)
		}
		sums[n%2] += th.nodes
		times[n%2] += took
	}
	fmt.Printf("black %.1f M %.1f s, white %.1f M %.1f s   all %.1f M %.1f s\n", float64(sums[0])/1e6, times[0], float64(sums[1])/1e6, times[1],
		float64(sums[0]+sums[1])/1e6, times[0]+times[1])
}

func oldGuess(t *thread, own, opp, moves uint64, depth, alpha, beta int) int {
	return t.guess(own, opp, moves, depth, alpha, beta)
}
