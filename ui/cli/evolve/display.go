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

// The shortest times between two updates of a display: of its bar on a terminal, and of its lines elsewhere.
const (
	barInterval  = 200 * time.Millisecond
	lineInterval = 10 * time.Second
)

// A display shows progress: with a bar on a terminal that obeys control sequences, and with lines everywhere.
type display struct {
	w            io.Writer
	bar          *progressbar.ProgressBar // nil without such a terminal
	pause        time.Duration            // the shortest time between two updates
	began, shown time.Time
}

func newDisplay(w io.Writer) *display {
	d := &display{w: w, pause: lineInterval, began: time.Now(), shown: time.Now()}
	if cli.Draws(w) {
		d.pause, d.bar = barInterval, progressbar.NewOptions(1000,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetWidth(12),
			progressbar.OptionSetPredictTime(false),
			progressbar.OptionSetElapsedTime(false),
			progressbar.OptionThrottle(barInterval),
			progressbar.OptionSetRenderBlankState(true),
			progressbar.OptionClearOnFinish(),
			progressbar.OptionSetTheme(progressbar.Theme{Saucer: "█", SaucerPadding: "░", BarStart: "", BarEnd: ""}),
		)
	}
	return d
}

// due reports whether the last update is long enough ago for another one.
func (d *display) due() bool { return time.Since(d.shown) >= d.pause }

// move sets the bar, if there is one, to a share from 0 to 1. Beside the bar it writes the fields that fit on
// the line. The most important fields come first.
func (d *display) move(share float64, fields ...string) {
	const barAndPercent = 20
	d.shown = time.Now()
	if d.bar != nil {
		d.bar.Describe(fitting(cli.Width(d.w)-barAndPercent, fields))
		_ = d.bar.Set(int(1000 * min(share, 1))) // a failing terminal must not stop the work
	}
}

// show moves the bar, or prints a line if there is no bar.
func (d *display) show(share float64, fields ...string) {
	if d.move(share, fields...); d.bar == nil {
		d.line(fields...)
	}
}

// line prints a line, and removes the bar before. It leaves out empty fields.
func (d *display) line(fields ...string) {
	fields = slices.DeleteFunc(fields, func(field string) bool { return field == "" })
	d.end()
	fmt.Fprintln(d.w, cli.Plain(strings.Join(fields, "  ")))
}

// end removes the bar from the terminal.
func (d *display) end() {
	if d.bar != nil {
		fmt.Fprint(d.w, "\r\033[K")
	}
}

// fitting joins the fields that fit in a width. It cuts no field, and the line never wraps, because the next
// update could not erase a wrapped line.
func fitting(width int, fields []string) (text string) {
	for _, field := range fields {
		longer := strings.TrimPrefix(text+"  "+cli.Plain(field), "  ")
		if field != "" && utf8.RuneCountInString(longer) <= width {
			text = longer
		}
	}
	return text
}
