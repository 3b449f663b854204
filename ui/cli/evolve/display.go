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

// A display shows how work goes on: on a terminal with a bar, and everywhere with lines.
type display struct {
	w     io.Writer
	bar   *progressbar.ProgressBar // nil where there is no terminal
	shown time.Time
}

func newDisplay(w io.Writer) *display {
	d := &display{w: w}
	if cli.IsTerminal(w) {
		d.bar = drawBar(w)
	}
	return d
}

// due reports whether there is a bar that has not been moved for a moment.
func (d *display) due() bool { return d.bar != nil && time.Since(d.shown) >= betweenGlances }

// move sets the bar to a share of 0…1, and writes fields beside it.
func (d *display) move(share float64, fields ...string) {
	d.shown = time.Now()
	showBar(d.w, d.bar, share, fields...)
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

// drawBar is a bar that a thousand steps fill.
func drawBar(w io.Writer) *progressbar.ProgressBar {
	return progressbar.NewOptions(1000,
		progressbar.OptionSetWriter(w),
		progressbar.OptionSetWidth(12),
		progressbar.OptionSetPredictTime(false),
		progressbar.OptionSetElapsedTime(false),
		progressbar.OptionThrottle(200*time.Millisecond),
		progressbar.OptionSetRenderBlankState(true),
		progressbar.OptionClearOnFinish(),
		progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: "░", BarStart: "", BarEnd: ""}),
	)
}

// showBar sets a bar to a share of 0…1, and beside it as many of the fields as fit on
// the line: those that matter most come first.
func showBar(w io.Writer, bar *progressbar.ProgressBar, share float64, fields ...string) {
	const barAndPercent = 20
	bar.Describe(fitting(cli.Width(w)-barAndPercent, fields))
	_ = bar.Set(int(1000 * min(share, 1))) // a bar that cannot be drawn stops no work
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
