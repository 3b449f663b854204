package tui

import (
	"errors"
	"strings"

	"evothello/engine/large"
	"evothello/internal/files"
)

// read plays a typed square, or sets up the game or the position in a text.
func (m *largeModel) read(text string) {
	text = strings.TrimSpace(text)
	if text == "" {
		return
	}
	if s, err := large.ParseSquare(m.size(), text); err == nil {
		m.cursor, m.pointing = s, false
		m.play(s)
		return
	}
	var played *large.Session
	game, err := large.ParseTranscript(large.Start(m.size()), text)
	if err == nil {
		played, err = large.Resume(game)
	}
	if err != nil {
		m.showError(err)
		return
	}
	m.begin(played)
	m.say(Continues(m.theme.language, game.Moves))
	m.announcePass()
}

// SaveTranscript adds the transcript of a game on a board larger than 8×8 to a file, as a line.
func SaveTranscript(path string, game *large.Session) error {
	if game.Start() != large.Start(game.Start().Size) {
		return errors.New("the game does not start at the usual position, so it cannot be saved as a transcript")
	}
	journal, err := files.AppendTo(path)
	if err != nil {
		return err
	}
	defer journal.Close()
	return journal.AddSynced([]byte(game.Transcript() + "\n"))
}

// save adds the transcript to a file.
func (m *largeModel) save(path string) {
	if err := SaveTranscript(path, m.session); err != nil {
		m.showError(err)
		return
	}
	m.say(m.text("Saved in %s.", path))
}
