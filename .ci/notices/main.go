// Command notices prints the licences and notices of Go and of all modules that the
// programs contain, on any of the systems that they are released for.
package main

import (
	"bytes"
	"fmt"
	"log"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// legal matches the names of files that must go along with copies of a module.
var legal = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|ofl|patents)[^/]*$`)

func main() {
	log.SetFlags(0)
	modules := map[string]string{} // directories by "path version"
	for _, system := range []string{"linux", "darwin", "windows"} {
		list := exec.Command("go", "list", "-deps", "-f",
			`{{with .Module}}{{if .Version}}{{.Path}} {{.Version}}{{"\t"}}{{.Dir}}{{end}}{{end}}`, "./cmd/...")
		list.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		list.Stderr = os.Stderr
		out, err := list.Output()
		if err != nil {
			log.Fatal("notices: go list: ", err)
		}
		for line := range strings.Lines(string(out)) {
			if module, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
				modules[module] = dir
			}
		}
	}
	goroot, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		log.Fatal("notices: go env: ", err)
	}
	modules["Go"] = strings.TrimSpace(string(goroot))

	var all bytes.Buffer
	fmt.Fprintln(&all, "evolve and play contain the works below, each under the licence that follows its name.")
	for _, module := range slices.Sorted(maps.Keys(modules)) {
		if n := write(&all, module, modules[module]); n == 0 {
			log.Fatalf("notices: found no licence file of %s in %s", module, modules[module])
		}
	}
	if _, err := all.WriteTo(os.Stdout); err != nil {
		log.Fatal("notices: ", err)
	}
}

// write appends the legal files of a module's directory, and returns how many there are.
func write(all *bytes.Buffer, module, dir string) (n int) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		log.Fatal("notices: ", err)
	}
	for _, e := range entries {
		if !e.Type().IsRegular() || !legal.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			log.Fatal("notices: ", err)
		}
		text = bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
		fmt.Fprintf(all, "\n%s\n%s, %s\n\n%s\n", strings.Repeat("=", 79), module, e.Name(), bytes.TrimSpace(text))
		n++
	}
	return n
}
