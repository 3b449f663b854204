package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/report/importance"
)

func TestLandscape(t *testing.T) {
	l := &importance.Landscape{X: "table.x", Y: "edge.w", Fit: importance.QuadraticFit{Misfit: 1.04}}
	const fit = "A quadratic fits the points, 1.0 standard errors from them in the root mean square."
	assert.Equal(t, fit+" It has no peak between half and twice the weights: other values, or more pairs, may show one.",
		Landscape(l))
	l.Fit.Peak = &importance.Peak{X: 1.5, Y: 0.75, Elo: 7, Error: 6}
	const peak = " Its peak is at 1.50 times table.x and 0.75 times edge.w, +7 ± 6 Elo from the player as it is: "
	assert.Equal(t, fit+peak+"a match on other openings would show whether that is a better player.", Landscape(l))
	l.Fit.Peak.Error = 8
	assert.Contains(t, Landscape(l), "+7 ± 8 Elo from the player as it is: not surely better.")
}
