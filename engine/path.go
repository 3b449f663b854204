package engine

import (
	"fmt"
	"slices"
	"strings"

	"evothello/internal/names"
)

// A Path is the code that the hot parts of a search run in: all find the same, node for
// node, and differ in the instructions that they need and in speed.
type Path int8

// The paths, the slowest first.
const (
	Plain  Path = iota // Go, which runs everywhere
	AVX2               // x86 processors since 2013
	AVX512             // AMD's from Zen 4 on, Intel's servers from Ice Lake on
)

var pathNames = [...]string{"plain", "avx2", "avx512"}

// String returns the name ParsePath reads.
func (p Path) String() string { return pathNames[p] }

// ParsePath reads the name of a path that this processor has.
func ParsePath(name string) (Path, error) {
	var known []string
	for _, p := range Paths() {
		if p.String() == name {
			return p, nil
		}
		known = append(known, p.String())
	}
	if slices.Contains(pathNames[:], name) {
		return Plain, fmt.Errorf("this processor has no path %s; it has %s", name, strings.Join(known, ", "))
	}
	return Plain, names.New("path", name, known)
}

// Paths returns what this processor has, the fastest first.
func Paths() (paths []Path) {
	if hasAVX512 {
		paths = append(paths, AVX512)
	}
	if hasAVX2 {
		paths = append(paths, AVX2)
	}
	return append(paths, Plain)
}

// path is what is used: the fastest unless UsePath says otherwise.
var path = Paths()[0]

// PathInUse returns the path that is used: the fastest that this processor has, or the
// one that was last given to UsePath.
func PathInUse() Path { return path }

// UsePath makes everything use one of Paths, for tests and measurements; nothing may run
// meanwhile.
func UsePath(p Path) { path = p }
