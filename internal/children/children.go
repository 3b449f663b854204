// Package children starts processes that end with this one, as far as the system supports it.
package children

import "os/exec"

// Start starts a command in its own process group, so that Kill reaches its descendants and Ctrl-C, which this program
// handles, does not reach the command. On Linux the command is killed when this process dies.
func Start(cmd *exec.Cmd) error {
	ownGroup(cmd)
	return start(cmd)
}
