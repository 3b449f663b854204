//go:build !amd64

package evaluators

func bestChildAVX512(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, reached, finished uint64) {
	panic("evaluators: no AVX-512 here")
}

func refuteAVX512(list *children, n int, first uint64, enough int32, w *vectorWeights) (refuted uint64) {
	panic("evaluators: no AVX-512 here")
}

func bestChildAVX2(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, reached, finished uint64) {
	panic("evaluators: no AVX2 here")
}

func refuteAVX2(list *children, n int, first uint64, enough int32, w *vectorWeights) (refuted uint64) {
	panic("evaluators: no AVX2 here")
}
