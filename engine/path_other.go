//go:build !amd64

package engine

// Vector code exists only for amd64.
var hasAVX2, hasAVX512 = false, false

func childrenAVX512(own, opp, moves uint64, list *Children) { panic("engine: no AVX-512 here") }

func childrenAVX2(own, opp, moves uint64, list *Children) { panic("engine: no AVX2 here") }
