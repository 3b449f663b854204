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

func childScoresAVX512(own, opp, moves uint64, w *vectorWeights, out *scored) (finished uint64) {
	panic("evaluators: no AVX-512 here")
}

func replyScoresAVX512(list *children, from, n int, first uint64, w *vectorWeights, out *replied) (some uint64) {
	panic("evaluators: no AVX-512 here")
}

func childScoresAVX2(own, opp, moves uint64, w *vectorWeights, out *scored) (finished uint64) {
	panic("evaluators: no AVX2 here")
}

func replyScoresAVX2(list *children, from, n int, first uint64, w *vectorWeights, out *replied) (some uint64) {
	panic("evaluators: no AVX2 here")
}
