//go:build unix

package cluster

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"evothello/fitness/fitnesstest"
)

// floodedFile is the environment variable with the name of a file. If it is set, this process plays pairs and writes
// the file after each call of Play, as a run does: with the number of pairs that workers returned.
const floodedFile = "EVOTHELLO_TEST_FLOODED"

func playFlooded(file string) error {
	s, err := Listen("127.0.0.1:0", Access{Token: "secret"}, false)
	if err != nil {
		return err
	}
	a, err := Serve(s, Options{Workers: 1, Check: DefaultCheck})
	if err != nil {
		return err
	}
	fmt.Println(strings.TrimPrefix(s.Address(), "nats://"))
	pairs := fitnesstest.Pairs(new(testing.T), 100, "reversi-blank:depth=3", "greedy")
	for { // until it is killed
		if _, err := a.Play(context.Background(), pairs, nil); err != nil {
			return err
		}
		if err := os.WriteFile(file, fmt.Append(nil, a.Status().Elsewhere), 0o600); err != nil {
			return err
		}
	}
}

// Far more connections than a process may have files do not end a run. They do not keep workers out either, because
// they do not log in.
func TestFloodOfConnections(t *testing.T) {
	t.Parallel()
	file := filepath.Join(t.TempDir(), "file")
	command := exec.Command("sh", "-c", `ulimit -n 256 && exec "$0"`, os.Args[0])
	command.Env = append(os.Environ(), floodedFile+"="+file)
	command.Stderr = os.Stderr
	output, err := command.StdoutPipe()
	require.NoError(t, err)
	require.NoError(t, command.Start())
	defer func() { _ = command.Wait() }()
	defer func() { _ = command.Process.Kill() }()
	address, err := bufio.NewReader(output).ReadString('\n')
	require.NoError(t, err)
	address = strings.TrimSpace(address)
	for range 600 {
		if conn, err := net.Dial("tcp", address); err == nil {
			defer conn.Close()
		}
		time.Sleep(2 * time.Millisecond) // on a busy machine the server takes this long to close one
	}
	startWorker(t, "nats://secret@"+address, &Worker{Slots: 1})
	require.Eventually(t, func() bool { data, _ := os.ReadFile(file); return string(data) > "0" }, 20*time.Second,
		time.Millisecond)
}
