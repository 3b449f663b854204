// Package english formats numbers in sentences.
package english

import (
	"fmt"
	"strconv"
	"strings"
)

// Count writes a number with a noun. The plural has an s, or es after an s: "1 pair", "2 pairs",
// "3 passes".
func Count(n int, noun string) string {
	switch {
	case n == 1:
	case strings.HasSuffix(noun, "s"):
		noun += "es"
	default:
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// Numbers writes a list of numbers with commas: "3, 3, 5".
func Numbers(all []int) string {
	words := make([]string, len(all))
	for i, n := range all {
		words[i] = strconv.Itoa(n)
	}
	return strings.Join(words, ", ")
}
