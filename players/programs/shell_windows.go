package programs

import (
	"os/exec"
	"syscall"
)

// shellName is the shell's name in descriptions of players.
const shellName = "cmd /c"

// shell passes the line on unchanged, because cmd has its own rules for quotes.
func shell(line string) *exec.Cmd {
	cmd := exec.Command("cmd")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /s /c "` + line + `"`}
	return cmd
}
