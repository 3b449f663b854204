package policy

import (
	"sync"
	"sync/atomic"
)

// The loops of this file take eight numbers at a time: so they are twice as fast. Products are converted, so that no
// processor adds them without rounding.

// add adds a vector as long as into.
func add(into, v []float32) {
	for len(into) >= 8 {
		a, b := (*[8]float32)(into), (*[8]float32)(v)
		a[0] += b[0]
		a[1] += b[1]
		a[2] += b[2]
		a[3] += b[3]
		a[4] += b[4]
		a[5] += b[5]
		a[6] += b[6]
		a[7] += b[7]
		into, v = into[8:], v[8:]
	}
	for i := range into {
		into[i] += v[i]
	}
}

// addTimes adds a vector as long as into, times a factor.
func addTimes(into, v []float32, factor float32) {
	for len(into) >= 8 {
		a, b := (*[8]float32)(into), (*[8]float32)(v)
		a[0] += float32(b[0] * factor)
		a[1] += float32(b[1] * factor)
		a[2] += float32(b[2] * factor)
		a[3] += float32(b[3] * factor)
		a[4] += float32(b[4] * factor)
		a[5] += float32(b[5] * factor)
		a[6] += float32(b[6] * factor)
		a[7] += float32(b[7] * factor)
		into, v = into[8:], v[8:]
	}
	for i := range into {
		into[i] += float32(v[i] * factor)
	}
}

// product returns the scalar product of a and a vector as long.
func product(a, v []float32) float32 {
	var sums [4]float32
	for len(a) >= 8 {
		x, y := (*[8]float32)(a), (*[8]float32)(v)
		sums[0] += float32(x[0]*y[0]) + float32(x[4]*y[4])
		sums[1] += float32(x[1]*y[1]) + float32(x[5]*y[5])
		sums[2] += float32(x[2]*y[2]) + float32(x[6]*y[6])
		sums[3] += float32(x[3]*y[3]) + float32(x[7]*y[7])
		a, v = a[8:], v[8:]
	}
	for i := range a {
		sums[0] += float32(a[i] * v[i])
	}
	return sums[0] + sums[1] + (sums[2] + sums[3])
}

// parallel calls do with the number of each item, in several goroutines.
func parallel(workers, items int, do func(item int)) {
	var next atomic.Int64
	var all sync.WaitGroup
	for range min(workers, items) {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < items; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	all.Wait()
}
