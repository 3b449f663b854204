//go:build !js

// Package eventloop lets the browser's event loop run in the middle of long work. Elsewhere it does nothing.
package eventloop

// Turn does nothing: outside the browser, work runs in threads of its own.
func Turn() {}
