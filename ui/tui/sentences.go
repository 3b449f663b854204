package tui

import (
	"fmt"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/internal/called"
	"evothello/internal/english"
)

// Played says what a side's last move did.
func Played[S session.Square](side engine.Side, v session.SnapshotOf[S]) string {
	return fmt.Sprintf("%s plays %s, flips %d.", side, v.Last, len(v.Flipped))
}

// Pass says that a side passes, for it has to.
func Pass(side engine.Side) string { return fmt.Sprintf("%s has no move and passes.", side) }

// ToMove says whose turn it is.
func ToMove(side engine.Side, name string) string { return fmt.Sprintf("%s (%s) to move.", side, name) }

// Forfeits says that a player loses the game without a fight, and who wins: "You win", say.
func Forfeits[S session.Square](v session.SnapshotOf[S], name, winner string) string {
	return fmt.Sprintf("%s forfeits: %s. %s %d-0.", name, v.Forfeit.Reason, winner, v.Size())
}

// TakenBack says which moves were taken back, if any were.
func TakenBack[S session.Square](moves []S) string {
	if len(moves) == 0 {
		return "There is no move of yours to take back."
	}
	return fmt.Sprintf("Taken back: %s.", Moves(moves))
}

// Continues says where a game goes on that was set up by moves.
func Continues[S session.Square](moves []S) string {
	return "The game after " + english.Count(len(moves), "move") + "."
}

// Moves writes moves with blanks between them, passes included.
func Moves[S session.Square](moves []S) string {
	words := make([]string, len(moves))
	for i, s := range moves {
		words[i] = s.String()
	}
	return strings.Join(words, " ")
}

// Counts says how many discs each side has.
func Counts[S session.Square](v session.SnapshotOf[S]) string {
	return fmt.Sprintf("Black X %d, White O %d.", v.Black(), v.White())
}

// Result says who won a game that was played to its end and by how much; empties count
// for the winner.
func Result[S session.Square](v session.SnapshotOf[S]) string {
	winner, discs, squares, empties := engine.Black, v.Discs, v.Size(), v.Empties()
	switch {
	case discs == 0:
		n := (squares - empties) / 2
		return fmt.Sprintf("The game is a draw, %d-%d.", n, n)
	case discs < 0:
		winner, discs = engine.White, -discs
	}
	rule := ""
	if empties > 0 {
		rule = ", empties count for the winner"
	}
	return fmt.Sprintf("%s wins %d-%d%s.", winner, (squares+discs)/2, (squares-discs)/2, rule)
}

// Record is a game's transcript, a line, and before it the start if that is not where games usually
// start on the board.
func Record[P session.Position[P, S], S session.Square](s *session.Of[P, S], usual P) string {
	record := "transcript: " + s.Transcript()
	if s.Start() != usual {
		return fmt.Sprintf("start: %s\n%s", s.Start(), record)
	}
	return record
}

// JudgeCommand says by which command the moves of a game can be judged; "" if there are none, or
// if the transcript does not tell the start.
func JudgeCommand(s *session.Session) string {
	if len(s.Plies()) == 0 || s.Start() != engine.Start() {
		return ""
	}
	return fmt.Sprintf("What the moves were worth: %s", called.Evolve("analyze", s.Game().Transcript()))
}
