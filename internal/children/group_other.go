//go:build !unix

package children

import "os/exec"

// ownGroup does nothing, because there are no process groups.
func ownGroup(*exec.Cmd) {}

// Kill kills only the command, because this system has no process groups.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
