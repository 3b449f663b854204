package web

import (
	"cmp"
	"net"
	"net/http"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// Another site's page can neither play nor read games, whether it uses its own address or a name
// that it rebound to ours.
func TestOtherSitesAreRefused(t *testing.T) {
	s := open(t, Options{Hosts: []string{"Board.example.org"}})
	own := strings.TrimSuffix(strings.TrimPrefix(s.URL(), "http://"), "/")
	_, port, err := net.SplitHostPort(own)
	require.NoError(t, err)
	for _, c := range []struct {
		name, host, origin, site string
		status                   int
	}{
		{"by address", own, "", "", 200},
		{"by name", "localhost:" + port, "", "", 200},
		{"by IPv6 address", "[::1]:" + port, "", "", 200},
		{"by another loopback address", "127.1.2.3", "", "", 200},
		{"by the name that it was given", "board.example.org", "", "", 200},
		{
			"by that name in capitals and with a port",
			"BOARD.example.org:443", "https://BOARD.example.org:443", "same-origin", 200,
		},
		{"its own page", own, "http://" + own, "same-origin", 200},
		{"typed or from a bookmark", own, "", "none", 200},
		{"its own page, by a proxy that changes the host", own, "https://board.example.org", "same-origin", 200},

		{"rebound name", "evil.example", "", "", 403},
		{"rebound name, its own page", "evil.example:" + port, "http://evil.example:" + port, "same-origin", 403},
		{"another machine's address", "192.168.0.9:" + port, "", "", 403},
		{"a name that begins like ours", "localhost.evil.example", "", "", 403},
		{"a name that begins like the one given", "board.example.org.evil.example", "", "", 403},
		{"another site", own, "https://evil.example", "cross-site", 403},
		{"another site in an old browser", own, "https://evil.example", "", 403},
		{"another site that hides", own, "null", "", 403},
		{"another port of this machine", own, "http://127.0.0.1:1", "same-site", 403},
		{"another site's picture or script", own, "", "cross-site", 403},
		{"rebound name of a proxy that changes the host", own, "https://evil.example", "same-origin", 403},
		{"the name that it was given, another site's page", own, "https://board.example.org", "cross-site", 403},
		{"nonsense", own, "http://%zz", "", 403},
	} {
		for path, body := range map[string]string{
			"/api/players":          "",
			"/api/runs":             "",
			"/api/game":             `{"game": {"moves": "f5"}}`,
			"/api/move":             `{"game": {"moves": "f5"}, "player": {"name": "random"}}`,
			"/api/runs/none/events": "",
		} {
			r := s.request(t.Context(), path, body)
			r.Host = c.host
			if c.origin != "" {
				r.Header.Set("Origin", c.origin)
			}
			if c.site != "" {
				r.Header.Set("Sec-Fetch-Site", c.site)
			}
			response, text := s.do(r)
			if c.status == 403 {
				assert.Equal(t, 403, response.StatusCode, c.name+" "+path)
				assert.NotContains(t, text, "strongest", c.name)
			} else {
				assert.NotEqual(t, 403, response.StatusCode, c.name+" "+path)
			}
			assert.Empty(t, response.Header.Get("Access-Control-Allow-Origin"))
		}
	}
}

// Requests with two Origin headers are refused.
func TestManyOrigins(t *testing.T) {
	s := open(t, Options{})
	r := s.request(t.Context(), "/api/players", "")
	r.Header["Origin"] = []string{strings.TrimSuffix(s.URL(), "/"), "https://evil.example"}
	response, _ := s.do(r)
	assert.Equal(t, 403, response.StatusCode)
}

// Another page may link to the page, but neither frame nor read it.
func TestThePageIsGuarded(t *testing.T) {
	s := open(t, Options{})
	r := s.request(t.Context(), "/", "")
	r.Header.Set("Sec-Fetch-Site", "cross-site")
	response, _ := s.do(r)
	assert.Equal(t, 200, response.StatusCode)
	for _, path := range []string{"/", "/api/players", "/api/nothing", "/nothing"} {
		response, _ := s.do(s.request(t.Context(), path, ""))
		header := response.Header
		assert.Contains(t, header.Get("Content-Security-Policy"), "default-src 'none'; script-src 'self';")
		assert.Contains(t, header.Get("Content-Security-Policy"), "frame-ancestors 'none'")
		assert.NotContains(t, header.Get("Content-Security-Policy"), "unsafe")
		assert.Equal(t, "nosniff", header.Get("X-Content-Type-Options"))
		assert.Equal(t, "no-referrer", header.Get("Referrer-Policy"))
		assert.Equal(t, "same-origin", header.Get("Cross-Origin-Resource-Policy"))
		assert.Equal(t, "same-origin", header.Get("Cross-Origin-Opener-Policy"))
	}
}

// A server beyond loopback answers to IP addresses, to this machine's name and to the names in
// Options.Hosts.
func TestHostsBeyondLoopback(t *testing.T) {
	machine, err := os.Hostname()
	require.NoError(t, err)
	g := newGuard(false, []string{"board.example.org"})
	for host, serves := range map[string]bool{
		"192.168.0.9:8064": true, "[fe80::1]:8064": true, "fe80::1": true, "10.0.0.1": true,
		"localhost:8064": true, machine + ":8064": true, "board.example.org": true,
		"evil.example": false, "": false, "192.168.0.9.evil.example": false, "[": false, "1:2:3": false,
	} {
		assert.Equal(t, serves, g.serves(host), host)
	}
}

func TestAssets(t *testing.T) {
	page := fstest.MapFS{
		"index.html": {Data: []byte(`<link href="{{assets}}/css/page.css">` +
			`<script type="module" src="{{assets}}/js/main.js"></script>`)},
		"js/main.js":   {Data: []byte("import './other.js'")},
		"css/page.css": {Data: []byte("body {}")},
		"icon.svg":     {Data: []byte("<svg/>")},
	}
	s := open(t, Options{Page: page})
	response, index := s.do(s.request(t.Context(), "/", ""))
	assert.Equal(t, "text/html; charset=utf-8", response.Header.Get("Content-Type"))
	assert.Equal(t, "no-cache", response.Header.Get("Cache-Control"))
	_, rest, _ := strings.Cut(index, `src="`)
	script, _, _ := strings.Cut(rest, `"`)
	require.Regexp(t, `^assets/[0-9a-f]{16}/js/main.js$`, script, "relative, as a proxy may serve the page below a path")
	script = "/" + script

	for path, kind := range map[string]string{
		script: "text/javascript; charset=utf-8",
		strings.Replace(script, "js/main.js", "css/page.css", 1): "text/css; charset=utf-8",
		strings.Replace(script, "js/main.js", "icon.svg", 1):     "image/svg+xml",
	} {
		response, _ := s.do(s.request(t.Context(), path, ""))
		assert.Equal(t, 200, response.StatusCode)
		assert.Equal(t, kind, response.Header.Get("Content-Type"))
		assert.Contains(t, response.Header.Get("Cache-Control"), "immutable")
	}
	for _, path := range []string{
		"/assets/0123456789abcdef/js/main.js",
		strings.Replace(script, "main.js", "none.js", 1),
		strings.Replace(script, "js/main.js", "index.html", 1),
		strings.Replace(script, "js/main.js", "js", 1),
		strings.Replace(script, "js/main.js", "%2e%2e/secret", 1),
		"/index.html", "/favicon.ico",
	} {
		response, _ := s.do(s.request(t.Context(), path, ""))
		assert.Equal(t, http.StatusNotFound, response.StatusCode, path)
	}

	page["js/other.js"] = &fstest.MapFile{Data: []byte("1")}
	_, changed := s.do(s.request(t.Context(), "/", ""))
	assert.NotEqual(t, index, changed, "another version has another address")
}

// The embedded page has all files that it refers to.
func TestEmbeddedPage(t *testing.T) {
	s := open(t, Options{})
	_, index := s.do(s.request(t.Context(), "/", ""))
	assert.NotContains(t, index, "{{")
	for _, attribute := range []string{`src="`, `href="`} {
		for i, part := range strings.Split(index, attribute) {
			if address, _, _ := strings.Cut(part, `"`); i > 0 && strings.HasPrefix(address, "/") {
				response, _ := s.do(s.request(t.Context(), address, ""))
				assert.Equal(t, 200, response.StatusCode, address)
			}
		}
	}
}

func TestUnknownRoutes(t *testing.T) {
	s := open(t, Options{})
	for _, c := range []struct {
		method, path string
		status       int
		allow        string
	}{
		{"GET", "/api/nothing", 404, ""},
		{"POST", "/api/", 404, ""},
		{"GET", "/api/move", 405, "POST"},
		{"DELETE", "/api/players", 405, "GET, HEAD"},
		{"POST", "/", 405, "GET, HEAD"},
	} {
		r := s.request(t.Context(), c.path, "")
		r.Method = c.method
		response, text := s.do(r)
		assert.Equal(t, c.status, response.StatusCode, c.path)
		assert.Equal(t, c.allow, response.Header.Get("Allow"), c.path)
		assert.Contains(t, text, `{"error":"`+c.method+` `+c.path)
	}
}

// A browser that opens an unknown path gets a page with the way back, and scripts get JSON.
func TestUnknownPaths(t *testing.T) {
	s := open(t, Options{})
	for path, link := range map[string]string{"/nonsense": `href="./"`, "/a/<b>": `href="./../"`, "/api/nonsense": ""} {
		request := s.request(t.Context(), path, "")
		request.Header.Set("Accept", "text/html,application/xhtml+xml")
		response, body := s.do(request)
		assert.Equal(t, http.StatusNotFound, response.StatusCode)
		assert.NotContains(t, body, "<b>")
		assert.Contains(t, body, cmp.Or(link, `"error"`), path)
		_, body = s.do(s.request(t.Context(), path, ""))
		assert.Contains(t, body, `"error"`, path)
	}
}
