package web

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"os"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/engine/session"
	"evothello/ui/playerlist"
)

var (
	loadGames   = flag.Int("load.games", 6, "open games of TestLoad")
	loadClients = flag.Int("load.clients", 4, "clients of TestLoad that ask for moves at the same time")
	loadLevel   = flag.Int("load.level", playerlist.DefaultLevel, "level of the players of TestLoad")
)

// TestLoad plays many open games to their ends with concurrent clients. Meanwhile other clients
// request values, watch a run or leave early. No move is lost: each answer is a legal move, and the
// game with that move. For figures:
//
//	go test ./ui/web -run TestLoad -v -load.games 1000 -load.clients 100
func TestLoad(t *testing.T) {
	s := open(t, Options{Runs: "../../runs"})
	s.client.Transport.(*http.Transport).MaxIdleConnsPerHost = *loadClients
	s.client.Transport.(*http.Transport).MaxConnsPerHost = 0
	load := &load{site: s, open: make(chan *openGame, *loadGames), ended: make(chan struct{})}
	for i := range *loadGames {
		load.open <- &openGame{randomOpening(rand.New(rand.NewPCG(uint64(i), 0))), uint64(i)}
	}
	load.left.Store(int64(*loadGames))

	peak := watchMemory(load.ended)
	var onlookers, clients sync.WaitGroup
	for range 2 * s.analysisPool.size() {
		onlookers.Go(load.watchValues)
	}
	onlookers.Go(load.leaveEarly)
	began := time.Now()
	for range *loadClients {
		clients.Go(load.play)
	}
	clients.Wait()
	took := time.Since(began)
	onlookers.Wait()

	require.NoError(t, errors.Join(load.failures...))
	idle := func() bool { return s.movePool.idle() && s.analysisPool.idle() && len(s.streams) == 0 }
	eventually(t, idle, "nothing is left over")
	slices.Sort(load.times)
	at := func(share float64) time.Duration {
		return load.times[int(share*float64(len(load.times)-1))].Round(100 * time.Microsecond)
	}
	heap := <-peak
	assert.Less(t, heap, uint64(1<<30), "memory is bounded")
	moves := len(load.times)
	t.Logf("%d games and %d clients: %d moves in %s (%.0f a second), %d errors, %d turned away",
		*loadGames, *loadClients, moves, took.Round(time.Millisecond), float64(moves)/took.Seconds(),
		len(load.failures), load.refused.Load())
	t.Logf("a move took %s (median), %s (99th percentile), %s (longest)", at(0.5), at(0.99), at(1))
	t.Logf("heap at most %d MiB, %s; %d positions valued meanwhile", heap>>20, residentSet(), load.valued.Load())
}

// A load is the state of TestLoad.
type load struct {
	*site
	open    chan *openGame // games that wait for their next move
	left    atomic.Int64   // games that are not over
	ended   chan struct{}  // closed when all games are over
	refused atomic.Int64   // requests, because too many waited
	valued  atomic.Int64   // positions

	mu       sync.Mutex
	times    []time.Duration // of all moves
	failures []error
}

// An openGame is the client's own record of a game.
type openGame struct {
	*session.Session
	seed uint64
}

// randomOpening returns a game after eight random moves, so that the games differ.
func randomOpening(rng *rand.Rand) *session.Session {
	g := session.New(engine.Start())
	for range 8 {
		if err := g.Play(engine.RandomSquare(rng, g.Position().Moves())); err != nil {
			panic(err) // it was one of the legal moves
		}
	}
	return g
}

// play asks for a move in the game that has waited longest, until all games are over.
func (l *load) play() {
	for {
		select {
		case <-l.ended:
			return
		case g := <-l.open:
			began := time.Now()
			err := l.move(g)
			l.mu.Lock()
			l.times = append(l.times, time.Since(began))
			if err != nil {
				l.failures = append(l.failures, err)
			}
			l.mu.Unlock()
			switch {
			case err == nil && !g.Over():
				l.open <- g
			case l.left.Add(-1) == 0:
				close(l.ended)
			}
		}
	}
}

// move asks the server for a move and checks the answer.
func (l *load) move(g *openGame) error {
	moves := g.Game().Transcript()
	player := playerlist.Choice{Name: "strongest", Level: *loadLevel}
	question := quote(moveQuestion{Game: game{Moves: moves}, Player: player, Seed: g.seed})
	var answer moveAnswer
	if err := l.put("/api/move", question, &answer); err != nil {
		return fmt.Errorf("after %q: %w", moves, err)
	}
	move, err := engine.ParseSquare(answer.Move)
	if err == nil {
		err = g.Play(move)
	}
	if err != nil {
		return fmt.Errorf("after %q: %w", moves, err)
	}
	v, is := answer.Game, g.Snapshot()
	last := v.Positions[len(v.Positions)-1]
	if v.Moves != g.Game().Transcript() || last.Board != is.Squares || last.Over != is.Over ||
		last.Result != is.Discs || len(last.Legal) != len(is.Legal) {
		return fmt.Errorf("after %q and %s: the game is not the one that was asked about", moves, move)
	}
	return nil
}

// put sends a request, again if too many requests wait already.
func (l *load) put(path, question string, into any) error {
	for {
		response, err := l.client.Do(l.request(context.Background(), path, question))
		if err != nil {
			return err
		}
		if response.StatusCode == http.StatusServiceUnavailable {
			response.Body.Close()
			l.refused.Add(1)
			time.Sleep(100 * time.Millisecond)
			continue
		}
		err = json.NewDecoder(response.Body).Decode(into)
		response.Body.Close()
		if err == nil && response.StatusCode != http.StatusOK {
			err = fmt.Errorf("status %d", response.StatusCode)
		}
		return err
	}
}

// watchValues requests values of a position, again and again until all games are over.
func (l *load) watchValues() {
	for {
		select {
		case <-l.ended:
			return
		default:
			stream := l.listen(context.Background(), "/api/values", `{"game": {"moves": "f5d6c3d3c4"}, "seconds": 0.5}`)
			last := ""
			for one, ok := stream.next(); ok; one, ok = stream.next() {
				last = one.name
			}
			stream.body.Close()
			if last != "done" {
				l.mu.Lock()
				l.failures = append(l.failures, errors.New("a stream of values broke off"))
				l.mu.Unlock()
			}
			l.valued.Add(1)
		}
	}
}

// leaveEarly sends requests that take long, and cancels them after 20 ms.
func (l *load) leaveEarly() {
	for {
		select {
		case <-l.ended:
			return
		default:
			ctx, leave := context.WithTimeout(context.Background(), 20*time.Millisecond)
			for path, body := range map[string]string{
				"/api/values":                `{"game": {"moves": "f5"}}`,
				"/api/move":                  endlessSearch,
				"/api/runs/reference/events": "",
			} {
				if response, err := l.client.Do(l.request(ctx, path, body)); err == nil {
					response.Body.Close()
				}
			}
			leave()
		}
	}
}

// watchMemory samples the heap until end is closed. Then it sends the largest size, in bytes.
func watchMemory(end chan struct{}) chan uint64 {
	peak := make(chan uint64, 1)
	go func() {
		heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		most := uint64(0)
		for clock := time.Tick(20 * time.Millisecond); ; {
			metrics.Read(heap)
			most = max(most, heap[0].Value.Uint64())
			select {
			case <-end:
				peak <- most
				return
			case <-clock:
			}
		}
	}()
	return peak
}

// residentSet describes the peak resident set of the process, which includes the clients.
func residentSet() string {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		return "resident set unknown"
	}
	_, rest, _ := strings.Cut(string(status), "VmHWM:")
	size, _, _ := strings.Cut(rest, "\n")
	return "resident set at most " + strings.TrimSpace(size)
}
