//go:build !unix

package cluster

// maxConnections returns how many connections a server accepts.
func maxConnections() int { return 4096 }
