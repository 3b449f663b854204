package documents

import (
	"regexp"
	"strings"
)

// ellipsis stands in a sample for any text, on a line of its own for any lines.
const ellipsis = "…"

var (
	// measured matches figures that differ from machine to machine: speeds, and times a move.
	measured = regexp.MustCompile(`\d+ games/s|[\d.]+[nµm]?s and [\d.]+[nµm]?s a move`)
	number   = regexp.MustCompile(`\d[\d,.]*`)
	signed   = regexp.MustCompile(`[-+]?\d[\d,.]*`)
	spaces   = regexp.MustCompile(` +`)
)

// Shows reports whether output matches a sample in a document. Speeds and times may have other values.
func Shows(sample, output string) bool { return matches(sample, output, measured) }

// ShowsForm is like Shows, but all numbers may have other values, signs and widths. It is for the output of the same
// command with smaller settings.
func ShowsForm(sample, output string) bool {
	return matches(spaces.ReplaceAllString(sample, " "), spaces.ReplaceAllString(output, " "), signed)
}

// matches reports whether output is a sample in which each match of variable may differ.
func matches(sample, output string, variable *regexp.Regexp) bool {
	lines := strings.Split(sample, "\n")
	for i, line := range lines {
		if line == ellipsis {
			lines[i] = `(?s:.*)`
			continue
		}
		fixed := variable.Split(strings.TrimRight(line, " "), -1)
		for j, text := range fixed {
			fixed[j] = strings.ReplaceAll(regexp.QuoteMeta(text), ellipsis, `.*`)
		}
		lines[i] = strings.Join(fixed, "(?:"+variable.String()+")") + " *"
	}
	whole := regexp.MustCompile(`\A\s*` + strings.Join(lines, `\n`) + `\s*\z`)
	return whole.MatchString(output)
}

// Numbers returns the byte offsets of those numbers in a sample that are the same on every machine.
func Numbers(sample string) (at []int) {
	variable := measured.FindAllStringIndex(sample, -1)
	for _, n := range number.FindAllStringIndex(sample, -1) {
		for len(variable) > 0 && variable[0][1] <= n[0] {
			variable = variable[1:]
		}
		if len(variable) == 0 || n[1] <= variable[0][0] {
			at = append(at, n[0])
		}
	}
	return at
}
