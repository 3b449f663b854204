package runs

import (
	"time"

	"golang.org/x/sys/windows"
)

// processTime is how long this process has used processors, in all its threads, for itself and
// in the system; 0 if the system does not tell.
func processTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) != nil {
		return 0
	}
	return ticks(kernel) + ticks(user)
}

// ticks is a length of time, which Windows counts in tenths of microseconds.
func ticks(t windows.Filetime) time.Duration {
	return 100 * time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime))
}
