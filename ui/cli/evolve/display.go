package evolve

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/schollz/progressbar/v3"

	"evothello/ui/cli"
)

// betweenGlances and betweenLines are how long a display waits at least between two steps of its
// bar, and between two lines where there is no terminal.
const (
	betweenGlances = 200 * time.Millisecond
	betweenLines   = 10 * time.Second
)

// A display shows how work goes on: on a terminal with a bar, and everywhere with lines.
type display struct {
	w            io.Writer
	bar          *progressbar.ProgressBar // nil where there is no terminal
	pause        time.Duration            // between two steps or lines
	began, shown time.Time
}

func newDisplay(w io.Writer) *display {
	d := &display{w: w, pause: betweenLines, began: time.Now(), shown: time.Now()}
	if cli.IsTerminal(w) {
		d.pause, d.bar = betweenGlances, progressbar.NewOptions(1000,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(12),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(betweenGlances),
			progressbar.OptionSetRenderBlankState(true),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: "░", BarStart: "", BarEnd: ""}),
		)
	}
	return d
}

// due reports whether nothing has been shown for a while.
func (d *display) due() bool { return time.Since(d.shown) >= d.pause }

// move sets the bar, if there is one, to a share of 0…1, and writes beside it as many of the
// fields as fit on the line: those that matter most come first.
func (d *display) move(share float64, fields ...string) {
	const barAndPercent = 20
	d.shown = time.Now()
	if d.bar != nil {
		d.bar.Describe(fitting(cli.Width(d.w)-barAndPercent, fields))
		_ = d.bar.Set(int(1000 * min(share, 1))) // a bar that cannot be drawn stops no work
	}
}

// show moves the bar, or prints a line where there is none.
func (d *display) show(share float64, fields ...string) {
	if d.move(share, fields...); d.bar == nil {
		d.line(fields...)
	}
}

// line prints a line, in place of the bar if there is one. Empty fields are left out.
func (d *display) line(fields ...string) {
	fields = slices.DeleteFunc(fields, func(field string) bool { return field == "" })
	d.end()
	fmt.Fprintln(d.w, strings.Join(fields, "  "))
}

// end takes the bar away.
func (d *display) end() {
	if d.bar != nil {
		fmt.Fprint(d.w, "\r\033[K")
	}
}

// fitting joins the fields that fit in that width, none of them cut: a line that wraps
// could not be drawn over.
func fitting(width int, fields []string) (text string) {
	for _, field := range fields {
		longer := strings.TrimPrefix(text+"  "+field, "  ")
		if field != "" && utf8.RuneCountInString(longer) <= width {
			text = longer
		}
	}
	return text
}
