package children

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// start starts a command that is killed when we die, in whatever way.
//
// The system watches the thread that started the command, not the process: that thread
// must live as long as we do, which threads of Go's need not. So one goroutine, which
// has a thread to itself and never ends, starts all commands.
func start(cmd *exec.Cmd) error {
	cmd.SysProcAttr.Pdeathsig = syscall.SIGKILL
	return launcher().start(cmd)
}

// A starter is where the goroutine that starts commands takes them from.
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
