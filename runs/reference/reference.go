// Package reference contains the files of the run that ships with the program. evolve run made them, except
// fit.json: evolve measure cuts made it. It predicts deep searches of the champion from shallow ones.
package reference

import _ "embed"

// Champion is the content of champion.json.
//
//go:embed champion.json
var Champion []byte

// Fit is the content of fit.json.
//
//go:embed fit.json
var Fit []byte
