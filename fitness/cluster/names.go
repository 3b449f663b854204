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
	recipeSubjects = "evothello.recipes." // ARENA: a worker requests recipes by hash
	tablesSubjects = "evothello.tables."  // ARENA: a worker requests learnt tables by hash
	resultSubjects = "evothello.results." // ARENA: a worker returns results
	endedSubjects  = "evothello.over."    // ARENA: the number of a Play that is finished
	helloSubject   = "evothello.hello"    // a worker reports that it is alive
)

// Headers of hellos and results.
const (
	taskHeader        = "Task"   // id of the task
	workerHeader      = "Worker" // id of the worker
	signatureHeader   = "Signature"
	durationHeader    = "Took"   // time for the task in nanoseconds
	failedHeader      = "Failed" // why there are no results
	redeliveredHeader = "Again"  // how often the task was delivered before
)

// Time limits.
const (
	taskLease     = 5 * time.Second // after which the server gives a task to another worker unless it is renewed
	helloInterval = time.Second     // between two hellos of a worker
	workerTimeout = 5 * time.Second // after the last hello a worker counts as gone
	serverTimeout = 5 * time.Second // for each request to the server
)

// maxQueue is the size of the stream of tasks in bytes.
const maxQueue = 256 << 20

// taskStream returns the configuration of the stream of tasks. The stream is in memory, because the arena
// plays the pairs of lost tasks itself.
func taskStream() jetstream.StreamConfig {
	return jetstream.StreamConfig{
		Name: tasksStream, Subjects: []string{taskSubjects + ">"}, Description: "evothello: batches of games to be played",
		Retention: jetstream.WorkQueuePolicy, Storage: jetstream.MemoryStorage, MaxBytes: maxQueue, MaxAge: time.Hour,
	}
}

// taskConsumer returns the configuration of the consumer that gives each task for engines with a fingerprint
// to one of the workers.
func taskConsumer(fingerprint string) jetstream.ConsumerConfig {
	return jetstream.ConsumerConfig{
		Durable: "workers-" + fingerprint, FilterSubject: taskSubjects + fingerprint + ".>",
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: taskLease, MaxAckPending: 100_000, MaxWaiting: 100_000,
		MemoryStorage: true,
	}
}
