package importance

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
)

// The largest absolute weights come first; scorers that are not networks have none.
func TestLargest(t *testing.T) {
	var w evaluators.Weights
	require.NoError(t, w.UnmarshalJSON([]byte(
		`{"possibility.w":900,"lines1.c3=x":-40,"lines2.a1b1=ox":50,"blocks.a1b1a2b2=-o-x":3}`)))
	all := Largest(w, 9)
	require.Len(t, all, 3)
	a1, b1 := engine.At(0, 0), engine.At(1, 0)
	want := Configuration{
		Name: "lines2.a1b1=ox", Weight: 50, Squares: []engine.Square{a1, b1}, Own: b1.Bit(), Opp: a1.Bit(),
	}
	assert.Equal(t, want, all[0])
	assert.Equal(t, "lines1.c3=x", all[1].Name)
	assert.Equal(t, -40, all[1].Weight)
	assert.Equal(t, engine.At(1, 1).Bit(), all[2].Own)
	assert.Equal(t, engine.At(1, 0).Bit(), all[2].Opp)
	assert.Equal(t, all[:1], Largest(w, 1))
}

// The names of network weights describe their configurations.
func TestConfigurationsMatchTheirNames(t *testing.T) {
	total := 0
	w := evaluators.Weigh(func(s *evaluators.Scorer, _ *evaluators.Feature) int {
		if s.Shapes == nil {
			return 0
		}
		total++
		return 1
	})
	all := Largest(w, total+1)
	assert.Len(t, all, total)
	for _, c := range all {
		squares, discs := "", ""
		for _, s := range c.Squares {
			squares += s.String()
			switch s.Bit() {
			case s.Bit() & c.Own:
				discs += "x"
			case s.Bit() & c.Opp:
				discs += "o"
			default:
				discs += "-"
			}
		}
		assert.Regexp(t, `^(lines\d|sides2|blocks|outer)\.`+squares+"="+discs+"$", c.Name)
	}
}
