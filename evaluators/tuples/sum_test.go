package tuples

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/engine"
)

// sumByHand is a slow Sum that looks up every place square by square.
func sumByHand(g *Geometry, values Values, own, opp uint64) (sum int32) {
	for i, shape := range g.Shapes {
		for _, place := range shape.Places {
			c, digit := 0, 1
			for _, s := range place {
				c += digit * int(own>>s&1+2*(opp>>s&1))
				digit *= 3
			}
			sum += int32(values[g.Starts[i]+c])
		}
	}
	return sum
}

// Sums with every instruction set equal the slow ones, before a move and after it.
func TestSums(t *testing.T) {
	defer engine.UsePath(engine.PathInUse())
	rng := rand.New(rand.NewPCG(1, 1))
	for _, g := range []*Geometry{Patterns(), Networks(), NewGeometry(NewShape("a square", 0))} {
		values := g.NewValues()
		for i := range g.Len {
			values[i] = int16(rng.Uint32())
		}
		for range 50 {
			for b := engine.Start().Board; !b.Over(); {
				own, opp := b.Sets()
				if b.Moves() == 0 {
					b = b.Swap()
					continue
				}
				move := engine.RandomSquare(rng, b.Moves())
				flips := engine.Flips(own, opp, move)
				for _, path := range engine.Paths() {
					engine.UsePath(path)
					var p Position
					g.Find(own, opp, &p)
					assert.Equal(t, g.find(own, opp), p.at, path)
					assert.Equal(t, sumByHand(g, values, own, opp), g.Sum(values, own, opp), path)
					after := sumByHand(g, values, own^flips^move.Bit(), opp^flips)
					assert.Equal(t, after, g.SumAfter(values, &p, move.Bit(), flips), path)
				}
				b = engine.Position{Board: b}.Play(move).Board
			}
		}
	}
}

// BestAfter with every instruction set equals a loop over the children's sums.
func TestBestAfter(t *testing.T) {
	defer engine.UsePath(engine.PathInUse())
	rng := rand.New(rand.NewPCG(3, 1))
	for _, g := range []*Geometry{Patterns(), Networks(), NewGeometry(NewShape("a square", 0))} {
		values := g.NewValues()
		for i := range g.Len {
			values[i] = int16(rng.Uint32())
		}
		for range 50 {
			for b := engine.Start().Board; b.Moves() != 0; {
				own, opp := b.Sets()
				var given, want Children
				var moves uint64
				best, first, done := int32(-1<<30), uint64(0), false
				weight, most, enough := int32(1+rng.IntN(1000)), int32(rng.IntN(1<<16)), int32(rng.IntN(1<<27)-1<<26)
				for s := range engine.SquaresOf(b.Moves()) {
					i := bits.OnesCount64(moves)
					if i == 8 {
						break
					}
					moves |= s.Bit()
					flips, score := engine.Flips(own, opp, s), int32(rng.IntN(1<<20)-1<<19)
					given.Scores[i], given.Theirs[i] = uint64(uint32(score)), opp&^flips
					want.Scores[i], want.Theirs[i] = given.Scores[i], given.Theirs[i]
					if done {
						continue
					}
					score += weight * max(-most, min(sumByHand(g, values, own^flips^s.Bit(), opp^flips), most))
					want.Scores[i] = uint64(uint32(score))
					if score > best {
						best, first = score, s.Bit()
					}
					done = best >= enough
				}
				for _, path := range engine.Paths() {
					engine.UsePath(path)
					var p Position
					g.Find(own, opp, &p)
					got := given
					gotBest, gotFirst := g.BestAfter(values, &p, &got, opp, moves, weight, most, enough)
					assert.Equal(t, want, got, path)
					assert.Equal(t, best, gotBest, path)
					assert.Equal(t, first, gotFirst, path)
				}
				b = engine.Position{Board: b}.Play(engine.RandomSquare(rng, b.Moves())).Board
			}
		}
	}
}

// Reach with every instruction set equals the slow sums, for any of up to eight positions two plies on.
func TestReach(t *testing.T) {
	defer engine.UsePath(engine.PathInUse())
	rng := rand.New(rand.NewPCG(4, 1))
	for _, g := range []*Geometry{Patterns(), Networks(), NewGeometry(NewShape("a square", 0))} {
		values := g.NewValues()
		for i := range g.Len {
			values[i] = int16(rng.Uint32())
		}
		for range 50 {
			for b := engine.Start().Board; b.Moves() != 0; {
				var given, want Replies
				var some, reached uint64
				weight, most, enough := int32(1+rng.IntN(1000)), int32(rng.IntN(1<<16)), int32(rng.IntN(1<<27)-1<<26)
				i := 0
				for s := range engine.SquaresOf(b.Moves()) {
					child := b.Play(s)
					if i == 8 || child.Moves() == 0 {
						break
					}
					opp, own := child.Play(engine.RandomSquare(rng, child.Moves())).Sets()
					score := int32(rng.IntN(1<<20) - 1<<19)
					given.Scores[i], given.Theirs[i], given.Discs[i] = uint64(uint32(score)), opp, own|opp
					want = given
					if rng.IntN(4) > 0 {
						some |= 1 << i
					}
					i++
				}
				for i := range 8 {
					if some>>i&1 == 0 {
						continue
					}
					opp := given.Theirs[i]
					score := int32(given.Scores[i]) + weight*max(-most, min(sumByHand(g, values, given.Discs[i]&^opp, opp), most))
					want.Scores[i] = uint64(uint32(score))
					if score >= enough {
						reached |= 1 << i
					}
				}
				for _, path := range engine.Paths() {
					engine.UsePath(path)
					got := given
					assert.Equal(t, reached, g.Reach(values, &got, b.Mover|b.Opponent, some, weight, most, enough), path)
					assert.Equal(t, want, got, path)
				}
				b = engine.Position{Board: b}.Play(engine.RandomSquare(rng, b.Moves())).Board
			}
		}
	}
}

// Sums of folded values are the same under symmetries and change sign with a swap of the discs.
func TestFoldedSums(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 1))
	for _, g := range []*Geometry{Patterns(), Networks()} {
		values := g.NewValues()
		for i, shape := range g.Shapes {
			fold := shape.Fold()
			weights := make([]int16, fold.Weights+1)
			for w := range weights[1:] {
				weights[w+1] = int16(rng.IntN(1000) - 500)
			}
			for c, w := range fold.Of {
				values[g.Starts[i]+c] = weights[max(w, -w)] * int16(max(-1, min(1, w)))
			}
		}
		sum := func(b engine.Board) int32 {
			return g.Sum(values, b.Mover, b.Opponent)
		}
		for range 100 {
			own := rng.Uint64()
			b := engine.Board{Mover: own, Opponent: rng.Uint64() &^ own}
			for k := range 8 {
				assert.Equal(t, sum(b), sum(b.Symmetry(k)))
			}
			assert.Equal(t, sum(b), -sum(b.Swap()))
		}
	}
}

// somePositions returns the positions of random games.
func somePositions() (positions []engine.Board) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 20 {
		for board := engine.Start().Board; board.Moves() != 0; {
			positions = append(positions, board)
			board = engine.Position{Board: board}.Play(engine.RandomSquare(rng, board.Moves())).Board
		}
	}
	return positions
}

func BenchmarkSum(b *testing.B) {
	defer engine.UsePath(engine.PathInUse())
	g, positions := Patterns(), somePositions()
	values := g.NewValues()
	for _, path := range engine.Paths() {
		b.Run(path.String(), func(b *testing.B) {
			engine.UsePath(path)
			for i := range b.N {
				p := positions[i%len(positions)]
				g.Sum(values, p.Mover, p.Opponent)
			}
		})
		b.Run(path.String()+"/eight children", func(b *testing.B) {
			engine.UsePath(path)
			var at Position
			var c Children
			for i := range b.N {
				p := positions[i%len(positions)]
				g.Find(p.Mover, p.Opponent, &at)
				g.BestAfter(values, &at, &c, p.Opponent, 0xff, 1, 1<<14, 1<<30)
			}
		})
	}
}
