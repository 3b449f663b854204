package runs

import (
	"errors"
	"fmt"
	"os"

	"evothello/internal/files"
	"evothello/players"
)

// A Format describes the directories of one kind of training: the names of files, and the unit of progress.
type Format struct {
	NoneFound string // beginning of messages if a directory has another format: "no run"
	Found     string // beginning of messages if it has this format: "a run is"; "" if it cannot be resumed
	Config    string // name of the configuration file, such as run.json; it identifies the format
	// Checkpoint is the name of the newest checkpoint, NAME.EXT. The name of the previous one is NAME.prev.EXT.
	Checkpoint    string
	ConfigField   string   // field of the configuration that other formats do not have
	Unit          string   // unit of progress: "generation", "round" or "episode"
	MaxCount      int      // maximum number of units
	TimingColumns []string // columns of timing.csv; the first is the number of the unit
	ByEffort      bool     // whether a goal may also be a number of games or a CPU time

	GoalSchema int // version of goal.json that is written; older ones can be read
	// Remedy is the advice if neither checkpoint can be read. DIR stands for the directory.
	Remedy string

	// Outputs are patterns for the names of files that resume can make again from other files. The first
	// pattern is for the file of the player.
	Outputs []string
}

// Is reports whether a directory has this format.
func (f *Format) Is(dir string) bool {
	info, err := files.At(dir).Stat(f.Config)
	return err == nil && info.Mode().IsRegular()
}

// NotFoundError is the error of a directory that does not have the expected format.
type NotFoundError struct {
	Format *Format
	Dir    string
}

// Error implements error.
func (a *NotFoundError) Error() string {
	if _, err := os.Stat(a.Dir); os.IsNotExist(err) {
		return fmt.Sprintf("%s at %s: there is no such directory", a.Format.NoneFound, a.Dir)
	}
	return fmt.Sprintf("%s at %s: it has no readable %s", a.Format.NoneFound, a.Dir, a.Format.Config)
}

// PlayerFile returns the file of the player at a path. If the path is a directory it is the first of Outputs,
// otherwise the path itself. If a directory of this format has no such file yet, the error is a
// players.NoPlayer.
func (f *Format) PlayerFile(path string) (string, error) {
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		return path, nil // opening it reports errors
	}
	dir := files.At(path)
	_, err := dir.Stat(f.Outputs[0])
	if files.IsMissing(err) && f.Is(path) {
		return "", &players.NoPlayer{Player: path, Dir: path}
	}
	if _, link := errors.AsType[*files.LinkError](err); link {
		return "", err
	}
	return dir.Path(f.Outputs[0]), nil
}

// CheckConfig returns an OtherConfig error unless got, the SHA-256 of the configuration, equals want, the one
// in the checkpoint.
func (f *Format) CheckConfig(want, got string) error {
	if want != got {
		return &OtherConfig{f.Config, want, got}
	}
	return nil
}

// An OtherConfig is the error of a checkpoint that belongs to another configuration. Want is the SHA-256 in
// the checkpoint, Got is the SHA-256 of the configuration.
type OtherConfig struct{ Config, Want, Got string }

// Error implements error.
func (o *OtherConfig) Error() string {
	return fmt.Sprintf("it belongs to another %s (SHA-256 %.12s…, this one is %.12s…)", o.Config, o.Want, o.Got)
}
