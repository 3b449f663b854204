// Package children starts processes that end with this one, as far as the system can see to it.
package children

import "os/exec"

// Start starts a command in a process group of its own, so that its children can be killed
// with it and Ctrl-C, which is ours to handle, does not reach it. On Linux it does not
// outlive us either.
func Start(cmd *exec.Cmd) error {
	ownGroup(cmd)
	return start(cmd)
}
