package survey

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"evothello/engine"
)

func TestTryShortest(t *testing.T) {
	if os.Getenv("TRY") == "" {
		t.Skip()
	}
	for _, shape := range engine.Shapes {
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		b, w := findShortest(ctx, shape, func(int) {})
		cancel()
		say := func(s Shortest) string {
			if s.AtLeast != nil {
				return fmt.Sprintf(">= %d %v", *s.AtLeast, s.Exact)
			}
			return fmt.Sprint(s.Moves, s.Record)
		}
		fmt.Println(shape.Name, say(b), say(w), time.Since(began))
	}
}

func TestTryLargest(t *testing.T) {
	if os.Getenv("TRY") == "" {
		t.Skip()
	}
	for _, shape := range engine.Shapes {
		if only := os.Getenv("ONLY"); only != "" && only != shape.Name {
			continue
		}
		for side := range engine.Side(2) {
			began := time.Now()
			ctx, cancel := context.WithTimeout(t.Context(), sec())
			l := findLargest(ctx, shape, side)
			cancel()
			fmt.Println(shape.Name, side, shape.Start.Size(), l.Black, l.White, l.Exact, time.Since(began))
		}
	}
}

func sec() time.Duration {
	d, err := time.ParseDuration(os.Getenv("SEC"))
	if err != nil {
		d = 5 * time.Second
	}
	return d
}
