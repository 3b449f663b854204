// Package cluster is an arena of many machines: it hands pairs of games out to workers
// over NATS JetStream, and plays on this machine's cores as well. Since what a pair's
// games are depends on nothing but the pair, the results are the same bytes as on one
// core, whoever plays, comes, goes or answers late.
//
// Whoever plays takes what is left: our own cores from the one end, workers from the
// other. When nothing is left that nobody has, our cores play what workers still have in
// hand, and the first result of a pair counts. So nobody is waited for: not for a worker
// that died, not for a server that is down.
package cluster

import (
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// Subjects and streams. What an arena publishes ends in its name; tasks name the
// fingerprint of the engine that is to play them as well.
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

// How long what may take.
const (
	lease     = 5 * time.Second // of a task, unless it is renewed
	helloPace = time.Second     // of workers
	silence   = 5 * time.Second // after which a worker is gone
	patience  = 5 * time.Second // with the server
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
		AckPolicy: jetstream.AckExplicitPolicy, AckWait: lease, MaxAckPending: 100_000, MaxWaiting: 100_000, MemoryStorage: true,
	}
}
