package web

import (
	"net"
	"net/url"
)

// URL returns the address of the page for this machine's browser.
func (s *Server) URL() string { return s.URLs()[0] }

// RunURL returns the address of a run's page.
func (s *Server) RunURL(name string) string { return s.URL() + "#/runs/" + url.PathEscape(name) }

// URLs returns the addresses of the page. For a server on all interfaces the first one is the loopback
// address, and the others are those that other machines can use.
func (s *Server) URLs() []string {
	interfaces, _ := net.InterfaceAddrs() // without them the loopback address remains
	return urlsOf(*s.address(), interfaces)
}

// Public reports whether other machines can reach the server.
func (s *Server) Public() bool { return !s.address().IP.IsLoopback() }

func (s *Server) address() *net.TCPAddr { return s.listener.Addr().(*net.TCPAddr) }

func urlsOf(listens net.TCPAddr, interfaces []net.Addr) (urls []string) {
	add := func(ip net.IP) {
		listens.IP = ip
		urls = append(urls, "http://"+listens.String()+"/")
	}
	if !listens.IP.IsUnspecified() {
		add(listens.IP)
		return urls
	}
	add(net.IPv4(127, 0, 0, 1))
	for _, at := range interfaces {
		if network, ok := at.(*net.IPNet); ok && network.IP.IsGlobalUnicast() { // no link-local ones, which need a zone
			add(network.IP)
		}
	}
	return urls
}
