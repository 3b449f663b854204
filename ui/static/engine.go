package static

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"evothello/internal/files"
)

// program is the package that is compiled for browsers.
const program = "evothello/cmd/static"

// An Engine is the program that answers the page in the browser.
type Engine struct {
	packed  []byte // WebAssembly, compressed with gzip
	runtime []byte // Go's script that runs it, of the same version of Go
	version string // of this program
}

// errInstead is the remedy if the engine cannot be compiled.
var errInstead = errors.New("or take the engine of an edition of the same version with --engine FOLDER")

// Compile compiles the engine with the Go tool chain, from the module in the working directory. version is
// the version of this program, which EngineOf compares.
func Compile(ctx context.Context, version string) (*Engine, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return nil, fmt.Errorf("the engine is compiled with Go, which is not installed: get it from https://go.dev/dl, %w",
			errInstead)
	}
	if _, err := tool(ctx, "list", "-find", program); err != nil { // modules that it needs may still be missing
		return nil, fmt.Errorf("the engine is compiled from this program's source, which is not in the working directory: "+
			"change to the directory of the source, %w", errInstead)
	}
	root, err := tool(ctx, "env", "GOROOT")
	if err != nil {
		return nil, err
	}
	e := &Engine{version: version}
	if e.runtime, err = os.ReadFile(filepath.Join(root, "lib", "wasm", runtimeFile)); err != nil {
		return nil, fmt.Errorf("this Go has no support for browsers: %w; get Go from https://go.dev/dl, %w", err, errInstead)
	}
	work, err := os.MkdirTemp("", "evolve-publish-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	compiled := filepath.Join(work, "engine.wasm")
	if _, err := tool(ctx, "build", "-trimpath", "-ldflags=-s -w", "-o", compiled, program); err != nil {
		return nil, fmt.Errorf("the engine cannot be compiled: %w; %w", err, errInstead)
	}
	data, err := os.ReadFile(compiled)
	e.packed = pack(data)
	return e, err
}

// tool runs the Go tool chain for browsers and returns what it prints.
func tool(ctx context.Context, arguments ...string) (string, error) {
	command := exec.CommandContext(ctx, "go", arguments...)
	command.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "CGO_ENABLED=0")
	var failed bytes.Buffer
	command.Stderr = &failed
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w: %s", strings.Join(arguments, " "), err, strings.TrimSpace(failed.String()))
	}
	return strings.TrimSpace(string(out)), nil
}

// EngineOf returns the engine of an existing edition. The edition must have the version and the page of this
// program.
func EngineOf(folder, version string) (*Engine, error) {
	found := files.Glob(folder, filepath.Join(assetsFolder, "*", engineFile))
	if len(found) != 1 {
		return nil, fmt.Errorf("%s is not an edition: name a folder that evolve publish has written", folder)
	}
	assets := filepath.Dir(found[0])
	page, err := pageFiles()
	if err != nil {
		return nil, err
	}
	page[versionFile] = []byte(version)
	for name, data := range page {
		if other, err := os.ReadFile(filepath.Join(assets, name)); err != nil || !bytes.Equal(data, other) {
			return nil, fmt.Errorf("%s was published by another version of this program: name an edition of this "+
				"version", folder)
		}
	}
	e := &Engine{version: version}
	e.packed, err = os.ReadFile(found[0])
	if err == nil {
		e.runtime, err = os.ReadFile(filepath.Join(assets, runtimeFile))
	}
	return e, err
}
