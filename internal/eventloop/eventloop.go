//go:build !js

// Package eventloop lets the browser's event loop run in the middle of long work. Elsewhere it does nothing.
package eventloop

// Turn does nothing: work has threads of its own here.
func Turn() {}
