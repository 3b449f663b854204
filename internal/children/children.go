// Package children starts processes that end with this one, as far as the system supports it.
package children

import "os/exec"

// Start starts a command in its own process group, so that its children can be killed with it and
// Ctrl-C, which this program handles, does not reach it. On Linux it is killed when this process dies.
func Start(cmd *exec.Cmd) error {
	ownGroup(cmd)
	return start(cmd)
}
