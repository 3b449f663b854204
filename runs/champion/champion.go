// Package champion is the champion that ships with the program, learnt from games by evolve
// learn, whose files these are; and what its shallow searches foretell, made by evolve
// calibrate. Its tables are among those of package patterns.
package champion

import _ "embed"

// File is its champion.json.
//
//go:embed champion.json
var File []byte

// Fit is its fit.json.
//
//go:embed fit.json
var Fit []byte
