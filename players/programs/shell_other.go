//go:build !windows

package programs

import "os/exec"

// shellName is the shell's name in descriptions of players.
const shellName = "sh -c"

func shell(line string) *exec.Cmd { return exec.Command("sh", "-c", line) }
