package children

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// start starts a command that is killed when this process dies, even by a signal.
//
// The system watches the thread that started the command, not the process. That thread must live as long
// as the process, which Go's threads do not guarantee. So one goroutine with a locked thread, which never
// ends, starts all commands.
func start(cmd *exec.Cmd) error {
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	mark(cmd)
	return launcher().start(cmd)
}

// A starter is the queue of the goroutine that starts commands.
type starter chan starting

type starting struct {
	cmd     *exec.Cmd
	started chan error
}

func (s starter) start(cmd *exec.Cmd) error {
	one := starting{cmd, make(chan error)}
	s <- one
	return <-one.started
}

var launcher = sync.OnceValue(func() starter {
	s := make(starter)
	go func() {
		runtime.LockOSThread()
		for one := range s {
			one.started <- one.cmd.Start()
		}
	}()
	return s
})
