package formats

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/weights"
)

// A corner has the weight 7, and a disc on b1 next to an opponent's on a1 another 40.
func TestNTupleOfASwitch(t *testing.T) {
	var w evaluators.Weights
	require.NoError(t, w.UnmarshalJSON([]byte(`{"lines1.a1=x":7,"lines2.a1b1=ox":40}`)))
	n, err := NTupleOf(&weights.Switch{Turns: weights.Turns{30, 60}, Phases: []evaluators.Weights{w, w}})
	require.NoError(t, err)
	require.NoError(t, n.Validate())
	for _, tuple := range n.Tuples {
		switch place := tuple.Places[0]; {
		case len(place) == 1 && place[0] == engine.At(0, 0):
			assert.Equal(t, []float64{-7, 0, 7}, tuple.Weights)
		case len(place) == 2 && place[0] == engine.At(0, 0) && place[1] == engine.At(1, 0):
			// OO, O-, OX; -O, --, -X; XO, X-, XX
			assert.Equal(t, []float64{0, 0, 40, 0, 0, 0, -40, 0, 0}, tuple.Weights)
			assert.Len(t, tuple.Places, 8)
		default:
			assert.Subset(t, []float64{0}, tuple.Weights, "%v", place)
		}
	}
}

func TestNTupleOfRefusesWhatIsNoNetwork(t *testing.T) {
	of := func(name string) (w evaluators.Weights) {
		w.Set(name, 3)
		return w
	}
	for says, phases := range map[string][]evaluators.Weights{
		"and scorer possibility is not one":                        {of("possibility.w")},
		"one set of weights for the whole game":                    {of("lines1.a1=x"), of("lines1.b1=x")},
		"evolve the player with one of the scorers lines1, lines2": {{}},
	} {
		_, err := NTupleOf(&weights.Switch{Phases: phases})
		assert.ErrorContains(t, err, says)
	}
}
