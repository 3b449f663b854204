//go:build !amd64

package tuples

func findAVX512(lookup *lookup, own, opp uint64, p *Position) { panic("tuples: no AVX-512 here") }

func sumAVX512(lookup *lookup, blocks int, values *int16, own, opp uint64) int32 {
	panic("tuples: no AVX-512 here")
}

func bestAfterAVX512(
	lookup *lookup, blocks int, values *int16, p *Position, c *Children, opp, moves uint64, weight, most, enough int32,
) (best int32, move uint64) {
	panic("tuples: no AVX-512 here")
}

func findAVX2(lookup *lookup, own, opp uint64, p *Position) { panic("tuples: no AVX2 here") }

func sumAVX2(lookup *lookup, blocks int, values *int16, own, opp uint64) int32 {
	panic("tuples: no AVX2 here")
}

func bestAfterAVX2(
	lookup *lookup, blocks int, values *int16, p *Position, c *Children, opp, moves uint64, weight, most, enough int32,
) (best int32, move uint64) {
	panic("tuples: no AVX2 here")
}

func reachAVX512(
	lookup *lookup, blocks int, values *int16, r *Replies, shared, some uint64, weight, most, enough int32,
) (reached uint64) {
	panic("tuples: no AVX-512 here")
}

func reachAVX2(
	lookup *lookup, blocks int, values *int16, r *Replies, shared, some uint64, weight, most, enough int32,
) (reached uint64) {
	panic("tuples: no AVX2 here")
}

func layerAVX512(lookup *lookup, slots int, vectors *byte, l *Layer, own, opp uint64) int32 {
	panic("tuples: no AVX-512 here")
}

func layerAVX2(lookup *lookup, slots int, vectors *byte, l *Layer, own, opp uint64) int32 {
	panic("tuples: no AVX2 here")
}
