package tournament

import (
	"path/filepath"

	"evothello/internal/files"
	"evothello/players"
)

// Check verifies every file of a tournament's directory, and changes nothing. It makes no player ready.
func Check(dir string) (all []*files.Damaged) {
	config, err := ReadConfig(dir)
	if err != nil {
		return append(all, &files.Damaged{Path: filepath.Join(dir, configFile), Err: err})
	}
	t, err := unready(config)
	if err != nil {
		return append(all, files.Damagedf(filepath.Join(dir, configFile), "is damaged: %w", err))
	}
	if damaged := t.checkJournal(dir); damaged != nil {
		all = append(all, damaged)
	}
	if _, err := ReadTimes(dir); err != nil {
		times := &files.Damaged{Path: filepath.Join(dir, timingFile), Err: err}
		all = append(all, times.Drop("only the times are lost"))
	}
	if played, pairs := t.Pairs(); played < pairs {
		return all // results follow at the end
	}
	for name, content := range t.Results().files() {
		if damaged := files.CheckContent(filepath.Join(dir, name), content); damaged != nil {
			all = append(all, damaged)
		}
	}
	return all
}

// unready returns a tournament that knows its pairings and openings and has no players, to take results.
func unready(c Config) (*Tournament, error) {
	if err := c.validate(); err != nil {
		return nil, err
	}
	t := &Tournament{Config: c, recipes: make([]*players.Recipe, len(c.Players)), times: Times{}}
	t.pairUp()
	return t, t.drawOpenings()
}

// checkJournal checks the journal, and takes the results of its sound lines. It makes a damaged first line again,
// but not that of another tournament, which none of the lines may fit.
func (t *Tournament) checkJournal(dir string) *files.Damaged {
	path := filepath.Join(dir, JournalFile)
	head := files.EncodeLine(&header{Tournament: t.Config.hash()})
	var first error
	sound, damaged := files.CheckLines(path, "their pairs are played again", func(number int, text []byte) error {
		if number == 1 {
			first = t.Config.readHeader(text)
			return first
		}
		e := new(entry)
		err := files.DecodeLine(text, e)
		if err == nil {
			err = t.addEntry(e, t.results)
		}
		return err
	})
	if first != nil {
		damaged.Mend = nil
		if len(sound) > 0 {
			damaged.Mend = func() (string, error) {
				return "has its first line again", files.Write(path, append(head, sound...))
			}
		}
	}
	return damaged
}
