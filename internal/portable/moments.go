package portable

// Moments returns the means of two series of the same length, and three sums over the differences from the means: xx
// and yy of the squares, xy of the products.
func Moments(x, y []float64) (meanX, meanY, xx, yy, xy float64) {
	for i := range x {
		meanX += x[i]
		meanY += y[i]
	}
	n := float64(len(x))
	meanX, meanY = meanX/n, meanY/n
	for i := range x {
		dx, dy := x[i]-meanX, y[i]-meanY
		xx += float64(dx * dx)
		yy += float64(dy * dy)
		xy += float64(dx * dy)
	}
	return meanX, meanY, xx, yy, xy
}
