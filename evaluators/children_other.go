//go:build !amd64

package evaluators

func bestChildAVX512(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, finished uint64) {
	panic("evaluators: no AVX-512 here")
}
