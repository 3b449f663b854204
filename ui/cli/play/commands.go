package play

import (
	"context"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/formats"
	"evothello/ui/sentences"
)

// help lists the commands.
const help = `  f5      play on column f, row 5
  undo    take back your last move and what followed
  hint    what the shipped champion would play, and why
  moves   list your legal moves
  board   draw the board again
  save F  add the game to the file F: as GGF if its name ends in .ggf, else as a transcript
  new     start another game
  quit    end here (so does the end of the input)
  help    this list
A whole transcript, such as f5d6c3, sets up the position after it. Passes are made for you.
X is Black, O is White, * a legal move, [ ] the last move.`

const (
	commands = "a square such as f5, undo, hint, moves, board, save FILE, new, quit or help"
	gameOver = "The game is over: new starts another one, undo goes back, save FILE keeps it, quit ends."
)

// obey does what a line says and reports whether that changed the game. errQuit
// ends the dialogue.
func (d *dialogue) obey(ctx context.Context, line string) (changed bool, err error) {
	line = strings.TrimSpace(line)
	word, rest, _ := strings.Cut(line, " ")
	if strings.EqualFold(word, "save") {
		d.save(strings.TrimSpace(rest))
		return false, nil
	}
	switch word := strings.ToLower(line); word {
	case "":
	case "pass", "pa", "--":
		if !d.sayIfOver() {
			d.say("You have a move. Where you have none, the pass is made for you.")
		}
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
		game, notOne := engine.ParseTranscriptFrom(d.game.Start(), word)
		switch {
		case notOne == nil && (len(game.Moves) > 1 || isNumbered(word)):
			return d.setUp(game)
		case notOne != nil && (len(game.Moves) > 0 || isNumbered(word) || beginsWithSquares(word)):
			d.say("%v.", notOne)
			return false
		}
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

// isNumbered reports whether a word begins with a move number, as only transcripts do.
func isNumbered(word string) bool {
	number, _ := engine.CutNumber(word)
	return number >= 0
}

// beginsWithSquares reports whether a word looks like a transcript.
func beginsWithSquares(word string) bool {
	if len(word) < 4 {
		return false
	}
	_, first := engine.ParseSquare(word[:2])
	_, second := engine.ParseSquare(word[2:4])
	return first == nil && second == nil
}

// setUp goes to the end of a game that was typed.
func (d *dialogue) setUp(game *engine.Game) bool {
	s, err := session.From(game)
	if err != nil {
		d.say("%v.", err)
		return false
	}
	d.start, d.game = game.Start, s
	d.seed++
	d.player.NewGame(d.seed)
	d.say("%s", sentences.GoesOn(game))
	d.announcePass()
	return true
}

// save adds the game to a file, a line.
func (d *dialogue) save(path string) {
	if path == "" {
		d.say("save FILE: name the file to add the game to, such as save games.ggf.")
		return
	}
	black, white := "you", d.against.Name
	if d.as == engine.White {
		black, white = white, black
	}
	if err := formats.Played(d.game, black, white).Save(path); err != nil {
		d.say("%v.", err)
		return
	}
	d.say("Saved in %s.", path)
}

// undo takes back the user's last move and all that followed it.
func (d *dialogue) undo() bool {
	taken := d.game.UndoTo(d.as)
	d.say("%s", sentences.TakenBack(taken))
	return len(taken) > 0
}

func (d *dialogue) listMoves() {
	if d.sayIfOver() {
		return
	}
	d.say("Legal moves: %s.", sentences.Moves(d.game.Snapshot().Legal))
}

// sayIfOver says so if the game is over.
func (d *dialogue) sayIfOver() bool {
	over := d.game.Over()
	if over {
		d.say(gameOver)
	}
	return over
}
