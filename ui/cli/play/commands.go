package play

import (
	"context"
	"regexp"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/formats"
	"evothello/ui/cli"
	"evothello/ui/tui"
)

// help is the list of commands.
const help = `  f5      play on column f, row 5
  undo    take back your last move and the moves after it
  hint    show the move of the champion that comes with the program, and its value
  moves   list your legal moves
  board   draw the board again
  save F  add the game to the file F: as GGF if its name ends in .ggf, else as a transcript
  new     start another game
  quit    end the program (the end of the input does so too)
  help    show this list
A transcript, such as f5d6c3, sets up the position after its moves. Passes are made for you.
X is Black, O is White, * is a legal move, and [ ] is the last move.`

const commands = "undo, hint, moves, board, save FILE, new, quit or help"

const gameOver = "The game is over. Type new for another one, undo to go back, save FILE to keep it, or quit."

// obey runs the command of an input line and reports whether the game changed. errQuit ends the dialogue.
func (d *dialogue) obey(ctx context.Context, line string) (changed bool, err error) {
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
		d.say("%s", help)
	default:
		return d.playTyped(line), nil
	}
	return false, nil
}

// playSquare plays the user's move on a square, or says why not.
func (d *dialogue) playSquare(s engine.Square) bool {
	if d.sayIfOver() {
		return false
	}
	if err := d.place(s); err != nil {
		d.say("%v; the command moves lists the legal moves.", err)
		return false
	}
	return true
}

// sayIfOver reports whether the game is over. If it is, it tells the user.
func (d *dialogue) sayIfOver() bool {
	over := d.game.Over()
	if over {
		d.say(gameOver)
	}
	return over
}

// playTyped plays the user's move or sets up a transcript, or says why not. It reports whether the game changed.
func (d *dialogue) playTyped(line string) bool {
	word, start := strings.ToLower(line), d.begun.Start
	if s, err := engine.ParseSquareOn(start.Columns(), strings.TrimSpace(engine.PlainMoves(word))); err == nil {
		return d.playSquare(s)
	}
	var played *session.Session
	game, err := engine.ParseGame(start, word)
	if err == nil {
		played, err = session.From(game)
	}
	switch {
	case err == nil && (len(game.Moves) > 1 || isNumbered(word) || engine.IsLink(word)):
		d.setUp(played)
		return true
	case err != nil && (len(game.Moves) > 0 || isNumbered(word) || beginsWithSquares(word)):
		d.say("%s.", cli.Plain(err.Error()))
		return false
	}
	d.say("%.20q is not a command: type a square such as %s, %s.", word, d.example(), commands)
	return false
}

// isNumbered reports whether a word starts with a move number. Only transcripts do.
func isNumbered(word string) bool {
	number, _ := engine.CutNumber(word)
	return number >= 0
}

// beginsWithSquares reports whether a word looks like a transcript: a letter and a digit, twice.
func beginsWithSquares(word string) bool { return transcript.MatchString(word) }

var transcript = regexp.MustCompile(`^[a-z][0-9]{1,2}[a-z][0-9]`)

// save adds the game to a file.
func (d *dialogue) save(path string) {
	if path == "" {
		d.say("save FILE: add the name of a file, such as save games.ggf.")
		return
	}
	black, white := "you", d.against.Name
	if d.as == engine.White {
		black, white = white, black
	}
	if err := formats.FromSession(d.game, black, white).Save(path); err != nil {
		d.say("%s.", cli.Plain(err.Error()))
		return
	}
	d.say("Saved in %s.", cli.Plain(path))
}
