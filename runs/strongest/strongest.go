// Package strongest contains the files of the strongest player that ships with the program. evolve train tables made
// champion.json, and evolve measure cuts made fit.json, which predicts deep searches from shallow ones. The pattern
// tables are in package patterns.
package strongest

import _ "embed"

// File is the content of champion.json.
//
//go:embed champion.json
var File []byte

// Fit is the content of fit.json.
//
//go:embed fit.json
var Fit []byte
