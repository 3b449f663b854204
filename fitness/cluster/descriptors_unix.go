//go:build unix

package cluster

import "syscall"

// maxConnections returns how many connections a server accepts: at most half of the files that this process may
// open, so that the run can still write its own.
func maxConnections() int {
	var limit syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit) != nil {
		return 128
	}
	return int(min(max(uint64(limit.Cur), 2)/2, maxWorkers))
}
