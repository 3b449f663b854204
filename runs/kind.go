package runs

import (
	"cmp"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"evothello/fitness"
	"evothello/internal/files"
)

// A Kind is a kind of work in a directory of its own, such as a run, a training of pattern tables or a
// tournament. The package of the work registers it when the program starts. This registry is the only list of
// kinds.
type Kind struct {
	*Format
	// Parse parses the configuration of a training. tables is the directory of its pattern tables.
	Parse func(config []byte, tables string) (Method, error)
	// Open and Resume open a training, see LoadDirectory and ResumeDirectory. They are nil for other work.
	Open, Resume func(dir string) (Training, error)
	// Check returns the damage of all files in a directory, and changes nothing.
	Check func(dir *files.Dir) []*files.Damaged
	// Standing returns the progress of the work in a directory. It is nil for kinds whose progress is
	// unknown.
	Standing func(dir string) (Standing, error)
	// Tables are the names of the CSV files of results to show to users as tables.
	Tables []string
	// WhyNoPlayer returns the reason why a directory has no player yet, and what to do. It returns "" if
	// there should be one. It is nil for kinds whose directories have a player as soon as something is
	// finished.
	WhyNoPlayer func(dir string) string
	// Holds reports whether a directory is of this kind. It is nil for kinds with a configuration file.
	Holds func(dir string) bool
}

var kinds []*Kind

// Register adds a kind of work. It must be called when the program starts.
func Register(k Kind) { kinds = append(kinds, &k) }

// RegisterTraining adds a kind of training. The pointer type *S implements Training.
func RegisterTraining[S any, T interface {
	*S
	Training
}](k Kind) {
	k.Open = func(dir string) (Training, error) { return asTraining(LoadDirectory[S, T](k.Format, dir)) }
	k.Resume = func(dir string) (Training, error) { return asTraining(ResumeDirectory[S, T](k.Format, dir)) }
	k.Check = func(dir *files.Dir) []*files.Damaged { return CheckDirectory[S, T](k.Format, dir) }
	k.Standing = func(dir string) (Standing, error) {
		t, err := k.Open(dir)
		if err != nil {
			return Standing{}, err
		}
		return StandingOf(t), nil
	}
	Register(k)
}

func asTraining[T Training](t T, err error) (Training, error) {
	if err != nil {
		return nil, err
	}
	return t, nil
}

func init() {
	RegisterTraining[Run](Kind{Format: &Evolution, Parse: parsePlan})
	Register(Kind{ // of match --out, which only match continues
		Format: &Format{}, Holds: fitness.HasResults,
		WhyNoPlayer: func(string) string { return "results of a match are there, not a player" },
		Check: func(dir *files.Dir) (all []*files.Damaged) {
			if damaged := fitness.CheckResults(dir, "."); damaged != nil {
				all = append(all, damaged)
			}
			return all
		},
	})
}

// Name returns the name of the kind, which is its configuration file without suffix: run, tables, qnet,
// policy, tournament or compare.
func (k *Kind) Name() string { return strings.TrimSuffix(k.Config, filepath.Ext(k.Config)) }

// is reports whether a directory is of the kind.
func (k *Kind) is(dir string) bool {
	if k.Holds != nil {
		return k.Holds(dir)
	}
	return k.Is(dir)
}

// KindOf returns the kind of a directory, or nil if it has none. If several kinds match, it prefers one with
// a configuration file.
func KindOf(dir string) (found *Kind) {
	for _, k := range kinds {
		if (found == nil || k.Holds == nil) && k.is(dir) {
			found = k
		}
	}
	return found
}

// IsTraining reports whether a directory is one of evolve train. It returns false for the directory of a run.
func IsTraining(dir string) bool {
	k := KindOf(dir)
	return k != nil && k.Open != nil && k.Format != &Evolution
}

// Kind returns the registered kind that has this format.
func (f *Format) Kind() *Kind {
	return kinds[slices.IndexFunc(kinds, func(k *Kind) bool { return k.Format == f })]
}

// ParseMethod parses the configuration of a training. kind is the name of its kind; "" means run.
func ParseMethod(kind string, config []byte, tables string) (Method, error) {
	for _, k := range kinds {
		if k.Parse != nil && k.Name() == cmp.Or(kind, Evolution.Kind().Name()) {
			return k.Parse(config, tables)
		}
	}
	return nil, fmt.Errorf("unknown kind %q of training", kind)
}

// Directories lists the working directories in a directory: their kinds, by their names. It leaves out kinds
// without a configuration file, such as board analyses. It lists none if the directory does not exist.
func Directories(in string) map[string]*Kind {
	all := map[string]*Kind{}
	entries, _ := os.ReadDir(in)
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			continue
		}
		if kind := KindOf(filepath.Join(in, entry.Name())); kind != nil && kind.Config != "" {
			all[entry.Name()] = kind
		}
	}
	return all
}

// CheckConfigOf returns an error if data is a configuration in another format than want.
func CheckConfigOf(data []byte, want *Format) error {
	var fields map[string]json.RawMessage
	if json.Unmarshal(data, &fields) != nil {
		return nil // the reader of the configuration reports this
	}
	for _, other := range kinds {
		if _, has := fields[other.ConfigField]; has && other.ConfigField != "" && other.Format != want {
			return fmt.Errorf("it is a %s, not a %s", other.Config, want.Config)
		}
	}
	return nil
}

// A Standing is the progress of the work in a directory.
type Standing struct {
	Count    int     `json:"count"`   // number of finished units
	Goal     int     `json:"goal"`    // goal in units, 0 if there is no such goal
	Unit     string  `json:"unit"`    // "generation", "round", "episode", "game" or "run"
	Seconds  float64 `json:"seconds"` // time of all processes, 0 if it is not measured
	Finished bool    `json:"finished"`
}

// StandingOf returns the progress of a training.
func StandingOf(t Trainer) Standing {
	base := t.Base()
	_, finished := t.Done()
	return Standing{t.Count(), base.Goal.Count, base.Format.Unit, base.Elapsed().Seconds(), finished}
}
