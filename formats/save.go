package formats

import (
	"errors"
	"path/filepath"
	"strings"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/internal/files"
)

// Played is a game that was played here between two players, finished or not.
func Played(s *session.Session, black, white string) *Annotated {
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

// Save adds the game to a file, which need not be there: as GGF if its name ends in .ggf,
// else as a transcript. A game that does not begin at the usual start has none.
func (g *Annotated) Save(path string) error {
	line := g.Transcript()
	if strings.EqualFold(filepath.Ext(path), ".ggf") {
		line = g.GGF()
	} else if g.Start != engine.Start() {
		return errors.New("the game does not begin at the start, so no transcript can tell it: save it as GGF, in a file " +
			"whose name ends in .ggf")
	}
	journal, err := files.AppendTo(path)
	if err != nil {
		return err
	}
	defer journal.Close()
	return errors.Join(journal.Add([]byte(line+"\n")), journal.Sync())
}
