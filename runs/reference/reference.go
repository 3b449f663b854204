// Package reference is the run that ships with the program: its files, made by
// evolve run, and its champion.
package reference

import _ "embed"

// Champion is the run's champion.json.
//
//go:embed champion.json
var Champion []byte
