//go:build !windows

package programs

import "os/exec"

// shellName is how a line is given to the shell.
const shellName = "sh -c"

func shell(line string) *exec.Cmd { return exec.Command("sh", "-c", line) }
