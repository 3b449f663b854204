package report

import (
	"fmt"

	"evothello/report/importance"
)

// Landscape describes in sentences where a landscape has its peak, and whether the weights there are clearly stronger
// than the player's own.
func Landscape(l *importance.Landscape) string {
	fit := fmt.Sprintf("A quadratic fits the points, %.1f standard errors from them in the root mean square.",
		l.Fit.Misfit)
	p := l.Fit.Peak
	if p == nil {
		return fit + " It has no peak between half and twice the weights: other values, or more pairs, may show one."
	}
	text := fmt.Sprintf("%s Its peak is at %.2f times %s and %.2f times %s, %+.0f ± %.0f Elo from the player as it is",
		fit, p.X, l.X, p.Y, l.Y, p.Elo, p.Error)
	if p.Elo > p.Error {
		return text + ": a match on other openings would show whether that is a better player."
	}
	return text + ": not surely better."
}
