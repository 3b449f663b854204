package dqn

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"evothello/engine"
)

func TestSmoke(t *testing.T) {
	if os.Getenv("SMOKE") == "" {
		t.Skip()
	}
	n, _ := strconv.Atoi(os.Getenv("SMOKE"))
	shape, err := engine.ShapeNamed("Square-6")
	require.NoError(t, err)
	c, err := Usual.Config(shape, 1)
	require.NoError(t, err)
	if v := os.Getenv("AHEAD"); v != "" {
		c.Ahead, _ = strconv.Atoi(v)
	}
	if v := os.Getenv("EVERY"); v != "" {
		c.Every, _ = strconv.Atoi(v)
	}
	if v := os.Getenv("EPS"); v != "" {
		c.Epsilon.Steps, _ = strconv.Atoi(v)
	}
	if v := os.Getenv("RATE"); v != "" {
		c.Optimizer.Rate, _ = strconv.ParseFloat(v, 64)
	}
	l, err := newLearner(&c)
	require.NoError(t, err)
	table, err := c.table()
	require.NoError(t, err)
	began := time.Now()
	sum, played := 0, 0
	for i := range n {
		r, err := l.play(context.Background(), i+1, table, nil)
		require.NoError(t, err)
		sum += r.Wins + r.Draws
		played += r.Episodes
		if (i+1)%5 == 0 {
			fmt.Printf("%6d  %5.1f %%  ε %.3f loss %.4f value %.3f trained %d  %.1f s\n", (i+1)*100, 100*float64(sum)/float64(played), r.Epsilon, r.Loss, r.Value, r.Trained, time.Since(began).Seconds())
			sum, played = 0, 0
		}
	}
}
