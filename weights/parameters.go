package weights

import (
	"errors"

	"evothello/internal/files"
)

// ErrParameters is the error of Read for a champion file of parameters.
var ErrParameters = files.OtherProgram{Err: errors.New("parameters of a program, not weights: only that program " +
	"plays with them, such as gtp:cmd='PROGRAM FILE'")}

// Parameters is the champion file of a run that tunes a program. It contains values by name in place of
// weights.
type Parameters struct {
	Schema     int                `json:"schema"`
	Name       string             `json:"name,omitempty"`
	Parameters map[string]float64 `json:"parameters"`
	Origin     *Origin            `json:"origin,omitempty"` // the run that made it
	Note       string             `json:"note,omitempty"`
}

// File returns the champion file, with a checksum.
func (p *Parameters) File() []byte { return files.EncodeSummed(p) }

// ReadParameters reads a champion file of parameters. A file written by hand needs no checksum.
func ReadParameters(data []byte) (*Parameters, error) {
	p := new(Parameters)
	return p, files.DecodeJSON(data, Schema, p)
}
