package programs

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// asHost is an environment variable that makes the test binary start a program that ignores
// everything. It prints the program's process ID and waits to be killed.
const asHost = "PROGRAMS_TEST_AS_HOST"

func beHost() {
	command, err := ParseCommand("sleep 3600", "")
	if err != nil {
		panic(err)
	}
	p, err := command.start()
	if err != nil {
		panic(err)
	}
	fmt.Println(p.cmd.Process.Pid)
	time.Sleep(time.Hour)
}

// A program is killed when this process is killed.
func TestProgramsDieWithUs(t *testing.T) {
	host := exec.Command(os.Args[0])
	host.Env = append(os.Environ(), asHost+"=1")
	stdout, err := host.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, host.Start())
	line, err := bufio.NewReader(stdout).ReadString('\n')
	require.NoError(t, err)
	pid, err := strconv.Atoi(strings.TrimSpace(line))
	require.NoError(t, err)
	assert.False(t, isGone(pid))
	require.NoError(t, host.Process.Kill())
	_ = host.Wait() // killed
	assert.Eventually(t, func() bool { return isGone(pid) }, ample, time.Millisecond)
}

// A program keeps running when the thread that started it ends.
func TestProgramsOutliveThreads(t *testing.T) {
	command, err := ParseCommand("cat", "")
	require.NoError(t, err)
	var p *process
	thread := onAThreadThatEnds(func() { p, err = command.start() })
	require.NoError(t, err)
	defer p.kill()
	task := fmt.Sprintf("/proc/self/task/%d", thread)
	require.Eventually(t, func() bool { _, err := os.Stat(task); return err != nil }, ample, time.Millisecond)
	require.NoError(t, p.send(t.Context(), "are you there\n"))
	answer, err := p.line(t.Context())
	require.NoError(t, err)
	assert.Equal(t, "are you there", answer)
}

// onAThreadThatEnds calls do on a thread that ends after it, and returns the thread's ID.
func onAThreadThatEnds(do func()) int {
	thread, done := make(chan int), make(chan struct{})
	var try func()
	try = func() {
		runtime.LockOSThread() // the thread ends with the goroutine
		if syscall.Gettid() == os.Getpid() {
			go try() // on another thread: this one ends only with the process
			<-done
			runtime.UnlockOSThread()
			return
		}
		do()
		thread <- syscall.Gettid()
	}
	go try()
	defer close(done)
	return <-thread
}

// What a program has started ends with it, also in a session of its own and after its parent has ended.
func TestNothingThatAProgramStartsOutlivesIt(t *testing.T) {
	for name, script := range map[string]string{
		"a session of its own": "setsid sleep 3600 & echo $!",
		"an orphan":            "setsid sh -c 'sleep 3600 & echo $!'",
		// the pipe ends, and with it the program, after that line
		"an orphan's child": "setsid sh -c 'setsid sh -c \"sleep 3600 & echo \\$!; wait\" &' | head -n 1",
	} {
		for ends, then := range map[string]string{"the program ends": "", "the program is killed": "\nsleep 3600"} {
			t.Run(name+", "+ends, func(t *testing.T) {
				file := filepath.Join(t.TempDir(), "engine")
				require.NoError(t, os.WriteFile(file, []byte(script+then), 0o644))
				command, err := ParseCommand("sh "+file, "")
				require.NoError(t, err)
				p, err := command.start()
				require.NoError(t, err)
				line, err := p.line(t.Context())
				require.NoError(t, err)
				pid, err := strconv.Atoi(strings.TrimSpace(line))
				require.NoError(t, err)
				p.kill()
				assert.Eventually(t, func() bool { return isGone(pid) }, ample, time.Millisecond)
			})
		}
	}
}
