//go:build unix

package runstest

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

// limit keeps files of this process from growing beyond so many bytes: to write on is an error, as on a
// full disk.
func limit(size string) error {
	bytes, err := strconv.ParseUint(size, 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
}

// dropRights makes a process of root, which may write anywhere, one of a user without rights.
func dropRights() error {
	if os.Geteuid() != 0 {
		return nil
	}
	const unprivileged = 65534
	return syscall.Setuid(unprivileged)
}
