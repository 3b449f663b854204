//go:build !amd64

package engine

// There is vector code for amd64 only.
var hasAVX2, hasAVX512 = false, false

func childrenAVX512(own, opp, moves uint64, list *Children) { panic("engine: no AVX-512 here") }

func childrenAVX2(own, opp, moves uint64, list *Children) { panic("engine: no AVX2 here") }
