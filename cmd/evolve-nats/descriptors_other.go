//go:build !unix

package main

// filesForConnections returns how many connections this process may have.
func filesForConnections() int { return 4096 }
