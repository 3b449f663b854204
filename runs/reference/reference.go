// Package reference is the run that ships with the program: its files, made by
// evolve run, and its champion; and what that champion's shallow searches foretell, made by
// evolve calibrate.
package reference

import _ "embed"

// Champion is the run's champion.json.
//
//go:embed champion.json
var Champion []byte

// Fit is the champion's fit.json.
//
//go:embed fit.json
var Fit []byte
