//go:build unix

package runstest

import (
	"os"
	"os/signal"
	"strconv"
	"syscall"
)

// limitFileSize limits the size of files that this process writes, in bytes. Writing more is an error, as on a full
// disk.
func limitFileSize(size string) error {
	bytes, err := strconv.ParseUint(size, 10, 64)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGXFSZ)
	return syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: bytes, Max: bytes})
}

// dropRights gives up root, which may write everywhere, for a user without rights.
func dropRights() error {
	if os.Geteuid() != 0 {
		return nil
	}
	const unprivileged = 65534
	return syscall.Setuid(unprivileged)
}
