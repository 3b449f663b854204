//go:build !linux

package programs

import "os/exec"

// launch starts a command. If we are killed it goes on until it sees the end of its
// input, where there is nothing to prevent that.
func launch(cmd *exec.Cmd) error { return cmd.Start() }
