//go:build unix

package runs

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime returns the CPU time that this process has used, user and system time of all threads, 0 if unknown. It
// includes programs that it started, once they have ended.
func cpuTime() (sum time.Duration) {
	for _, who := range []int{unix.RUSAGE_SELF, unix.RUSAGE_CHILDREN} {
		var used unix.Rusage
		if unix.Getrusage(who, &used) != nil {
			return 0
		}
		sum += time.Duration(used.Utime.Nano() + used.Stime.Nano())
	}
	return sum
}
