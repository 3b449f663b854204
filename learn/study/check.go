package study

import (
	"path/filepath"

	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/files"
)

// Check verifies the files of a study's directory but for those in the directories of Trainings that are no
// player's, and changes nothing.
func Check(dir *files.Dir) (all []*files.Damaged) {
	add := func(damaged *files.Damaged) {
		if damaged != nil {
			all = append(all, damaged)
		}
	}
	c, err := ReadConfig(dir)
	if err != nil {
		return append(all, dir.Damage(configFile, err))
	}
	s := &Study{Dir: dir, Config: c, stages: map[string]*Stage{}}
	if err := s.readPaces(); err != nil {
		add(dir.Damage(pacesFile, err).Drop("resume measures the times again"))
	}
	for _, t := range s.trainings() {
		if err := s.readTraining(t); err != nil {
			add(dir.Damage(playersDir, err)) // the error names the file
		}
	}
	for _, name := range s.tables() {
		data, err := s.Read(name, patterns.MaxFile)
		if err == nil {
			_, err = patterns.Read(data)
		}
		if err != nil {
			add(s.Damagedf(name, "is damaged: %w", err))
		}
	}
	add(fitness.CheckResults(dir, gamesDir))
	r, err := ReadResults(dir)
	switch {
	case files.IsMissing(err): // there are none before the end
	case err != nil:
		add(dir.Damage(resultsFile, err).Drop("resume makes it again"))
	default:
		add(dir.CheckContent(tableFile, r.csv()))
	}
	return all
}

// tables lists the names of the files of tables of all players.
func (s *Study) tables() (all []string) {
	players, _ := s.List(playersDir)
	for _, player := range players {
		training := filepath.Join(playersDir, player.Name(), trainingDir)
		entries, _ := s.List(training)
		for _, entry := range entries {
			if filepath.Ext(entry.Name()) == ".tables" {
				all = append(all, filepath.Join(training, entry.Name()))
			}
		}
	}
	return all
}

// Trainings lists the directories of trainings that can go on.
func Trainings(dir *files.Dir) (all []string) {
	players, _ := dir.List(playersDir)
	for _, player := range players {
		if training := filepath.Join(playersDir, player.Name(), trainingDir); dir.Has(training) {
			all = append(all, dir.Path(training))
		}
	}
	return all
}
