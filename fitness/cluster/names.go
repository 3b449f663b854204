// Package cluster is an arena of many machines. It sends pairs of games to workers over NATS
// JetStream, and plays on this machine's cores as well. The games of a pair depend on the pair
// alone, so the results are the same bytes as on one core, even if workers join, leave or
// answer late.
//
// Local cores take pairs from the back of the queue, workers from the front. When every pair
// is taken, local cores play those that workers have not returned yet, and the first result of
// a pair counts. So the arena never waits for a worker that died or a server that is down.
package cluster

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Subjects and streams. The subjects of an arena end in its name; those of tasks also have the
// fingerprint of the engine that must play them.
const (
	tasksStream    = "EVOTHELLO_TASKS"
	taskSubjects   = "evothello.tasks."   // FINGERPRINT.ARENA
	recipeSubjects = "evothello.recipes." // ARENA: a worker asks for players by hash
	tablesSubjects = "evothello.tables."  // ARENA: a worker asks for learnt tables by hash
	resultSubjects = "evothello.results." // ARENA
	overSubjects   = "evothello.over."    // ARENA: the number of a Play that is over
	helloSubject   = "evothello.hello"    // a worker says that it is there
)

// Headers of results.
const (
	taskHeader   = "Task"   // its id
	workerHeader = "Worker" // the worker's id
	tookHeader   = "Took"   // nanoseconds
	failedHeader = "Failed" // why there are none
	againHeader  = "Again"  // times the task was delivered before
)

// Time limits.
const (
	lease     = 5 * time.Second // a worker may hold a task so long without renewing it
	helloPace = time.Second     // between the hellos of a worker
	silence   = 5 * time.Second // after which a worker counts as gone
	patience  = 5 * time.Second // to wait for the server
)

// queue is the stream of tasks. It is kept in memory: an arena whose tasks are lost
// publishes them again, or plays them itself.
func queue() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{taskSubjects + ">"}, Description: "evothello: batches of games to be played",
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage, MaxBytes: 256 << 20, MaxAge: time.Hour,
	}
}

// consumer hands the tasks for engines with a fingerprint to whichever worker asks.
func consumer(fingerprint string) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: "workers-" + fingerprint, FilterSubject: taskSubjects + fingerprint + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxAckPending: 100_000, MaxWaiting: 100_000,
		MemoryStorage: true,
	}
}
