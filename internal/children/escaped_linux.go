package children

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// markPrefix begins the names of marks. A mark is a variable in the environment of one command. Its descendants inherit
// the mark, also those that leave the process group by setsid or whose parent ends.
const markPrefix = "EVOTHELLO_STARTED_"

var started atomic.Int64

// mark adds a mark to a command's environment.
func mark(cmd *exec.Cmd) {
	cmd.Env = append(cmd.Environ(), fmt.Sprintf("%s%d_%d=1", markPrefix, os.Getpid(), started.Add(1)))
}

// killEscaped kills the processes with a command's mark. It looks again until there are none, because they may start
// others in the meantime. A process that has removed the mark from its environment stays.
func killEscaped(cmd *exec.Cmd) {
	const passes = 100
	own := cmd.Env[len(cmd.Env)-1]
	if !strings.HasPrefix(own, markPrefix) {
		return // it was not started
	}
	for range passes {
		environments, _ := filepath.Glob("/proc/[0-9]*/environ") // the pattern is well-formed
		found := false
		for _, path := range environments {
			pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
			if err != nil || !marked(path, own) {
				continue
			}
			if process, err := os.FindProcess(pid); err == nil {
				if marked(path, own) { // still: the number may have gone to another process before FindProcess
					found = true
					_ = process.Kill() // it may have ended
				}
				_ = process.Release() // never fails on this system
			}
		}
		if !found {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

// marked reports whether an environment has a mark. Environments of other users cannot be read.
func marked(environment, mark string) bool {
	data, err := os.ReadFile(environment)
	return err == nil && bytes.Contains(append([]byte{0}, data...), []byte("\x00"+mark+"\x00"))
}
