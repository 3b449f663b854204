// Package cluster is an arena of many machines. It hands out pairs of games to workers over NATS, and plays on this
// machine's cores as well. The games of a pair depend on the pair alone, so the results are the same bytes as on one
// core, even if workers join, leave or answer late.
//
// Local cores take pairs from the back of the queue, workers from the front. When every pair is taken, local cores
// play those that workers have not returned yet, and the first result of a pair counts. So the arena never waits for
// a worker that died or a server that is down.
package cluster

import (
	"net"
	"strings"
	"time"
)

// Subjects of messages. Workers publish all of them but the last.
const (
	helloSubjects  = "evothello.hello."   // HOST of the worker: it is alive
	askSubjects    = "evothello.ask."     // FINGERPRINT: a worker asks for a task
	recipeSubjects = "evothello.recipes." // ARENA: a worker requests recipes by hash
	tablesSubjects = "evothello.tables."  // ARENA: a worker requests pattern tables by hash
	resultSubjects = "evothello.results." // ARENA: a worker returns results
	playSubjects   = "evothello.plays."   // ARENA: it is alive, and all its Plays before this number are over
)

// Headers of messages from workers.
const (
	taskHeader      = "Task"   // id of the task
	workerHeader    = "Worker" // id of the worker
	signatureHeader = "Signature"
	durationHeader  = "Took"   // time for the task in nanoseconds
	failedHeader    = "Failed" // set if there are no results
)

// Time limits.
const (
	interval      = time.Second     // between two hellos of a worker, and two messages of an arena that it is alive
	silence       = 5 * time.Second // after which a worker or an arena counts as gone
	serverTimeout = 5 * time.Second // for each request to the server
)

// isShared reports whether a host is no single machine to the server: unknown, or loopback, which processes of this
// machine and tunnels share.
func isShared(host string) bool {
	ip := net.ParseIP(strings.ReplaceAll(host, "-", "."))
	return ip == nil || ip.IsLoopback()
}
