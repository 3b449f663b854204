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
			if err != nil {
				continue
			}
			if !marked(path, own) {
				found = found || changesProgram(path)
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

// changesProgram reports whether a process is between two programs: it has the memory of the new one already, and not
// its environment yet.
func changesProgram(environment string) bool {
	const memory, environmentEnd = 23 - 2, 51 - 2 // fields of proc_pid_stat(5) behind the second
	if data, err := os.ReadFile(environment); err != nil || len(data) > 0 {
		return false
	}
	stat, _ := os.ReadFile(filepath.Join(filepath.Dir(environment), "stat")) // it may have ended
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
	return len(fields) >= environmentEnd && fields[memory-1] != "0" && fields[environmentEnd-1] == "0"
}

// marked reports whether an environment has a mark. Environments of other users cannot be read.
func marked(environment, mark string) bool {
	data, err := os.ReadFile(environment)
	return err == nil && bytes.Contains(append([]byte{0}, data...), []byte("\x00"+mark+"\x00"))
}
