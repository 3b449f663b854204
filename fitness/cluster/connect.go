package cluster

import (
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
)

// Access is what it takes to be let in, and to be sure of who is at the other end.
type Access struct {
	Token          string
	User, Password string
	// CA is a file of certificates to trust, "" for the system's. Cert and Key are files
	// of our own certificate: the server's, or a client's where the server wants one.
	CA, Cert, Key string
}

// Validate returns an error that says what does not go together.
func (a *Access) Validate() error {
	switch {
	case a.Token != "" && a.User != "":
		return errors.New("give a token or a user, not both")
	case (a.User == "") != (a.Password == ""):
		return errors.New("a user needs a password, and a password a user")
	case (a.Cert == "") != (a.Key == ""):
		return errors.New("a certificate needs its key, and a key its certificate")
	}
	return nil
}

// given reports whether anything keeps strangers out.
func (a *Access) given() bool { return a.Token != "" || a.User != "" }

// options are how a client connects: at once or later, and again and again.
func (a *Access) options(name string) []nats.Option {
	options := []nats.Option{
		nats.Name(name), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(500 * time.Millisecond), nats.ReconnectBufSize(-1), // what is lost is sent again
		nats.PingInterval(5 * time.Second), nats.MaxPingsOutstanding(2),
		nats.ErrorHandler(func(*nats.Conn, *nats.Subscription, error) {}), // the call that failed returns it
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

// connect connects to a server, which need not be there yet.
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

// ErrOpen marks errors about servers without access control that others could reach.
var ErrOpen = errors.New("open to anyone")

// A Server is a NATS server in this process, which workers connect to.
type Server struct {
	server *server.Server
	access Access
	dir    string
}

// Listen starts a server at an address such as ":4222", which keeps its files in dir. Beyond
// loopback it must have a token or a user, unless it is insecure on purpose.
func Listen(address, dir string, access Access, insecure bool) (*Server, error) {
	host, portText, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w; want HOST:PORT, such as :4222", address, err)
	}
	port, err := net.LookupPort("tcp", portText)
	if err != nil {
		return nil, fmt.Errorf("address %q: %w", address, err)
	}
	if !loopback(host) && !access.given() && !insecure {
		return nil, fmt.Errorf("address %q is %w: give a token, or listen on 127.0.0.1", address, ErrOpen)
	}
	if port == 0 {
		port = server.RANDOM_PORT
	}
	options := &server.Options{
		Host: host, Port: port, JetStream: true, StoreDir: dir, NoSigs: true, NoLog: true, DisableJetStreamBanner: true,
		Authorization: access.Token, Username: access.User, Password: access.Password, MaxPayload: 8 << 20,
	}
	if access.Cert != "" {
		options.TLSConfig, err = server.GenTLSConfig(&server.TLSConfigOpts{CertFile: access.Cert, KeyFile: access.Key,
			CaFile: access.CA, Verify: access.CA != ""})
		if err != nil {
			return nil, err
		}
		options.TLS, options.TLSVerify, options.TLSTimeout = true, access.CA != "", 5
	}
	s, err := server.NewServer(options)
	if err != nil {
		return nil, err
	}
	s.Start()
	if !s.ReadyForConnections(10 * time.Second) {
		s.Shutdown()
		return nil, fmt.Errorf("cannot listen on %s: is something else there? choose another port", address)
	}
	return &Server{s, access, dir}, nil
}

// loopback reports whether an address can be reached from this machine alone.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Address is where workers find the server, as nats://HOST:PORT.
func (s *Server) Address() string { return s.server.ClientURL() }

// connect connects to the server without a network.
func (s *Server) connect(name string) (*nats.Conn, error) {
	access := s.access
	access.CA, access.Cert, access.Key = "", "", "" // no TLS inside a process
	return nats.Connect("", append(access.options(name), nats.InProcessServer(s.server))...)
}

// Close ends the server and takes its files away.
func (s *Server) Close() {
	s.server.Shutdown()
	s.server.WaitForShutdown()
}
