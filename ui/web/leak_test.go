package web

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// When a server has ended nothing of it goes on, whatever its clients did.
func TestNothingGoesOnAfterTheEnd(t *testing.T) {
	s := open(t, Options{Runs: "../../runs"})
	for range 3 {
		ctx, leave := context.WithCancel(t.Context())
		s.listen(ctx, "/api/runs/reference/events", "").next()
		s.listen(ctx, "/api/values", `{"game": {"moves": "f5"}, "seconds": 20}`).next()
		for _, path := range []string{"/api/move", "/api/analysis"} {
			r := s.request(ctx, path, far)
			go func() { _, _ = s.client.Do(r) }()
		}
		s.ask("/api/move", `{"game": {"moves": "f5"}, "player": {"name": "champion"}}`, &moveAnswer{})
		leave()
	}
	s.listen(t.Context(), "/api/runs/reference/events", "").next()
	require.NotEmpty(t, serving(), "there is something to end")
	s.end()
	soon(t, func() bool { return len(serving()) == 0 }, "everything has ended")
}

// serving are the stacks of all that a server has going on.
func serving() (stacks []string) {
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
