package study

import (
	"path/filepath"

	"evothello/evaluators/patterns"
	"evothello/fitness"
	"evothello/internal/files"
)

// Check verifies the files of a study's directory but for those in the directories of Trainings that are no
// player's, and changes nothing.
func Check(dir string) (all []*files.Damaged) {
	add := func(damaged *files.Damaged) {
		if damaged != nil {
			all = append(all, damaged)
		}
	}
	c, err := ReadConfig(dir)
	if err != nil {
		return append(all, &files.Damaged{Path: filepath.Join(dir, configFile), Err: err})
	}
	s := &Study{Dir: dir, Config: c, stages: map[string]*Stage{}}
	if err := s.readPaces(); err != nil {
		add((&files.Damaged{Path: filepath.Join(dir, pacesFile), Err: err}).Drop("resume measures the times again"))
	}
	for _, t := range s.trainings() {
		if err := s.readTraining(t); err != nil {
			add(&files.Damaged{Path: filepath.Join(dir, playersDir), Err: err}) // the error names the file
		}
	}
	for _, path := range s.tables() {
		data, err := files.ReadInternal(path, patterns.MaxFile)
		if err == nil {
			_, err = patterns.Read(data)
		}
		if err != nil {
			add(files.Damagedf(path, "is damaged: %w", err))
		}
	}
	add(fitness.CheckResults(filepath.Join(dir, gamesDir)))
	r, err := ReadResults(dir)
	switch {
	case files.IsMissing(err): // there are none before the end
	case err != nil:
		add((&files.Damaged{Path: filepath.Join(dir, resultsFile), Err: err}).Drop("resume makes it again"))
	default:
		add(files.CheckContent(filepath.Join(dir, tableFile), r.csv()))
	}
	return all
}

// tables lists the files of tables of all players.
func (s *Study) tables() []string {
	return files.Glob(s.Dir, filepath.Join(playersDir, "*", trainingDir, "*.tables"))
}

// Trainings lists the directories of trainings that can go on.
func Trainings(dir string) []string {
	return files.Glob(dir, filepath.Join(playersDir, "*", trainingDir))
}
