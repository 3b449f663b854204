//go:build unix

package runs

import (
	"time"

	"golang.org/x/sys/unix"
)

// processTime is how long this process has used processors, in all its threads, for itself and
// in the system; 0 if the system does not tell.
func processTime() time.Duration {
	var used unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &used) != nil {
		return 0
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
