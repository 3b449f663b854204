package programs

import (
	"os/exec"
	"syscall"
)

// shellName is how a line is given to the shell.
const shellName = "cmd /c"

// shell passes the line on as it is: cmd has rules of its own for quotes.
func shell(line string) *exec.Cmd {
	cmd := exec.Command("cmd")
	cmd.SysProcAttr = &syscall.SysProcAttr{CmdLine: `cmd /s /c "` + line + `"`}
	return cmd
}
