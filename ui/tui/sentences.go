package tui

import (
	"fmt"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/internal/called"
)

// Played returns a sentence about a side's last move.
func Played(l Language, side engine.Side, v session.Snapshot) string {
	return l.Text("%s plays %s, flips %d.", side, v.Last, len(v.Flipped))
}

// Pass returns a sentence about a forced pass.
func Pass(l Language, side engine.Side) string { return l.Text("%s has no move and passes.", side) }

// ToMove returns a sentence about whose turn it is.
func ToMove(l Language, side engine.Side, name string) string {
	return l.Text("%s (%s) to move.", side, name)
}

// Forfeits returns the sentences about a forfeit. winner is the beginning of the second sentence, such as
// "You win".
func Forfeits(l Language, v session.Snapshot, name, winner string) string {
	return l.Text("%s forfeits: %s. %s %d-0.", name, v.Forfeit.Reason, winner, v.Size())
}

// TakenBack returns a sentence about the moves that were taken back.
func TakenBack(l Language, moves []engine.Square) string {
	if len(moves) == 0 {
		return l.Text("There is no move of yours to take back.")
	}
	return l.Text("Taken back: %s.", Moves(moves))
}

// Continues returns a sentence about a game that was set up by moves.
func Continues(l Language, moves []engine.Square) string {
	return l.Text("The game after %s.", l.count(len(moves), "move"))
}

// Moves returns moves separated by spaces, passes included.
func Moves(moves []engine.Square) string {
	words := make([]string, len(moves))
	for i, s := range moves {
		words[i] = s.String()
	}
	return strings.Join(words, " ")
}

// Counts returns a sentence with the discs of each side.
func Counts(l Language, v session.Snapshot) string {
	return l.Text("Black X %d, White O %d.", v.Black(), v.White())
}

// Result returns a sentence with the result of a finished game. Empty squares count for the winner.
func Result(l Language, v session.Snapshot) string {
	winner, discs, squares, empties := engine.Black, v.Discs, v.Size(), v.Empties()
	switch {
	case discs == 0:
		n := (squares - empties) / 2
		return l.Text("The game is a draw, %d-%d.", n, n)
	case discs < 0:
		winner, discs = engine.White, -discs
	}
	rule := ""
	if empties > 0 {
		rule = l.Text(", empties count for the winner")
	}
	return l.Text("%s wins %d-%d%s.", winner, (squares+discs)/2, (squares-discs)/2, rule)
}

// Record returns a line with a game's transcript. If the game does not begin at the start of 8×8 or of a
// larger board, a line with its start position comes first.
func Record(s *session.Session) string {
	record := "transcript: " + s.Transcript()
	if !s.Start().IsStart() {
		return fmt.Sprintf("start: %s\n%s", s.Start(), record)
	}
	return record
}

// AnalyseCommand returns a sentence with the command that analyses the moves of a game. It returns "" if
// there are no moves. It also returns "" for another start than the standard one, because a transcript does
// not contain the start.
func AnalyseCommand(s *session.Session) string {
	if len(s.Plies()) == 0 || s.Start() != engine.Start() {
		return ""
	}
	return fmt.Sprintf("To analyse the moves: %s", called.Evolve("analyze", s.Game().Transcript()))
}
