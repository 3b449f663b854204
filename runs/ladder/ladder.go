// Package ladder contains the files of a run from random weights. Some of its champions are the opponents of
// the ladder on the page, each stronger than the one before. evolve run made them:
//
//	evolve run --seed 1 --population 48 --pairs 16 --depth 1 --endgame 0 --generations 400 --out runs/ladder
package ladder

import "embed"

// Champion is the content of champion.json.
//
//go:embed champion.json
var Champion []byte

// Generations are the generations of the ladder's champions, weakest first. They were chosen by their scores in
// 500 pairs of games to depth 1: 2, 15, 26, 39, 53 and 61 % against evolved, and 57 to 89 % against the
// champion before.
var Generations = []int{1, 2, 3, 11, 15, 207}

// Champions holds the files of all champions that the run promoted: champions/GENERATION.json.
//
//go:embed champions
var Champions embed.FS
