//go:build scripts

package evolve

import (
	"bytes"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"github.com/stretchr/testify/require"
)

func init() { withSeconds = true }

// TestScripts runs testdata/scripts: whole sessions with the programs as users build them. It takes some minutes.
func TestScripts(t *testing.T) {
	root, err := filepath.Abs("../../..")
	require.NoError(t, err)
	bin := t.TempDir()
	build(t, root, bin, "./cmd/...")
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/scripts",
		RequireUniqueNames:  true,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", strings.Join([]string{bin, os.Getenv("PATH"), "/usr/games"}, string(os.PathListSeparator)))
			if err := os.Mkdir(filepath.Join(env.WorkDir, "runs"), 0o777); err != nil {
				return err
			}
			for _, name := range []string{"docs", "formats", "runs/reference", "search"} {
				if err := os.Symlink(filepath.Join(root, name), filepath.Join(env.WorkDir, name)); err != nil {
					return err
				}
			}
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"same":   same,
			"killed": func(ts *testscript.TestScript, _ bool, args []string) { killed(ts, bin, args) },
		},
	})
}

func build(t *testing.T, root, out, pkg string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", out, pkg)
	cmd.Dir = root
	said, err := cmd.CombinedOutput()
	require.NoError(t, err, "%s", said)
}

// same DIR DIR fails if the files of two working directories differ. Files with times and goals, and plots, may differ.
func same(ts *testscript.TestScript, _ bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: same DIR DIR")
	}
	files := [2]map[string]string{}
	for i, dir := range args {
		files[i] = map[string]string{}
		dir = ts.MkAbs(dir)
		ts.Check(filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
			switch name := entry.Name(); {
			case err != nil:
				return err
			case name == "plots":
				return fs.SkipDir
			case entry.IsDir() || name == "timing.csv" || name == "goal.json" || name == ".lock" ||
				strings.HasPrefix(name, "checkpoint.prev."):
				return nil
			}
			data, err := os.ReadFile(path)
			files[i][strings.TrimPrefix(path, dir)] = string(data)
			return err
		}))
	}
	for name := range files[1] {
		if _, there := files[0][name]; !there {
			ts.Fatalf("%s is only in %s", name, args[1])
		}
	}
	for name, data := range files[0] {
		if other, there := files[1][name]; !there || other != data {
			ts.Fatalf("%s of %s is missing or different in %s", name, args[0], args[1])
		}
	}
	if len(files[0]) == 0 {
		ts.Fatalf("%s holds no files", args[0])
	}
}

// killed DIR TIME PROGRAM ARGUMENT… kills a program a time after DIR exists, unless the program has ended.
func killed(ts *testscript.TestScript, bin string, args []string) {
	if len(args) < 3 {
		ts.Fatalf("usage: killed DIR TIME PROGRAM ARGUMENT…")
	}
	after, err := time.ParseDuration(args[1])
	ts.Check(err)
	var out bytes.Buffer
	cmd := exec.Command(filepath.Join(bin, args[2]), args[3:]...)
	cmd.Dir, cmd.Stdout, cmd.Stderr = ts.Getenv("WORK"), &out, &out
	ts.Check(cmd.Start())
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for there := false; !there; {
		_, err := os.Stat(ts.MkAbs(args[0]))
		there = err == nil
		select {
		case err := <-ended:
			if err != nil {
				ts.Fatalf("%v: %s", err, out.String())
			}
			return
		case <-time.After(time.Millisecond):
		}
	}
	select {
	case err := <-ended:
		if err != nil {
			ts.Fatalf("%v: %s", err, out.String())
		}
	case <-time.After(after):
		ts.Check(cmd.Process.Kill())
		<-ended
	}
}
