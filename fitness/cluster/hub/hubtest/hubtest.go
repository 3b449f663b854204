// Package hubtest compiles the server of workers for tests.
package hubtest

import (
	"os"
	"os/exec"
	"path/filepath"
)

// Run calls a function, such as testing.M.Run, with the server's program in PATH, and returns its result.
func Run(do func() int) int {
	dir, err := os.MkdirTemp("", "")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	out, err := exec.Command("go", "build", "-o", dir+string(filepath.Separator), "evothello/cmd/evolve-nats").CombinedOutput()
	if err != nil {
		panic(string(out))
	}
	if err := os.Setenv("PATH", dir+string(filepath.ListSeparator)+os.Getenv("PATH")); err != nil {
		panic(err)
	}
	return do()
}
