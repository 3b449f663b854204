//go:build !amd64

package evaluators

const hasAVX512 = false

func bestChildAVX512(own, opp, moves uint64, enough int32, w *vectorWeights) (best int32, finished uint64) {
	panic("evaluators: no AVX-512 here")
}
