package engine

import (
	"fmt"
	"slices"
	"strings"

	"evothello/internal/names"
)

// A Path is the instruction set of the hot parts of a search. A search visits the same nodes and has
// the same result with every path. Paths differ in speed, and in the processors that support them.
type Path int8

// The paths, from the slowest to the fastest.
const (
	Plain  Path = iota // Go code for all processors
	AVX2               // x86 processors since 2013
	AVX512             // AMD processors since Zen 4, Intel server processors since Ice Lake
)

var pathNames = [...]string{"plain", "avx2", "avx512"}

// String returns the name that ParsePath reads.
func (p Path) String() string { return pathNames[p] }

// ParsePath parses the name of a path that this processor supports.
func ParsePath(name string) (Path, error) {
	var known []string
	for _, p := range Paths() {
		if p.String() == name {
			return p, nil
		}
		known = append(known, p.String())
	}
	if slices.Contains(pathNames[:], name) {
		return Plain, fmt.Errorf("this processor cannot run the code path %s; it can run %s", name, strings.Join(known, ", "))
	}
	return Plain, names.New("path", name, known)
}

// Paths returns the paths that this processor supports, the fastest first.
func Paths() (paths []Path) {
	if hasAVX512 {
		paths = append(paths, AVX512)
	}
	if hasAVX2 {
		paths = append(paths, AVX2)
	}
	return append(paths, Plain)
}

// path is the path in use, by default the fastest.
var path = Paths()[0]

// PathInUse returns the path in use: the fastest that this processor supports, or the last one given
// to UsePath.
func PathInUse() Path { return path }

// UsePath selects one of Paths, for tests and measurements. No search may run at the same time.
func UsePath(p Path) { path = p }
