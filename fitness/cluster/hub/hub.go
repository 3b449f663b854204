// Package hub starts the NATS server of a run's workers. The server is a separate program, evolve-nats, because most
// runs have no workers, and compiling its library takes a fifth of the time of everything else.
package hub

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"sync"

	"evothello/internal/children"
)

// Program is the name of the server's program.
const Program = "evolve-nats"

// HostInSubject is the placeholder in Settings.Publish for the worker's address in the form of HostToken.
const HostInSubject = "{host}"

// Settings are the server's settings. The program reads them from its standard input, as one line of JSON.
type Settings struct {
	Address string `json:"address"` // address to listen at, as HOST:PORT; with port 0 the system chooses a port

	// Credentials of workers; all workers may connect if Token and User are "".
	Token    string `json:"token"`
	User     string `json:"user"`
	Password string `json:"password"`

	// Files for TLS; Cert is "" without TLS. With CA, workers need certificates.
	CA   string `json:"ca"`
	Cert string `json:"cert"`
	Key  string `json:"key"`

	Secret         string   `json:"secret"`    // the token of the run's own connection, which may do everything
	Publish        []string `json:"publish"`   // subjects that workers may publish
	Subscribe      []string `json:"subscribe"` // subjects that workers may subscribe to
	MaxConnections int      `json:"max_connections"`
}

// Started is the line of JSON that the program prints after its start. After this line, its standard input and output
// are a NATS connection.
type Started struct {
	Address string `json:"address"` // address of the server as HOST:PORT, for later starts
	URL     string `json:"url"`     // address for workers
	Error   string `json:"error"`   // why the server does not listen; "" if it does
}

// HostToken returns an address as one token of a subject: with hyphens for dots, because dots separate tokens.
func HostToken(ip net.IP) string {
	if ip == nil {
		return "unknown"
	}
	return strings.ReplaceAll(ip.String(), ".", "-")
}

// A Hub is a running server. It ends with this process, even if this process crashes.
type Hub struct {
	URL string // address for workers: nats://HOST:PORT, or tls://HOST:PORT with TLS

	settings Settings
	mu       sync.Mutex
	unused   net.Conn        // the connection of the first start, until it is asked for
	command  *exec.Cmd       // the program
	ended    <-chan struct{} // closed when it has ended
	closed   bool
}

// Start starts the server with the given settings.
func Start(s Settings) (*Hub, error) {
	h := &Hub{settings: s}
	conn, started, err := h.start()
	if err != nil {
		return nil, err
	}
	h.unused, h.URL, h.settings.Address = conn, started.URL, started.Address
	return h, nil
}

// InProcessConn implements nats.InProcessConnProvider: it returns a connection to the server. If the earlier connection
// was lost, it starts the server again at the same address.
func (h *Hub) InProcessConn() (net.Conn, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, errors.New(Program + " was closed")
	}
	if conn := h.unused; conn != nil {
		h.unused = nil
		return conn, nil
	}
	conn, _, err := h.start()
	return conn, err
}

// Close stops the server.
func (h *Hub) Close() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.closed = true
	if h.unused != nil {
		h.unused.Close()
	}
	<-h.ended
}

// start starts the program and returns the connection to it. The program ends if the connection is closed.
func (h *Hub) start() (net.Conn, Started, error) {
	command, err := program()
	if err != nil {
		return nil, Started{}, err
	}
	var complaint children.Tail
	command.Stderr = &complaint
	input, err1 := command.StdinPipe()
	output, err2 := command.StdoutPipe()
	if err := cmp.Or(err1, err2); err != nil {
		return nil, Started{}, err
	}
	// Unlike the children of package children it ends with its input, and Ctrl-C may end a compilation.
	if err := command.Start(); err != nil {
		return nil, Started{}, err
	}
	ours, its := net.Pipe()
	go func() {
		_, _ = io.Copy(input, its)
		input.Close()
	}()
	ended := make(chan struct{})
	go func() { // both directions end with the program, or with our side
		_, _ = io.Copy(its, output)
		its.Close()
		_ = command.Wait()
		close(ended)
	}()
	h.command, h.ended = command, ended
	conn := &conn{ours, bufio.NewReader(ours)}
	started, err := conn.greet(h.settings)
	if err == nil && started.Error == "" {
		return conn, started, nil
	}
	ours.Close()
	<-ended
	if err != nil {
		return nil, started, fmt.Errorf("%s does not start (%s): %s; install %s in the directory of this program, or "+
			"in PATH", Program, command, complaint.String(), Program)
	}
	return nil, started, errors.New(started.Error)
}

// conn is a connection that is read through a buffer.
type conn struct {
	net.Conn
	buffer *bufio.Reader
}

func (c *conn) Read(data []byte) (int, error) { return c.buffer.Read(data) }

// greet sends the settings and reads the answer. It fails if the program ended before.
func (c *conn) greet(s Settings) (started Started, err error) {
	if err := json.NewEncoder(c).Encode(s); err != nil {
		return started, err
	}
	line, err := c.buffer.ReadBytes('\n')
	if err != nil {
		return started, err
	}
	return started, json.Unmarshal(line, &started)
}

// program returns the command of the server: the file next to this program, or in PATH, or else its source, which Go
// then compiles.
func program() (*exec.Cmd, error) {
	if self, err := os.Executable(); err == nil {
		if beside, err := exec.LookPath(filepath.Join(filepath.Dir(self), Program)); err == nil {
			return exec.Command(beside), nil
		}
	}
	if path, err := exec.LookPath(Program); err == nil {
		return exec.Command(path), nil
	}
	if _, err := exec.LookPath("go"); err == nil {
		source := strings.TrimSuffix(reflect.TypeFor[Hub]().PkgPath(), "fitness/cluster/hub") + "cmd/" + Program
		return exec.Command("go", "run", source), nil
	}
	return nil, fmt.Errorf("the program %s was not found: install it in the directory of this program, or "+
		"in PATH", Program)
}
