//go:build unix

package runs

import (
	"time"

	"golang.org/x/sys/unix"
)

// cpuTime returns the CPU time that this process has used, user and system time of all threads, 0 if unknown.
func cpuTime() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
