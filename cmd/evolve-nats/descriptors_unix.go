//go:build unix

package main

import (
	"math"
	"syscall"
)

// filesForConnections returns how many connections this process may have: half of the files that it may open.
func filesForConnections() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 128
	}
	return int(min(max(uint64(limit.Cur), 2)/2, math.MaxInt32))
}
