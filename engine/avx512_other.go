//go:build !amd64

package engine

// HasAVX512 reports whether this processor has the instructions that our vector
// code uses.
var HasAVX512 = false

func childrenAVX512(own, opp, moves uint64, list *Children) { panic("engine: no AVX-512 here") }
