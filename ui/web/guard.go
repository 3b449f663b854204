package web

import (
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strings"
)

// A guard keeps other sites' pages from playing and from reading games. Such a page could send
// requests through a browser on this machine or in this network. So the guard refuses requests for
// another host (DNS rebinding: a foreign name with our address) and requests from another site's
// page.
type guard struct {
	loopback bool     // the server listens on loopback only
	names    []string // allowed host names besides localhost, in lower case
}

// newGuard returns the guard of a server. A server beyond loopback also accepts this machine's name
// and any IP address as host. IP addresses are safe, since DNS rebinding needs a host name.
func newGuard(loopback bool, names []string) *guard {
	g := &guard{loopback: loopback}
	if name, err := os.Hostname(); err == nil && !loopback {
		names = append(slices.Clone(names), name)
	}
	for _, name := range names {
		g.names = append(g.names, strings.ToLower(name))
	}
	return g
}

// check returns a refusal if a request must not be answered.
func (g *guard) check(r *http.Request) error {
	if !g.serves(r.Host) {
		return refusef(http.StatusForbidden,
			"unknown host %.100q: use the server's address, or start the server with --host NAME", r.Host)
	}
	site := r.Header.Get("Sec-Fetch-Site")
	if origins := r.Header.Values("Origin"); len(origins) > 0 {
		origin, err := url.Parse(origins[0])
		if err != nil || len(origins) > 1 || !strings.EqualFold(origin.Host, r.Host) &&
			!(site == "same-origin" && g.serves(origin.Host)) { // a proxy may replace the host of a request
			return refuse(http.StatusForbidden, errOtherSite)
		}
	}
	if strings.HasPrefix(r.URL.Path, "/api/") && site != "" && site != "same-origin" && site != "none" {
		return refuse(http.StatusForbidden, errOtherSite)
	}
	return nil
}

var errOtherSite = errors.New("the request comes from the page of another site: only this " +
	"server's own page may send requests")

// serves reports whether the server answers requests for a host.
func (g *guard) serves(host string) bool {
	name := strings.ToLower(host)
	if bare, _, err := net.SplitHostPort(host); err == nil {
		name = strings.ToLower(bare)
	}
	if name == "localhost" || slices.Contains(g.names, name) {
		return true
	}
	address, err := netip.ParseAddr(strings.Trim(name, "[]"))
	return err == nil && (!g.loopback || address.IsLoopback())
}

// contentSecurityPolicy lets the page load resources from this server only, and lets no page frame it.
const contentSecurityPolicy = "default-src 'none'; script-src 'self'; style-src 'self'; " +
	"img-src 'self' data: blob:; connect-src 'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// wrap returns a handler that checks requests and sets security headers before next answers.
func (g *guard) wrap(s *Server, next http.Handler) http.Handler {
	return s.handle(func(w http.ResponseWriter, r *http.Request) error {
		if r.ContentLength == 0 {
			allowLongAnswer(w)
		}
		for name, value := range map[string]string{
			"Content-Security-Policy":      contentSecurityPolicy,
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin",
			"Cross-Origin-Opener-Policy":   "same-origin",
		} {
			w.Header().Set(name, value)
		}
		if err := g.check(r); err != nil {
			return err
		}
		next.ServeHTTP(w, r)
		return nil
	})
}
