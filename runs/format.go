package runs

import (
	"fmt"
	"os"
	"path/filepath"

	"evothello/internal/files"
	"evothello/players"
)

// A Format is a kind of working directory: the files and the unit of one kind of training.
type Format struct {
	Absent  string // what a directory of another format lacks, in words: "no run"
	Present string // what one of this format has: "a run is"
	Config  string // the file by which its directories are known, as run.json
	// Checkpoint is the file of the newest checkpoint, NAME.EXT; the one before it is NAME.prev.EXT.
	Checkpoint string
	Mark       string   // a field of Config that those of other formats do not have
	Unit       string   // that its goal counts: "generation", "round" or "episode"
	Most       int      // of them there may be
	Timings    []string // the columns of timing.csv; the first is what a line is about

	GoalSchema int // the newest version of goal.json, and the one that is written
	// Remedy is what helps if neither checkpoint can be read. DIR stands for the directory.
	Remedy string

	// Makes are the files of a directory that resume makes again if they are damaged or lost,
	// as patterns of names. The first is the one by which the directory is a player.
	Makes []string
}

// Is reports whether a directory has this format.
func (f *Format) Is(dir string) bool {
	info, err := os.Stat(filepath.Join(dir, f.Config))
	return err == nil && info.Mode().IsRegular()
}

// Absent is the error of a directory that does not have a format.
type Absent struct {
	Format *Format
	Dir    string
}

// Error implements error.
func (a *Absent) Error() string {
	if _, err := os.Stat(a.Dir); os.IsNotExist(err) {
		return fmt.Sprintf("%s at %s: there is no such directory", a.Format.Absent, a.Dir)
	}
	return fmt.Sprintf("%s at %s: it has no readable %s", a.Format.Absent, a.Dir, a.Format.Config)
}

// PlayerFile is the file of the player that a path names: in a directory the first of Makes, else
// the path itself. A directory of this format without that file is a players.NoPlayer.
func (f *Format) PlayerFile(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return path, nil // who opens it says what is wrong
	}
	file := filepath.Join(path, f.Makes[0])
	if _, err := os.Stat(file); files.IsMissing(err) && f.Is(path) {
		return "", &players.NoPlayer{Player: path, Dir: path}
	}
	return file, nil
}

// CheckConfig returns an OtherConfig unless a checkpoint belongs to the configuration with that
// SHA-256.
func (f *Format) CheckConfig(said, own string) error {
	if said != own {
		return &OtherConfig{f.Config, said, own}
	}
	return nil
}

// An OtherConfig is the error of a checkpoint that belongs to another configuration: its hash, and that of the
// directory's.
type OtherConfig struct{ Config, Said, Own string }

// Error implements error.
func (o *OtherConfig) Error() string {
	return fmt.Sprintf("it belongs to another %s (SHA-256 %.12s…, this one is %.12s…)", o.Config, o.Said, o.Own)
}
