package tui

// A menu is a list with one chosen line. Of a long list a part is shown.
type menu struct {
	at, top int // lines: the chosen one, the first one shown
	lines   int // of the list
	shown   int // of them at a time
}

// resize tells how many lines there are, and for how many there is room.
func (l *menu) resize(lines, shown int) {
	l.lines, l.shown = lines, max(shown, 1)
	l.move(0)
}

// move chooses another line, which is shown.
func (l *menu) move(step int) {
	l.at = max(min(l.at+step, l.lines-1), 0)
	l.top = max(min(l.top, l.at, l.lines-l.shown), l.at-l.shown+1, 0)
}

// click chooses a line that is shown, counted from the first one, and reports whether it
// was chosen before.
func (l *menu) click(row int) (again bool) {
	if row < 0 || row >= l.shown || l.top+row >= l.lines {
		return false
	}
	step := l.top + row - l.at
	l.move(step)
	return step == 0
}

// rows are the lines to show.
func (l *menu) rows() (from, to int) { return l.top, min(l.top+l.shown, l.lines) }
