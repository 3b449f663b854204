package cluster

import (
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/url"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"

	"evothello/fitness/cluster/hub"
)

// Access is the credentials and certificates of a connection. A server demands them from its clients.
type Access struct {
	Token          string
	User, Password string
	// CA is a file of trusted certificates, "" for the system's certificates. Cert and Key are the files of our own
	// certificate. A server with TLS has a certificate, and a client needs one if the server demands it.
	CA, Cert, Key string
}

// Validate returns an error if fields contradict each other.
func (a *Access) Validate() error {
	switch {
	case a.Token != "" && a.User != "":
		return errors.New("give a token or a user, not both")
	case (a.User == "") != (a.Password == ""):
		return errors.New("give a user and a password together")
	case (a.Cert == "") != (a.Key == ""):
		return errors.New("give a certificate and its key together")
	}
	return nil
}

// given reports whether there is a token or a user.
func (a *Access) given() bool { return a.Token != "" || a.User != "" }

// options returns the options of a client. The client tries to reconnect without a limit, also if the first attempt
// fails.
func (a *Access) options(name string) []nats.Option {
	options := []nats.Option{
		nats.Name(name), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectBufSize(-1), // no buffer: callers send again
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the failed call returns the error
	}
	if a.Token != "" {
		options = append(options, nats.Token(a.Token))
	}
	if a.User != "" {
		options = append(options, nats.UserInfo(a.User, a.Password))
	}
	if a.CA != "" {
		options = append(options, nats.RootCAs(a.CA))
	}
	if a.Cert != "" {
		options = append(options, nats.ClientCert(a.Cert, a.Key))
	}
	return options
}

// connect connects to a server. The server may start later.
func connect(address, name string, access *Access, more ...nats.Option) (*nats.Conn, error) {
	if _, err := url.Parse(address); err != nil {
		return nil, fmt.Errorf("server %q: %w; want nats://HOST:4222 or tls://HOST:4222", address, err)
	}
	conn, err := nats.Connect(address, append(access.options(name), more...)...)
	if err != nil {
		return nil, fmt.Errorf("server %s: %w", address, err)
	}
	return conn, nil
}

// ErrOpen is the error of a server without access control that other machines could reach.
var ErrOpen = errors.New("open to anyone")

// A Server is a NATS server that workers connect to. It runs in a process of its own, evolve-nats, which ends with this
// process.
type Server struct {
	hub    *hub.Hub
	secret string // the token of our own connection
}

// Listen starts a server at an address such as ":4222". If other machines can reach the address, access must have a
// token or a user, unless insecure is true.
func Listen(address string, access Access, insecure bool) (*Server, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w; want HOST:PORT, such as :4222", address, err)
	}
	port, err := net.LookupPort("tcp", portText)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w; want HOST:PORT, such as :4222", address, err)
	}
	if !loopback(host) && !access.given() && !insecure {
		return nil, fmt.Errorf("address %q is %w: give a token, or listen on 127.0.0.1", address, ErrOpen)
	}
	if port != 0 {
		probe, err := net.Listen("tcp", address)
		if err != nil {
			return nil, err // the server would not say why
		}
		probe.Close()
	}
	s := &Server{secret: rand.Text()}
	s.hub, err = hub.Start(hub.Settings{
		Address: net.JoinHostPort(host, strconv.Itoa(port)), Secret: s.secret, MaxConnections: maxWorkers,
		Token: access.Token, User: access.User, Password: access.Password,
		CA: access.CA, Cert: access.Cert, Key: access.Key,
		Publish: []string{helloSubjects + hub.HostInSubject, askSubjects + "*", resultSubjects + "*", recipeSubjects + "*",
			tablesSubjects + "*"},
		Subscribe: []string{nats.InboxPrefix + ">", playSubjects + "*"},
	})
	return s, err
}

// loopback reports whether only this machine can reach an address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Address returns the address for workers: nats://HOST:PORT, or tls://HOST:PORT with TLS.
func (s *Server) Address() string { return s.hub.URL }

// connect connects to the server without a network.
func (s *Server) connect(name string) (*nats.Conn, error) {
	access := Access{Token: s.secret} // and no TLS
	return nats.Connect("", append(access.options(name), nats.InProcessServer(s.hub))...)
}

// Close stops the server. The arena must be closed before.
func (s *Server) Close() { s.hub.Close() }
