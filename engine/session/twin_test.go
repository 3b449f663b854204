package session

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// twin is a slow, simple session: it stores only what was played, and replays all of it for every
// question.
type twin struct {
	start  engine.Position
	now    state
	undone []state // the next one to redo is the last
}

// A state is what was played, with only those passes that were played, and the forfeit.
type state struct {
	played  []engine.Square
	forfeit *Forfeit
}

// plies returns the moves and all passes, including implied ones.
func (w *twin) plies() (plies []Ply) {
	at := w.start
	add := func(move engine.Square) {
		at = at.Play(move)
		plies = append(plies, Ply{move, at})
	}
	for _, move := range w.now.played {
		if len(at.Legal()) == 0 && move != engine.Pass {
			add(engine.Pass)
		}
		add(move)
	}
	return plies
}

func (w *twin) position() engine.Position {
	at := w.start
	for _, ply := range w.plies() {
		at = at.Play(ply.Move)
	}
	return at
}

func (w *twin) over() bool {
	return w.now.forfeit != nil || len(w.position().Legal()) == 0 && len(w.position().Pass().Legal()) == 0
}

func (w *twin) legal(move engine.Square) bool {
	at := w.position()
	switch stuck := len(at.Legal()) == 0; {
	case w.over():
		return false
	case move == engine.Pass:
		return stuck
	case stuck:
		return slices.Contains(at.Pass().Legal(), move)
	}
	return slices.Contains(at.Legal(), move)
}

func (w *twin) play(move engine.Square) {
	w.now = state{played: append(append([]engine.Square{}, w.now.played...), move)}
	w.undone = nil
}

func (w *twin) lose(f Forfeit) {
	if !w.over() {
		w.now.forfeit, w.undone = &f, nil
	}
}

func (w *twin) undo() bool {
	n := len(w.now.played)
	if n > 0 {
		w.undone = append(w.undone, w.now)
		w.now = state{played: w.now.played[:n-1]}
	}
	return n > 0
}

// undoTo undoes until it has undone the last move of a side.
func (w *twin) undoTo(side engine.Side) (taken []engine.Square) {
	theirs := func(p Ply) bool { return p.Move != engine.Pass && p.After.Side != side }
	if !slices.ContainsFunc(w.plies(), theirs) {
		return nil
	}
	for done := false; !done; w.undo() {
		plies := w.plies()
		last := plies[len(plies)-1]
		if done = theirs(last); last.Move != engine.Pass {
			taken = append([]engine.Square{last.Move}, taken...)
		}
	}
	return taken
}

func (w *twin) redo() bool {
	n := len(w.undone)
	if n > 0 {
		w.now, w.undone = w.undone[n-1], w.undone[:n-1]
	}
	return n > 0
}

func (w *twin) game() *engine.Game {
	game := &engine.Game{Start: w.start}
	for _, move := range w.now.played {
		if move != engine.Pass {
			game.Moves = append(game.Moves, move)
		}
	}
	return game
}

// snapshot uses the rules of a game without passes, not the plies that were played.
func (w *twin) snapshot() Snapshot {
	game := w.game()
	at := game.Final()
	v := Snapshot{
		Squares: at.Squares(), Side: at.Side, Legal: []engine.Square{},
		Last: engine.NoSquare, Passed: at.Side != w.start.Side,
		Over: w.over(), Forfeit: w.now.forfeit, CanUndo: len(w.now.played) > 0, CanRedo: len(w.undone) > 0,
	}
	size := at.Columns()
	for i := range size * size {
		if s := engine.At(i%size, i/size); engine.CheckLegal(at, s) == nil {
			v.Legal = append(v.Legal, s)
		}
	}
	if n := len(game.Moves); n > 0 {
		v.Last = game.Moves[n-1]
		before := game.Positions()[n-1]
		v.Passed = at.Side == before.Side
		for i, letter := range before.Squares() {
			if letter != '-' && byte(letter) != v.Squares[i] {
				v.Flipped = append(v.Flipped, engine.At(i%size, i/size))
			}
		}
	}
	winner, discs := at.Winner()
	switch {
	case !v.Over:
	case v.Forfeit != nil:
		v.Discs = [2]int{engine.Black: -at.Size(), engine.White: at.Size()}[v.Forfeit.Side]
	case winner == engine.White:
		v.Discs = -discs
	default:
		v.Discs = discs
	}
	return v
}

// anyPosition draws the start, the end of a random game, or a position from it, with either side to
// move, on 8×8 or a larger board. Half of them are late, where passes are common.
func anyPosition(t *rapid.T) engine.Position {
	rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
	start := rapid.SampledFrom([]engine.Position{engine.Start(), engine.Start(), engine.LargeStart(10)}).Draw(t, "start")
	positions := []engine.Position{start}
	for p := start; !p.Over(); positions = append(positions, p) {
		p = p.Settle()
		p = p.Play(p.RandomMove(rng))
	}
	before := rapid.SampledFrom([]int{0, 1, 2, 3, 4, 5, 7, 9, 12, 15, 20, 30, 40, 50, 70}).Draw(t, "moves before the end")
	p := positions[max(len(positions)-1-before, 0)]
	if rapid.Bool().Draw(t, "the other side") {
		p = p.Pass()
	}
	return p
}

// actions are all that a session can do. Each is also done to its twin, and the results are
// compared.
func actions(s *Session, w *twin) map[string]func(*rapid.T) {
	side := rapid.SampledFrom([]engine.Side{engine.Black, engine.White})
	play := func(t *rapid.T, move engine.Square) {
		legal, at := w.legal(move), w.position()
		err := s.Play(move)
		require.Equal(t, legal, err == nil, "%s in %s: %v", move, at, err)
		if legal {
			w.play(move)
		}
	}
	return map[string]func(*rapid.T){
		"play": func(t *rapid.T) {
			rng := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0))
			imply := rapid.Bool().Draw(t, "imply passes")
			for range rapid.SampledFrom([]int{1, 1, 2, 10}).Draw(t, "moves") {
				at := w.position()
				if at.MustPass() && !imply {
					play(t, engine.Pass)
				} else if at = at.Settle(); len(at.Legal()) > 0 {
					play(t, at.RandomMove(rng))
				}
			}
		},
		"pass": func(t *rapid.T) { play(t, engine.Pass) },
		"play anything": func(t *rapid.T) {
			play(t, engine.Square(rapid.IntRange(-1, 65).Draw(t, "move")))
		},
		"forfeit": func(t *rapid.T) {
			forfeit := Forfeit{side.Draw(t, "side"), "no answer"}
			s.Forfeit(forfeit.Side, forfeit.Reason)
			w.lose(forfeit)
		},
		"undo": func(t *rapid.T) { require.Equal(t, w.undo(), s.Undo()) },
		"redo": func(t *rapid.T) { require.Equal(t, w.redo(), s.Redo()) },
		"undo to": func(t *rapid.T) {
			side := side.Draw(t, "side")
			require.Equal(t, w.undoTo(side), s.UndoTo(side))
		},
	}
}

func TestSessionsAgreeWithTheirTwins(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		start := anyPosition(t)
		s, w := New(start), &twin{start: start}
		all := actions(s, w)
		all[""] = func(t *rapid.T) {
			require.Equal(t, w.position(), s.Position())
			require.Equal(t, w.plies(), s.Plies())
			require.Equal(t, w.game(), s.Game())
			require.Equal(t, w.over(), s.Over())
			require.Equal(t, w.snapshot(), s.Snapshot())
			require.Equal(t, start, s.Start())
		}
		t.Repeat(all)
	})
}

// anySession draws a session with plies made and taken back.
func anySession(t *rapid.T) *Session {
	start := anyPosition(t)
	s := New(start)
	t.Repeat(actions(s, &twin{start: start}))
	return s
}

func TestUndoThenRedoIsTheIdentity(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySession(t)
		before, plies := s.Snapshot(), s.Plies()
		most, undone := rapid.IntRange(1, 60).Draw(t, "most"), 0
		for undone < most && s.Undo() {
			undone++
		}
		for range undone {
			require.True(t, s.Redo())
		}
		require.Equal(t, before, s.Snapshot())
		require.Equal(t, plies, s.Plies())
	})
}

func TestSnapshotsOfAllMoves(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySession(t)
		game, all := s.Game(), s.Snapshots()
		require.Equal(t, s.Snapshot(), all[len(all)-1])
		require.Len(t, all, len(game.Moves)+1)
		for i := range game.Moves {
			then, err := From(&engine.Game{Start: game.Start, Moves: game.Moves[:i]})
			require.NoError(t, err)
			want := then.Snapshot()
			want.CanUndo, want.CanRedo = all[i].CanUndo, true
			require.Equal(t, want, all[i])
		}
	})
}
