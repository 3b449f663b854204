package survey

import (
	"math"
	"math/rand/v2"

	"evothello/engine"
)

// Random is how games between players end who choose among their moves at random, in per
// cent of the games.
type Random struct {
	Games int     `json:"games"`
	Black float64 `json:"black"`
	White float64 `json:"white"`
	Draw  float64 `json:"draw"`
}

// PlayRandom plays so many games at random. The seed decides them.
func PlayRandom(shape engine.Shape, games int, seed uint64) *Random {
	rng := rand.New(rand.NewPCG(seed, 0))
	var black, white int
	for range games {
		p := shape.Start.Settle()
		for moves := p.Moves(); moves != 0; moves = p.Moves() {
			p = p.Play(engine.Pick(rng, moves)).Settle()
		}
		switch diff := p.DiscDiff(); {
		case diff == 0:
		case diff > 0 == (p.Side == engine.Black):
			black++
		default:
			white++
		}
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(games) }
	return &Random{games, share(black), share(white), share(games - black - white)}
}

// Interval is the interval of 95 % about a share of the games (Wilson's).
func (r *Random) Interval(share float64) (low, high float64) {
	const z = 1.959964
	n, p := float64(r.Games), share/100
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return 100 * max(0, middle-half), 100 * min(1, middle+half)
}
