//go:build !unix && !windows

package runs

import "time"

// cpuTime returns 0: the CPU time is unknown, as in a browser.
func cpuTime() time.Duration { return 0 }
