//go:build !amd64

package search

func rankAVX512(l *list, moves, exposed uint64, squares *[64]int8) {
	panic("search: no AVX-512 here")
}

func rankAVX2(l *list, moves, exposed uint64, squares *[64]int8) {
	panic("search: no AVX2 here")
}
