package tournament

import (
	"evothello/internal/files"
	"evothello/players"
)

// Check verifies every file of a tournament's directory and returns the damage. It changes nothing and compiles
// no player.
func Check(dir *files.Dir) (all []*files.Damaged) {
	config, err := ReadConfig(dir)
	if err != nil {
		return append(all, dir.Damage(configFile, err))
	}
	t, err := unready(config)
	if err != nil {
		return append(all, dir.Damagedf(configFile, "is damaged: %w", err))
	}
	if damaged := t.checkJournal(dir); damaged != nil {
		all = append(all, damaged)
	}
	if _, err := ReadTimes(dir); err != nil {
		all = append(all, dir.Damage(timingFile, err).Drop("only the times are lost"))
	}
	if played, pairs := t.Pairs(); played < pairs {
		return all // results follow at the end
	}
	return append(all, dir.CheckContents(t.Results().files())...)
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

// checkJournal checks the journal, and takes the results of its intact lines. It can restore a damaged first
// line if other lines fit this tournament. Otherwise the journal may belong to another one.
func (t *Tournament) checkJournal(dir *files.Dir) *files.Damaged {
	head := files.EncodeLine(&header{Tournament: t.Config.hash()})
	var first error
	sound, damaged := dir.CheckLines(JournalFile, "their pairs are played again", func(number int, text []byte) error {
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
				return "has its first line again", dir.Write(JournalFile, append(head, sound...))
			}
		}
	}
	return damaged
}
