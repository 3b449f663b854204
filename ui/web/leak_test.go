package web

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// A server that has ended leaves no goroutines behind, also if clients left early.
func TestNoGoroutinesAfterTheEnd(t *testing.T) {
	s := open(t, Options{Runs: "../../runs"})
	for range 3 {
		ctx, leave := context.WithCancel(t.Context())
		s.listen(ctx, "/api/runs/reference/events", "").next()
		s.listen(ctx, "/api/values", `{"game": {"moves": "f5"}, "seconds": 20}`).next()
		for _, path := range []string{"/api/move", "/api/analysis"} {
			r := s.request(ctx, path, endlessSearch)
			go func() { _, _ = s.client.Do(r) }()
		}
		s.ask("/api/move", `{"game": {"moves": "f5"}, "player": {"name": "strongest"}}`, &moveAnswer{})
		leave()
	}
	s.listen(t.Context(), "/api/runs/reference/events", "").next()
	require.NotEmpty(t, serverStacks(), "there is something to end")
	s.end()
	eventually(t, func() bool { return len(serverStacks()) == 0 }, "everything has ended")
}

// serverStacks returns the stacks of a server's goroutines.
func serverStacks() (stacks []string) {
	all := make([]byte, 1<<20)
	for stack := range strings.SplitSeq(string(all[:runtime.Stack(all, true)]), "\n\n") {
		for _, part := range []string{"web.(*Server)", "web.(*watchers)", "net/http.(*conn).serve", "web.think"} {
			if strings.Contains(stack, part) {
				stacks = append(stacks, stack)
				break
			}
		}
	}
	return stacks
}
