package documents

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// The lines around a generated part of a document.
const (
	generatedBegin = "<!-- generated: %s -->\n"
	generatedEnd   = "<!-- end -->\n"
)

// ReplaceGenerated returns a document with new text in its generated parts. parts has the texts by name. A part is
// between the lines <!-- generated: NAME --> and <!-- end -->.
func ReplaceGenerated(document string, parts map[string]string) (string, error) {
	for _, name := range slices.Sorted(maps.Keys(parts)) {
		begin := fmt.Sprintf(generatedBegin, name)
		before, rest, found := strings.Cut(document, begin)
		_, after, ended := strings.Cut(rest, generatedEnd)
		if !found || !ended {
			return "", fmt.Errorf("no generated part %q: want the lines %q and %q", name, begin, generatedEnd)
		}
		document = before + begin + "\n" + parts[name] + "\n" + generatedEnd + after
	}
	return document, nil
}

// Table returns a Markdown table. It escapes the character | in cells.
func Table(header []string, rows ...[]string) string {
	var text strings.Builder
	line := func(cells []string) {
		for _, cell := range cells {
			text.WriteString("| " + strings.ReplaceAll(cell, "|", `\|`) + " ")
		}
		text.WriteString("|\n")
	}
	line(header)
	text.WriteString(strings.Repeat("|---", len(header)) + "|\n")
	for _, row := range rows {
		line(row)
	}
	return text.String()
}
