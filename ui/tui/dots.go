package tui

// A dots is a drawing in braille characters. Each character is two dots wide and four high.
type dots struct{ cells [][]rune }

// newDots returns an empty drawing with a number of characters.
func newDots(columns, rows int) dots {
	d := dots{make([][]rune, rows)}
	for i := range d.cells {
		d.cells[i] = make([]rune, columns)
	}
	return d
}

// set sets the dot in column x and row y, counted from the top left. Outside the drawing it does nothing.
func (d dots) set(x, y int) {
	if x < 0 || y < 0 || y/4 >= len(d.cells) || x/2 >= len(d.cells[0]) {
		return
	}
	// The bits of a braille pattern, by column and row.
	bits := [2][4]rune{{0x01, 0x02, 0x04, 0x40}, {0x08, 0x10, 0x20, 0x80}}
	d.cells[y/4][x/2] |= bits[x%2][y%4]
}

// text returns the drawing, one string a row.
func (d dots) text() []string {
	text := make([]string, len(d.cells))
	for i, row := range d.cells {
		line := make([]rune, len(row))
		for j, bits := range row {
			line[j] = 0x2800 + bits
		}
		text[i] = string(line)
	}
	return text
}
