package fitness

import (
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the two-sided 95 % quantile of the normal distribution.
const Z95 = 1.959963984540054

// T95 is the two-sided 95 % quantile of Student's t distribution for the mean of n values, in standard errors. It is
// Z95 for a single value, which has no deviation.
func T95(n int) float64 {
	if n < 2 {
		return Z95
	}
	return Student(n).Quantile(0.975)
}

// Student is the distribution of the means of n values in standard errors from the true mean: Student's t.
func Student(n int) distuv.StudentsT { return distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)} }

// Mean returns the mean of values, such as those of different seeds, and its standard error, 0 of a single value. Its
// last bits differ between processors, so it serves what is printed or plotted.
func Mean(values []float64) (mean, stdErr float64) {
	mean, deviation := stat.MeanStdDev(values, nil)
	if len(values) < 2 {
		return mean, 0
	}
	return mean, stat.StdErr(deviation, float64(len(values)))
}
