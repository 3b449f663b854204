package runs

import (
	"time"

	"golang.org/x/sys/windows"
)

// cpuTime returns the CPU time that this process has used, user and system time of all threads, 0 if unknown.
func cpuTime() time.Duration {
	var created, exited, kernel, user windows.Filetime
	if windows.GetProcessTimes(windows.CurrentProcess(), &created, &exited, &kernel, &user) != nil {
		return 0
	}
	return ticks(kernel) + ticks(user)
}

// ticks converts a duration from units of 100 nanoseconds, which Windows uses.
func ticks(t windows.Filetime) time.Duration {
	return 100 * time.Duration(uint64(t.HighDateTime)<<32|uint64(t.LowDateTime))
}
