//go:build !unix

package children

import "os/exec"

// ownGroup does nothing where there are no process groups.
func ownGroup(*exec.Cmd) {}

// Kill kills the command alone where there are no process groups.
func Kill(cmd *exec.Cmd) { _ = cmd.Process.Kill() }
