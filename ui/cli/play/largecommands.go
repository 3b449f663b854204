package play

import (
	"context"
	"errors"
	"strings"

	"evothello/engine/large"
	"evothello/internal/english"
	"evothello/internal/files"
)

// largeHelp lists the commands on a large board.
const largeHelp = `  j10     play on column j, row 10
  undo    take back your last move and what followed
  moves   list your legal moves
  board   draw the board again
  save F  add the transcript of the game to the file F
  new     start another game
  quit    end here (so does the end of the input)
  help    this list
A whole transcript, such as f7e7d7, sets up the position after it. Passes are made for you.
X is Black, O is White, * a legal move, [ ] the last move.`

const largeCommands = "a square such as j10, undo, moves, board, save FILE, new, quit or help"

// obey does what a line says and reports whether that changed the game. errQuit ends the
// dialogue.
func (d *largeDialogue) obey(_ context.Context, line string) (changed bool, err error) {
	line = strings.TrimSpace(line)
	word, rest, _ := strings.Cut(line, " ")
	if strings.EqualFold(word, "save") {
		d.save(strings.TrimSpace(rest))
		return false, nil
	}
	switch strings.ToLower(line) {
	case "":
	case "pass", "pa", "--":
		if !d.sayIfOver() {
			d.say("You have a move. Where you have none, the pass is made for you.")
		}
	case "undo":
		return d.undo(), nil
	case "moves":
		if !d.sayIfOver() {
			var moves []large.Square
			for s := range d.game.Position().Moves().Squares() {
				moves = append(moves, s)
			}
			d.say("Legal moves: %s.", listed(moves))
		}
	case "board":
		d.show()
	case "new":
		if !d.game.Over() {
			d.say("%s", d.record())
		}
		d.seed++
		d.begin(d.start)
		return true, nil
	case "quit":
		return false, errQuit
	case "help":
		d.say(largeHelp)
	case "hint":
		d.say("There are no hints on boards larger than 8×8.")
	default:
		return d.playTyped(line), nil
	}
	return false, nil
}

// playTyped plays the user's move, or says why not.
func (d *largeDialogue) playTyped(line string) bool {
	s, notSquare := large.ParseSquare(d.start.Size, line)
	if notSquare != nil {
		return d.setUp(line)
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

// setUp goes to the end of a game that was typed.
func (d *largeDialogue) setUp(line string) bool {
	if !strings.ContainsAny(line, "0123456789") {
		d.say("%.20q is no command: type %s.", line, largeCommands)
		return false
	}
	game, err := large.ParseTranscript(d.game.Start(), line)
	if err != nil {
		d.say("%v.", err)
		return false
	}
	s, err := large.Resume(game)
	if err != nil {
		d.say("%v.", err)
		return false
	}
	d.game = s
	d.seed++
	d.player.NewGame(d.seed)
	d.say("The game after %s.", english.Count(len(game.Moves), "move"))
	d.announcePass()
	return true
}

// undo takes back the user's last move and all that followed it.
func (d *largeDialogue) undo() bool {
	taken := d.game.UndoTo(d.as)
	if len(taken) == 0 {
		d.say("There is no move of yours to take back.")
		return false
	}
	d.say("Taken back: %s.", listed(taken))
	return true
}

// save adds the game's transcript to a file, a line.
func (d *largeDialogue) save(path string) {
	if path == "" {
		d.say("save FILE: name the file to add the transcript to, such as save games.txt.")
		return
	}
	if d.game.Start() != large.Start(d.start.Size) {
		d.say("The game does not begin at the start, so no transcript can tell it.")
		return
	}
	journal, err := files.AppendTo(path)
	if err == nil {
		err = errors.Join(journal.Add([]byte(d.game.Game().Transcript()+"\n")), journal.Sync())
		journal.Close()
	}
	if err != nil {
		d.say("%v.", err)
		return
	}
	d.say("Saved in %s.", path)
}

// sayIfOver says so if the game is over.
func (d *largeDialogue) sayIfOver() bool {
	over := d.game.Over()
	if over {
		d.say(gameOver)
	}
	return over
}

// listed writes squares with blanks between them.
func listed(squares []large.Square) string {
	words := make([]string, len(squares))
	for i, s := range squares {
		words[i] = s.String()
	}
	return strings.Join(words, " ")
}
