package main

import (
	"context"
	"strings"

	"evothello/engine"
)

// help lists the commands.
const help = `  f5      play on column f, row 5
  undo    take back your last move and what followed
  hint    what the shipped champion would play, and why
  moves   list your legal moves
  board   draw the board again
  new     start another game
  quit    end here (so does the end of the input)
  help    this list
X is Black, O is White, * a legal move, [ ] the last move.`

const (
	commands = "a square such as f5, undo, hint, moves, board, new, quit or help"
	gameOver = "The game is over: new starts another one, undo goes back, quit ends."
)

// obey does what a line says and reports whether that changed the game. errQuit
// ends the dialogue.
func (d *dialogue) obey(ctx context.Context, line string) (changed bool, err error) {
	switch word := strings.ToLower(strings.TrimSpace(line)); word {
	case "":
	case "undo":
		return d.undo(), nil
	case "hint":
		return false, d.hint(ctx)
	case "moves":
		d.listMoves()
	case "board":
		d.show()
	case "new":
		d.leave()
		d.seed++
		d.begin()
		return true, nil
	case "quit":
		return false, errQuit
	case "help":
		d.say(help)
	default:
		return d.playTyped(word), nil
	}
	return false, nil
}

// playTyped plays the user's move, or says why not.
func (d *dialogue) playTyped(word string) bool {
	s, err := engine.ParseSquare(word)
	if err != nil {
		d.say("%.20q is no command: type %s.", word, commands)
		return false
	}
	if d.sayIfOver() {
		return false
	}
	if err := d.place(s); err != nil {
		d.say("%v; moves lists the legal ones.", err)
		return false
	}
	return true
}

// undo takes back the user's last move and all that followed it.
func (d *dialogue) undo() bool {
	taken := d.game.UndoTo(d.as)
	if len(taken) == 0 {
		d.say("There is no move of yours to take back.")
		return false
	}
	d.say("Taken back: %s.", sequence(taken))
	return true
}

func (d *dialogue) listMoves() {
	if d.sayIfOver() {
		return
	}
	d.say("Legal moves: %s.", sequence(d.game.Snapshot().Legal))
}

// sayIfOver says so if the game is over.
func (d *dialogue) sayIfOver() bool {
	over := d.game.Over()
	if over {
		d.say(gameOver)
	}
	return over
}

// sequence writes moves with blanks between them, passes included.
func sequence(moves []engine.Square) string {
	words := make([]string, len(moves))
	for i, s := range moves {
		words[i] = s.String()
	}
	return strings.Join(words, " ")
}
