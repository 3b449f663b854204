package survey

import (
	"context"
	"fmt"
	"os"
	"testing"
	"time"

	"evothello/engine"
)

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
			l := findLargest(ctx, shape, side, nil)
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
