package tables

import (
	"fmt"
	"path/filepath"

	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/files"
)

// Check implements runs.Trainer.
func (l *Training) Check() (all []*files.Damaged) {
	add := func(damaged *files.Damaged) {
		if damaged != nil {
			all = append(all, damaged)
		}
	}
	add(l.CheckContent(historyFile, historyCSV(&l.Config, l.State.Rounds)))
	all = append(all, l.CheckContents(l.Config.TableFiles())...)
	for round := 1; l.State.fitted(round) != nil; round++ {
		fitted := l.State.fitted(round)
		for _, inner := range []string{".", candidatesDir} {
			add(l.checkTables(filepath.Join(inner, patterns.FileName(fitted.Tables)), fitted))
		}
		if tables, err := l.open(fitted); err == nil && l.exists(candidateFile(round)) {
			add(l.CheckContent(candidateFile(round), l.candidate(round, tables).File()))
		}
	}
	if r := l.State.ChampionRound(); r != nil {
		if tables, err := l.open(&r.Fitted); err != nil {
			add(l.Damagedf(championFile, "has no tables: %w; %s", err, resumeMakes))
		} else {
			add(l.CheckContent(championFile, l.candidate(r.Round, tables).File()))
		}
	}
	if len(l.Config.GameFiles) > 0 {
		add(l.checkGames(givenFile, l.Config.givenID(), l.Count() > 0))
		add(l.checkCounts())
	}
	for round := 1; l.Config.Games > 0 && round <= l.current(); round++ {
		if players, err := l.selfPlayers(round); err == nil {
			add(l.checkGames(gamesFile(round), l.Config.gamesID(round, players), round <= l.Count()))
		}
	}
	add(fitness.CheckResults(l.Dir, matchesDir))
	return all
}

// resumeMakes is the remedy for what takes work to make again.
const resumeMakes = "resume makes it again"

func (l *Training) exists(name string) bool {
	_, err := l.Stat(name)
	return !files.IsMissing(err)
}

// checkTables checks the file of fitted tables, if there is one. Its name contains only the beginning of
// their hash.
func (l *Training) checkTables(name string, fitted *Fitted) *files.Damaged {
	data, err := l.Read(name, patterns.MaxFile)
	if files.IsMissing(err) || err == nil && files.SHA256(data) == fitted.Tables {
		return nil
	}
	damaged := l.Damagedf(name, "is damaged: it does not hold the tables of the checkpoint")
	tables, err := patterns.Open(fitted.Tables, l.Path(candidatesDir), l.Path())
	if err != nil {
		return damaged.Drop(resumeMakes)
	}
	damaged.Mend = func() (string, error) { return "is made again", l.Replace(name, tables.File()) }
	return damaged
}

// checkGames checks a file of games, if there is one. It may be unfinished unless complete is set.
func (l *Training) checkGames(name string, id gamesID, complete bool) *files.Damaged {
	if !l.exists(name) {
		return nil
	}
	var s store
	length, err := s.check(l.Dir, name, id)
	switch {
	case err != nil:
	case length == 0 || complete && !s.complete:
		err = fmt.Errorf("it is truncated or wrong after %d games", s.games)
	case s.complete || !complete:
		return nil
	}
	return l.Damagedf(name, "is damaged: %w", err).Drop("resume plays its games again if it needs them")
}

// checkCounts checks the counts of the games in files.
func (l *Training) checkCounts() *files.Damaged {
	if l.FileGames != nil || !l.exists(givenCounts) {
		return nil
	}
	return l.Damagedf(givenCounts, "is damaged").Drop(resumeMakes)
}
