package play

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/players/analysis"
)

func TestValueText(t *testing.T) {
	for want, v := range map[string]analysis.Value{
		"you win by 6 discs with best play":      {Exact: true, Discs: 6},
		"you lose by 12 discs against best play": {Exact: true, Discs: -12},
		"a draw with best play":                  {Exact: true},
		"you win with best play":                 {Won: 1, Discs: 64},
		"you lose against best play":             {Won: -1, Discs: -64},
		"you stand better, by about 0.7 discs":   {Points: 130, Discs: 0.71},
		"you stand worse, by about 2.0 discs":    {Points: -400, Discs: -2},
		"an even game":                           {Points: -2, Discs: -0.02},
	} {
		assert.Equal(t, want, valueText(v))
	}
}
