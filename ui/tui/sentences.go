package tui

import (
	"fmt"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/internal/called"
	"evothello/internal/english"
)

// Played returns a sentence about a side's last move.
func Played[S session.Square](side engine.Side, v session.SnapshotOf[S]) string {
	return fmt.Sprintf("%s plays %s, flips %d.", side, v.Last, len(v.Flipped))
}

// Pass returns a sentence about a forced pass.
func Pass(side engine.Side) string { return fmt.Sprintf("%s has no move and passes.", side) }

// ToMove returns a sentence about whose turn it is.
func ToMove(side engine.Side, name string) string { return fmt.Sprintf("%s (%s) to move.", side, name) }

// Forfeits returns the sentences about a forfeit. winner starts the second sentence, such as "You win".
func Forfeits[S session.Square](v session.SnapshotOf[S], name, winner string) string {
	return fmt.Sprintf("%s forfeits: %s. %s %d-0.", name, v.Forfeit.Reason, winner, v.Size())
}

// TakenBack returns a sentence about the moves that were taken back.
func TakenBack[S session.Square](moves []S) string {
	if len(moves) == 0 {
		return "There is no move of yours to take back."
	}
	return fmt.Sprintf("Taken back: %s.", Moves(moves))
}

// Continues returns a sentence about a game that was set up by moves.
func Continues[S session.Square](moves []S) string {
	return "The game after " + english.Count(len(moves), "move") + "."
}

// Moves returns moves with blanks between them, passes included.
func Moves[S session.Square](moves []S) string {
	words := make([]string, len(moves))
	for i, s := range moves {
		words[i] = s.String()
	}
	return strings.Join(words, " ")
}

// Counts returns a sentence with the discs of each side.
func Counts[S session.Square](v session.SnapshotOf[S]) string {
	return fmt.Sprintf("Black X %d, White O %d.", v.Black(), v.White())
}

// Result returns a sentence with the result of a finished game. Empty squares count for the winner.
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

// Record returns a line with a game's transcript. If the game has another start than usual, a line with the
// start comes first.
func Record[P session.Position[P, S], S session.Square](s *session.Of[P, S], usual P) string {
	record := "transcript: " + s.Transcript()
	if s.Start() != usual {
		return fmt.Sprintf("start: %s\n%s", s.Start(), record)
	}
	return record
}

// AnalyseCommand returns a sentence with the command that analyses the moves of a game. It is "" if there are
// no moves, or if the game has another start than usual, because a transcript does not hold the start.
func AnalyseCommand(s *session.Session) string {
	if len(s.Plies()) == 0 || s.Start() != engine.Start() {
		return ""
	}
	return fmt.Sprintf("To analyse the moves: %s", called.Evolve("analyze", s.Game().Transcript()))
}
