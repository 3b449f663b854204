package tui

// A menu is a list with one selected line. A long list is shown in part.
type menu struct {
	at, top int // the selected line, and the first line shown
	lines   int // number of lines
	shown   int // number of lines shown
}

// resize sets the number of lines, and how many can be shown.
func (l *menu) resize(lines, shown int) {
	l.lines, l.shown = lines, max(shown, 1)
	l.move(0)
}

// move selects another line and scrolls to it.
func (l *menu) move(step int) {
	l.at = max(min(l.at+step, l.lines-1), 0)
	l.top = max(min(l.top, l.at, l.lines-l.shown), l.at-l.shown+1, 0)
}

// click selects a line, counted from the first one shown. It reports whether the line was selected before.
func (l *menu) click(row int) (again bool) {
	if row < 0 || row >= l.shown || l.top+row >= l.lines {
		return false
	}
	step := l.top + row - l.at
	l.move(step)
	return step == 0
}

// rows returns the range of lines to show.
func (l *menu) rows() (from, to int) { return l.top, min(l.top+l.shown, l.lines) }
