// Package champion contains the files of the champion that ships with the program. evolve learn made
// champion.json, and evolve calibrate made fit.json, which predicts deep searches from shallow ones. The learnt
// tables of the champion are in package patterns.
package champion

import _ "embed"

// File is the content of champion.json.
//
//go:embed champion.json
var File []byte

// Fit is the content of fit.json.
//
//go:embed fit.json
var Fit []byte
