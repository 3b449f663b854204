package play

import (
	"context"
	"strings"

	"evothello/ui/tui"
)

const gameOver = "The game is over. Type new for another one, undo to go back, save FILE to keep it, or quit."

// obey runs the command of an input line and reports whether the game changed. errQuit ends the dialogue.
func (d *dialogueOf[P, S]) obey(ctx context.Context, line string) (changed bool, err error) {
	word, rest, _ := strings.Cut(line, " ")
	if strings.EqualFold(word, "save") {
		d.save(strings.TrimSpace(rest))
		return false, nil
	}
	switch strings.ToLower(line) {
	case "":
	case "pass", "pa", "--":
		if !d.sayIfOver() {
			d.say("You have a legal move, so you cannot pass. Passes are made for you.")
		}
	case "undo":
		taken := d.game.UndoTo(d.as)
		d.say("%s", tui.TakenBack(tui.English, taken))
		return len(taken) > 0, nil
	case "hint":
		return false, d.hint(ctx)
	case "moves":
		if !d.sayIfOver() {
			d.say("Legal moves: %s.", tui.Moves(d.game.Snapshot().Legal))
		}
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
		d.say("%s", d.help)
	default:
		return d.playTyped(line), nil
	}
	return false, nil
}

// playSquare plays the user's move on a square, or says why not.
func (d *dialogueOf[P, S]) playSquare(s S) bool {
	if d.sayIfOver() {
		return false
	}
	if err := d.place(s); err != nil {
		d.say("%v; moves lists the legal ones.", err)
		return false
	}
	return true
}

// sayIfOver reports whether the game is over. If it is, it tells the user.
func (d *dialogueOf[P, S]) sayIfOver() bool {
	over := d.game.Over()
	if over {
		d.say(gameOver)
	}
	return over
}
