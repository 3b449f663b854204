package formats

import (
	"errors"
	"path/filepath"
	"strings"

	"evothello/engine/session"
	"evothello/internal/files"
)

// FromSession returns the game of a session between two players, finished or not.
func FromSession(s *session.Session, black, white string) *Annotated {
	g := &Annotated{Game: *s.Game(), Place: "evothello", Black: black, White: white}
	v := s.Snapshot()
	if v.Forfeit != nil {
		g.Comment = "forfeit: " + v.Forfeit.Reason
	}
	if v.Over {
		g.Result = &Result{Discs: float64(v.Discs)}
	}
	return g
}

// Save appends the game to a file, which it creates if necessary. It writes GGF if the file's name ends in .ggf,
// otherwise a transcript. A game from another start position has no transcript, so that is an error.
func (g *Annotated) Save(path string) error {
	line := g.Transcript()
	if strings.EqualFold(filepath.Ext(path), ".ggf") {
		line = g.GGF()
	} else if !g.Start.IsStart() {
		return errors.New("the game does not begin at the start position, so a transcript cannot store it: " +
			"save it as GGF, in a file whose name ends in .ggf")
	}
	journal, err := files.AppendTo(path)
	if err != nil {
		return err
	}
	defer journal.Close()
	return journal.AddSynced([]byte(line + "\n"))
}
