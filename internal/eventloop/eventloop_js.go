// Package eventloop lets the browser's event loop run in the middle of long work. Work and the event loop share one
// thread in the browser. Without this package, work would receive no message, such as one to stop, before its end.
package eventloop

import (
	"syscall/js"
	"time"
)

// interval is how long work keeps the thread: a message waits that long at most.
const interval = 10 * time.Millisecond

var (
	last    time.Time
	waiting []chan struct{} // goroutines that wait for their turn, the first one first
	channel = js.Global().Get("MessageChannel").New()
)

func init() {
	channel.Get("port1").Set("onmessage", js.FuncOf(func(js.Value, []js.Value) any {
		first := waiting[0]
		waiting = waiting[1:]
		close(first)
		return nil
	}))
}

// Turn lets the event loop run if it has not run for a while. It uses a message channel instead of a timer, because
// browsers delay timers by four milliseconds.
func Turn() {
	if time.Since(last) < interval {
		return
	}
	turn := make(chan struct{})
	waiting = append(waiting, turn)
	channel.Get("port2").Call("postMessage", nil)
	<-turn
	last = time.Now()
}
