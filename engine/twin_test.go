package engine

import "math/rand/v2"

// twin is a slow, simple engine: an array of 64 squares that are 0 (empty), 1 (mover) or 2
// (opponent).
type twin [64]int

var compass = [8][2]int{{1, 0}, {1, 1}, {0, 1}, {-1, 1}, {-1, 0}, {-1, -1}, {0, -1}, {1, -1}}

func newTwin(b Board) (t twin) {
	for s := range t {
		if b.Mover&Square(s).Bit() != 0 {
			t[s] = 1
		} else if b.Opponent&Square(s).Bit() != 0 {
			t[s] = 2
		}
	}
	return t
}

// flips lists the squares that own flips by playing on s.
func (t *twin) flips(own int, s Square) (turned []Square) {
	if t[s] != 0 {
		return nil
	}
	for _, d := range compass {
		var run []Square
		x, y := s.Col()+d[0], s.Row()+d[1]
		for ; x >= 0 && x < 8 && y >= 0 && y < 8 && t[At(x, y)] == 3-own; x, y = x+d[0], y+d[1] {
			run = append(run, At(x, y))
		}
		if x >= 0 && x < 8 && y >= 0 && y < 8 && t[At(x, y)] == own {
			turned = append(turned, run...)
		}
	}
	return turned
}

func (t *twin) moves(own int) (list []Square) {
	for s := range Square(64) {
		if len(t.flips(own, s)) > 0 {
			list = append(list, s)
		}
	}
	return list
}

// play plays for the mover and returns the array from the other side's view.
func (t twin) play(s Square) twin {
	for _, f := range t.flips(1, s) {
		t[f] = 1
	}
	t[s] = 1
	return t.swap()
}

func (t twin) swap() twin {
	for s, v := range t {
		t[s] = [3]int{0, 2, 1}[v]
	}
	return t
}

// randomGame plays random legal moves from the start and returns all positions, including the final
// one.
func randomGame(rng *rand.Rand) []Position {
	positions := []Position{Start()}
	for p := Start(); ; {
		p = p.Settle()
		moves := newTwinOf(p).moves(1)
		if len(moves) == 0 {
			return positions
		}
		p = p.Play(moves[rng.IntN(len(moves))])
		positions = append(positions, p)
	}
}

func newTwinOf(p Position) *twin { t := newTwin(p.Board); return &t }

func randomBoards(seed uint64, n int) (boards []Board) {
	rng := rand.New(rand.NewPCG(seed, 0))
	for len(boards) < n {
		for _, p := range randomGame(rng) {
			if p.Moves() != 0 {
				boards = append(boards, p.Board)
			}
		}
	}
	return boards[:n]
}
