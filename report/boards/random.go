package boards

import (
	"math"
	"math/rand/v2"

	"evothello/engine"
	"evothello/fitness"
)

// RandomGames holds the results of games between random players, in per cent of the games.
type RandomGames struct {
	Games int     `json:"games"`
	Black float64 `json:"black"`
	White float64 `json:"white"`
	Draw  float64 `json:"draw"`

	shortest [2][]engine.Square // shortest win of each side
}

// PlayRandom plays random games. The results depend on the seed only.
func PlayRandom(shape engine.Shape, games int, seed uint64) *RandomGames {
	rng := rand.New(rand.NewPCG(seed, 0))
	var wins [2]int
	r := &RandomGames{Games: games}
	for range games {
		line, end := playRandom(shape, rng)
		side, discs := ahead(end)
		if discs == 0 {
			continue
		}
		wins[side]++
		if r.shortest[side] == nil || len(line) < len(r.shortest[side]) {
			r.shortest[side] = line
		}
	}
	share := func(n int) float64 { return 100 * float64(n) / float64(games) }
	r.Black, r.White, r.Draw = share(wins[engine.Black]), share(wins[engine.White]), share(games-wins[0]-wins[1])
	return r
}

// playRandom plays a random game.
func playRandom(shape engine.Shape, rng *rand.Rand) (line []engine.Square, end engine.Position) {
	p := shape.Start.Settle()
	for moves := p.Moves(); moves != 0; moves = p.Moves() {
		move := engine.RandomSquare(rng, moves)
		line = append(line, move)
		p = p.Play(move).Settle()
	}
	return line, p
}

// ahead returns the side with more discs and the difference, 0 after a draw.
func ahead(p engine.Position) (side engine.Side, discs int) {
	if discs = p.DiscDiff(); discs < 0 {
		return p.Side.Other(), -discs
	}
	return p.Side, discs
}

// Interval returns the 95 % confidence interval (Wilson) of a share of the games. The share and the interval
// are in per cent.
func (r *RandomGames) Interval(share float64) (low, high float64) {
	const z = fitness.Z95
	n, p := float64(r.Games), share/100
	middle := (p + z*z/(2*n)) / (1 + z*z/n)
	half := z / (1 + z*z/n) * math.Sqrt(p*(1-p)/n+z*z/(4*n*n))
	return 100 * max(0, middle-half), 100 * min(1, middle+half)
}
