package session

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"evothello/engine"
)

// passGame ends where Black must pass, wipeOut where Black has won 64-0.
const (
	passGame = "d3c3e6d2d1e1b2c1"
	wipeOut  = "e6f4e3f6g5d6e7f5c5"
)

// after returns a session after a transcript.
func after(t require.TestingT, transcript string) *Session {
	game, err := engine.ParseTranscript(transcript)
	require.NoError(t, err)
	s, err := From(game)
	require.NoError(t, err)
	return s
}

// play makes moves, including "pass".
func play(t *testing.T, s *Session, moves string) {
	t.Helper()
	for word := range strings.FieldsSeq(moves) {
		move, err := engine.ParseMove(word)
		require.NoError(t, err)
		require.NoError(t, s.Play(move))
	}
}

// written returns the plies as words.
func written(s *Session) string {
	var words []string
	for _, ply := range s.Plies() {
		words = append(words, ply.Move.String())
	}
	return strings.Join(words, " ")
}

func TestPassesArePlayedOrImplied(t *testing.T) {
	s := after(t, passGame)
	due := s.Position()
	assert.True(t, due.MustPass())
	assert.Equal(t, "d3 c3 e6 d2 d1 e1 b2 c1", written(s))
	view := s.Snapshot()
	assert.True(t, view.Passed)
	assert.Equal(t, engine.White, view.Side)

	implied, played := after(t, passGame), after(t, passGame)
	play(t, implied, "a3")
	play(t, played, "pass")
	assert.Equal(t, due.Pass(), played.Position())
	view.CanUndo = true
	assert.Equal(t, view, played.Snapshot(), "views do not tell the two apart")
	play(t, played, "a3")
	assert.Equal(t, implied.Plies(), played.Plies())
	assert.Equal(t, implied.Game(), played.Game())
	assert.Equal(t, implied.Snapshot(), played.Snapshot())

	require.True(t, implied.Undo())
	assert.Equal(t, due, implied.Position(), "an implied pass goes with its move")
	require.True(t, played.Undo())
	assert.Equal(t, due.Pass(), played.Position(), "one that was played stays")
	require.True(t, played.Undo())
	assert.Equal(t, due, played.Position())
}

func TestUndoToASidesLastMove(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		side        engine.Side
		left, taken string
	}{
		{"none at all", "", engine.Black, "", ""},
		{"none of that side", "d3", engine.White, "d3", ""},
		{"the last one", "d3 c3", engine.White, "d3", "c3"},
		{"the one before", "d3 c3", engine.Black, "", "d3c3"},
		{"both moves around an implied pass", "d3 c3 e6 d2 d1 e1 b2 c1 a3", engine.Black, "d3 c3 e6 d2 d1 e1", "b2c1a3"},
		{"a pass is no move", "d3 c3 e6 d2 d1 e1 b2 c1 pass", engine.Black, "d3 c3 e6 d2 d1 e1", "b2c1"},
		{"after a pass", "d3 c3 e6 d2 d1 e1 b2 c1 pass a3", engine.White, "d3 c3 e6 d2 d1 e1 b2 c1 pass", "a3"},
		{"after an implied one", "d3 c3 e6 d2 d1 e1 b2 c1 a3", engine.White, "d3 c3 e6 d2 d1 e1 b2 c1", "a3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := New(engine.Start())
			play(t, s, c.moves)
			assert.Equal(t, c.taken, engine.Transcript(s.UndoTo(c.side)))
			assert.Equal(t, c.left, written(s))
			assert.Equal(t, c.taken != "", s.Snapshot().CanRedo)
		})
	}
}

func TestRedoIsForgottenWithAnotherMove(t *testing.T) {
	s := after(t, "d3c3")
	s.UndoTo(engine.Black)
	require.True(t, s.Redo())
	play(t, s, "e3")
	assert.False(t, s.Redo())
	assert.Equal(t, "d3 e3", written(s))

	require.True(t, s.Undo())
	s.Forfeit(engine.White, "no answer")
	assert.False(t, s.Redo())
}

// The error of an illegal move is that of the rules.
func TestIllegalMovesAreRefusedAndChangeNothing(t *testing.T) {
	for _, c := range []struct{ transcript, move, says string }{
		{"", "a1", "a1 is not a legal move for Black"},
		{"", "pass", "pass is not a legal move for Black"},
		{"d3", "d3", "d3 is taken"},
		{passGame, "a1", "a1 is not a legal move for White"},
		{passGame + "a3", "pass", "pass is not a legal move for Black"},
		{wipeOut, "a1", "a1 comes after the end of the game"},
		{wipeOut, "pass", "pass comes after the end of the game"},
	} {
		s := after(t, c.transcript)
		before, plies := s.Snapshot(), s.Plies()
		move, err := engine.ParseMove(c.move)
		require.NoError(t, err)
		assert.EqualError(t, s.Play(move), c.says)
		assert.Equal(t, before, s.Snapshot())
		assert.Equal(t, plies, s.Plies())
	}
}

func TestForfeits(t *testing.T) {
	s := after(t, "d3c3")
	s.Forfeit(engine.Black, "no answer within 1s")
	view := s.Snapshot()
	assert.True(t, s.Over() && view.Over)
	assert.Equal(t, -64, view.Discs, "all discs to White")
	assert.Equal(t, &Forfeit{engine.Black, "no answer within 1s"}, view.Forfeit)
	assert.EqualError(t, s.Play(view.Legal[0]), view.Legal[0].String()+" comes after the end of the game")

	s.Forfeit(engine.White, "too late")
	assert.Equal(t, view, s.Snapshot(), "only once")

	require.True(t, s.Undo())
	assert.False(t, s.Over(), "taken back together with the move before it")
	assert.Nil(t, s.Snapshot().Forfeit)
	require.True(t, s.Redo())
	assert.Equal(t, view, s.Snapshot(), "and made again with it")

	require.True(t, s.Undo())
	play(t, s, "e3")
	assert.False(t, s.Over(), "another move, another end")
}

func TestStarts(t *testing.T) {
	due := after(t, passGame).Position()
	won := after(t, wipeOut).Position()
	for _, c := range []struct {
		name   string
		start  engine.Position
		passed bool
		legal  int
		over   bool
		discs  int
	}{
		{name: "the start", start: engine.Start(), legal: 4},
		{name: "a pass is due", start: due, passed: true, legal: 3},
		{name: "it was taken", start: due.Pass(), legal: 3},
		{name: "the end, the loser to move", start: won, over: true, discs: 64},
		{name: "the end, the winner to move", start: won.Pass(), over: true, discs: 64},
		{name: "a board without discs", over: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := New(c.start)
			v := s.Snapshot()
			assert.Equal(t, c.start, s.Position())
			assert.Equal(t, c.passed, v.Passed)
			assert.Len(t, v.Legal, c.legal)
			assert.Equal(t, c.over, v.Over)
			assert.Equal(t, c.discs, v.Discs)
			assert.Equal(t, engine.NoSquare, v.Last)
			assert.False(t, v.CanUndo || v.CanRedo || s.Undo() || s.Redo())
			assert.Empty(t, s.UndoTo(engine.Black))
			assert.Empty(t, s.Plies())
		})
	}
}

func TestFromRefusesIllegalMoves(t *testing.T) {
	for says, moves := range map[string][]engine.Square{
		"move 1: a1 is not a legal move for Black":   {0},
		"move 2: d3 is taken":                        {19, 19},
		"move 2: pass is not a legal move for White": {19, engine.Pass},
	} {
		_, err := From(&engine.Game{Start: engine.Start(), Moves: moves})
		assert.EqualError(t, err, says)
	}
}

// Any session can be continued from its game, and from its transcript if it began at the start
// position. Transcripts with passes, as other programs write them, work as well.
func TestTranscriptsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anySession(t)
		again, err := From(s.Game())
		require.NoError(t, err)
		require.Equal(t, s.Game(), again.Game())
		require.Equal(t, s.Position().Settle(), again.Position().Settle())
		if s.Start() == engine.Start() {
			require.Equal(t, s.Game(), after(t, s.Game().Transcript()).Game())
			require.Equal(t, s.Game(), after(t, written(s)).Game())
		}
	})
}

func TestContinues(t *testing.T) {
	passed := after(t, passGame)
	play(t, passed, "pass")
	for _, c := range []struct {
		name           string
		later, earlier *Session
		want           bool
	}{
		{"nothing", after(t, ""), after(t, ""), true},
		{"more moves", after(t, "d3c3"), after(t, "d3"), true},
		{"fewer", after(t, "d3"), after(t, "d3c3"), false},
		{"others", after(t, "d3c3"), after(t, "d3e3"), false},
		{"another start", New(engine.Start().Pass()), after(t, ""), false},
		{"a pass", passed, after(t, passGame), true},
		{"no pass any more", after(t, passGame), passed, false},
		{"a pass that is implied", after(t, passGame+"a3"), passed, true},
	} {
		assert.Equal(t, c.want, c.later.Continues(c.earlier), c.name)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := anySession(t)
		plies := s.Plies()
		earlier := New(s.Start())
		for _, ply := range plies[:rapid.IntRange(0, len(plies)).Draw(t, "plies")] {
			require.True(t, s.Continues(earlier))
			require.NoError(t, earlier.Play(ply.Move))
			require.Equal(t, ply.After, earlier.Position())
		}
	})
}

// A snapshot survives JSON without loss, and its numbers are small enough for a browser.
func TestSnapshotsSurviveJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anySession(t).Snapshot()
		data, err := json.Marshal(v)
		require.NoError(t, err)
		var again Snapshot
		require.NoError(t, json.Unmarshal(data, &again))
		require.Equal(t, v, again)
		require.NotRegexp(t, `\d{4}`, string(data))
	})
}
