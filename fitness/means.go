package fitness

import (
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"
)

// Z95 is the two-sided 95 % quantile of the normal distribution.
const Z95 = 1.959963984540054

// T95 returns the two-sided 95 % quantile of Student's t distribution for the mean of n values, in standard errors. For
// a single value, which has no standard deviation, it returns Z95.
func T95(n int) float64 {
	if n < 2 {
		return Z95
	}
	return Student(n).Quantile(0.975)
}

// Student returns Student's t distribution for n values: the distribution of the distance of their mean from the true
// mean, in standard errors.
func Student(n int) distuv.StudentsT { return distuv.StudentsT{Sigma: 1, Nu: float64(n - 1)} }

// Mean returns the mean of values, such as the scores of different seeds. It also returns the standard error of the
// mean, which is 0 for a single value. The last bits differ between processors, so use the results for output and plots
// only.
func Mean(values []float64) (mean, stdErr float64) {
	mean, deviation := stat.MeanStdDev(values, nil)
	if len(values) < 2 {
		return mean, 0
	}
	return mean, stat.StdErr(deviation, float64(len(values)))
}
