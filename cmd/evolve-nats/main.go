// Evolve-nats is the NATS server that evolve starts for workers with --listen. It reads its settings from standard
// input, prints where it listens, and ends with its input. Package hub describes both lines.
package main

import (
	"bufio"
	"bytes"
	"crypto/subtle"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
	"time"

	"github.com/nats-io/nats-server/v2/server"

	"evothello/fitness/cluster/hub"
)

// Limits of a client that has connected.
const (
	loginTime        = 2.0  // seconds
	maxSubscriptions = 1000 // a worker has two
)

func main() {
	signal.Notify(make(chan os.Signal, 1), os.Interrupt) // Ctrl-C is for the run, which ends us when it is done
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// serve runs the server until the input ends.
func serve(in io.Reader, out io.Writer) error {
	input := bufio.NewReader(in)
	line, err := input.ReadBytes('\n')
	if err != nil {
		return errors.New("no settings on standard input: do not start evolve-nats yourself, evolve --listen starts it")
	}
	var settings hub.Settings
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&settings); err != nil {
		return fmt.Errorf("settings on standard input: %w; install evolve and evolve-nats of the same version", err)
	}
	s, err := listen(settings)
	if err != nil {
		return json.NewEncoder(out).Encode(hub.Started{Error: err.Error()})
	}
	if err := json.NewEncoder(out).Encode(hub.Started{Address: s.Addr().String(), URL: s.ClientURL()}); err != nil {
		return err
	}
	run, err := s.InProcessConn()
	if err != nil {
		return err
	}
	go func() { _, _ = io.Copy(out, run) }()
	_, err = io.Copy(run, input)
	s.Shutdown()
	return err
}

// listen starts the server.
func listen(s hub.Settings) (*server.Server, error) {
	host, portText, err := net.SplitHostPort(s.Address)
	if err != nil {
		return nil, err
	}
	port, err := strconv.Atoi(portText)
	if err != nil {
		return nil, err
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	options := &server.Options{
		Host: host, Port: port, NoSigs: true, NoLog: true, MaxPayload: 8 << 20,
		MaxConn: min(s.MaxConnections, filesForConnections()), AuthTimeout: loginTime, MaxSubs: maxSubscriptions,
		CustomClientAuthentication: authentication(s),
	}
	if s.Cert != "" {
		options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: s.Cert, KeyFile: s.Key,
			CaFile: s.CA, Verify: s.CA != ""})
		if err != nil {
			return nil, err
		}
		options.TLS, options.TLSVerify, options.TLSTimeout = true, s.CA != "", 5
	}
	started, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	started.Start()
	if !started.ReadyForConnections(10 * time.Second) {
		started.Shutdown()
		return nil, fmt.Errorf("cannot listen on %s: choose another port", s.Address)
	}
	return started, nil
}

type authentication hub.Settings

// Check implements server.Authentication. The run's own connection has all rights, workers only those that they need.
// So a dishonest worker cannot hand out tasks, send messages in the name of other workers or from another address, or
// fill the server's memory.
func (a authentication) Check(client server.ClientAuthentication) bool {
	given := client.GetOpts()
	user := &server.User{Username: given.Username}
	switch {
	case a.Secret != "" && same(given.Token, a.Secret):
	case a.Token == "" && a.User == "",
		same(given.Token, a.Token) && same(given.Username, a.User) && same(given.Password, a.Password):
		host, _, _ := net.SplitHostPort(client.RemoteAddress().String())
		var publish []string
		for _, subject := range a.Publish {
			publish = append(publish, strings.ReplaceAll(subject, hub.HostInSubject, hub.HostToken(net.ParseIP(host))))
		}
		user.Permissions = &server.Permissions{
			Publish:   &server.SubjectPermission{Allow: publish},
			Subscribe: &server.SubjectPermission{Allow: a.Subscribe},
		}
	default:
		return false
	}
	client.RegisterUser(user)
	return true
}

// same compares a secret in a time that does not depend on how much of it was guessed.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }
