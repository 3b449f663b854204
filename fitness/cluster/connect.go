package cluster

import (
	"crypto/rand"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Access is the credentials and certificates of a connection. On a server, they are those that it demands.
type Access struct {
	Token          string
	User, Password string
	// CA is a file of trusted certificates, "" for those of the system. Cert and Key are the files of our own
	// certificate: that of the server, or that of a client if the server demands one.
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

// options returns the options of a client. The client reconnects for ever, also if the first attempt fails.
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

// ErrOpen is the error of servers without access control that other machines could reach.
var ErrOpen = errors.New("open to anyone")

// A Server is a NATS server in this process. Workers connect to it.
type Server struct {
	server *server.Server
	access Access
	secret string // the token of the arena in this process
}

// Limits of a client that has connected to the server.
const (
	loginTime        = 2.0  // seconds
	maxSubscriptions = 1000 // a worker has two
)

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
	if port == 0 {
		port = server.RANDOM_PORT
	} else if probe, err := net.Listen("tcp", address); err != nil {
		return nil, err // the server would not say why
	} else {
		probe.Close()
	}
	options := &server.Options{
		Host: host, Port: port, NoSigs: true, NoLog: true, MaxPayload: 8 << 20,
		MaxConn: maxConnections(), AuthTimeout: loginTime, MaxSubs: maxSubscriptions,
	}
	s := &Server{access: access, secret: rand.Text()}
	options.CustomClientAuthentication = s
	if access.Cert != "" {
		options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: access.Cert, KeyFile: access.Key,
			CaFile: access.CA, Verify: access.CA != ""})
		if err != nil {
			return nil, err
		}
		options.TLS, options.TLSVerify, options.TLSTimeout = true, access.CA != "", 5
	}
	if s.server, err = server.NewServer(options); err != nil {
		return nil, err
	}
	s.server.Start()
	if !s.server.ReadyForConnections(10 * time.Second) {
		s.server.Shutdown()
		return nil, fmt.Errorf("cannot listen on %s: choose another port", address)
	}
	return s, nil
}

// Check implements server.Authentication. The arena in this process may do everything, workers only what they need:
// one that is not honest cannot hand out tasks, lie in the name of others or from another address, or fill the server's
// memory.
func (s *Server) Check(client server.ClientAuthentication) bool {
	given := client.GetOpts()
	user := &server.User{Username: given.Username}
	switch {
	case given.Token == s.secret:
	case !s.access.given(), same(given.Token, s.access.Token) && same(given.Username, s.access.User) &&
		same(given.Password, s.access.Password):
		host, _, _ := net.SplitHostPort(client.RemoteAddress().String())
		user.Permissions = &server.Permissions{
			Publish: &server.SubjectPermission{Allow: []string{helloSubjects + hostToken(net.ParseIP(host)), askSubjects + "*",
				resultSubjects + "*", recipeSubjects + "*", tablesSubjects + "*"}},
			Subscribe: &server.SubjectPermission{Allow: []string{nats.InboxPrefix + ">", playSubjects + "*"}},
		}
	default:
		return false
	}
	client.RegisterUser(user)
	return true
}

// same compares a secret in a time that does not depend on how much of it was guessed.
func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

// loopback reports whether only this machine can reach an address.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Address returns the address for workers, as nats://HOST:PORT.
func (s *Server) Address() string { return s.server.ClientURL() }

// connect connects to the server without a network.
func (s *Server) connect(name string) (*nats.Conn, error) {
	access := Access{Token: s.secret} // and no TLS inside a process
	return nats.Connect("", append(access.options(name), nats.InProcessServer(s.server))...)
}

// Close stops the server.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
