//go:build unix

package children

import (
	"os/exec"
	"syscall"
)

// ownGroup makes the command start as the leader of a process group.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// Kill kills the command and its descendants, if they still run. On systems other than Linux it does not reach a
// descendant that has its own process group.
func Kill(cmd *exec.Cmd) {
	_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
	killEscaped(cmd)
}
