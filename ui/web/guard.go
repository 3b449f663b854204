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

// A guard keeps other sites' pages from playing, or reading what is played: to a browser
// on this machine, or in this network, they could send requests in its name. So no
// request is answered that was meant for another host (a name whose address was changed
// to ours, which is DNS rebinding) or that another site's page makes.
type guard struct {
	loopback bool     // the server listens to this machine alone
	names    []string // of the server, besides localhost, in lower case
}

// newGuard guards a server that listens at an address. Open to others it may be called by
// any address, to which no other site can point a name, and by this machine's name.
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

// check returns why a request is not answered.
func (g *guard) check(r *http.Request) error {
	if !g.serves(r.Host) {
		return refusef(http.StatusForbidden, "this server is not called %.100q: call it by its address, or start it with "+
			"--host", r.Host)
	}
	if origins := r.Header.Values("Origin"); len(origins) > 0 {
		origin, err := url.Parse(origins[0])
		if err != nil || len(origins) > 1 || !strings.EqualFold(origin.Host, r.Host) {
			return refuse(http.StatusForbidden, errors.New("another site's page asks: only this server's own may"))
		}
	}
	site := r.Header.Get("Sec-Fetch-Site")
	if strings.HasPrefix(r.URL.Path, "/api/") && site != "" && site != "same-origin" && site != "none" {
		return refuse(http.StatusForbidden, errors.New("another site's page asks: only this server's own may"))
	}
	return nil
}

// serves reports whether the server may be called so.
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

// policy lets the page load resources of this server alone, and no page may frame it.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src " +
	"'self'; " +
	"base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

// wrap guards a handler.
func (g *guard) wrap(s *Server, next http.Handler) http.Handler {
	return s.handle(func(w http.ResponseWriter, r *http.Request) error {
		for name, value := range map[string]string{
			"Content-Security-Policy":      policy,
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
