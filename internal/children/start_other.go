//go:build !linux

package children

import "os/exec"

// start starts a command. If we are killed it goes on until it sees the end of its
// input, where there is nothing to prevent that.
func start(cmd *exec.Cmd) error { return cmd.Start() }
