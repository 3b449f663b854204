package cli

import (
	"cmp"
	"math/bits"
	"os"
	"runtime"
	"strings"

	"golang.org/x/term"
)

// IsTerminal reports whether a stream is a terminal.
func IsTerminal(stream any) bool {
	file, ok := stream.(interface{ Fd() uintptr })
	return ok && term.IsTerminal(int(file.Fd()))
}

// Draws reports whether a stream is a terminal that supports control sequences, such as colours. It reads the
// terminal's type from TERM, which is not set on Windows.
func Draws(stream any) bool {
	kind := os.Getenv("TERM")
	return IsTerminal(stream) && kind != "dumb" && (kind != "" || runtime.GOOS == "windows")
}

// Width returns the number of characters in a line of a terminal, or 80 if unknown.
func Width(stream any) int {
	if file, ok := stream.(interface{ Fd() uintptr }); ok {
		if width, _, err := term.GetSize(int(file.Fd())); err == nil && width > 0 {
			return width
		}
	}
	return 80
}

// ShowsUnicode reports whether terminals can show more than ASCII. It reads the first of LC_ALL, LC_CTYPE and
// LANG that is set. Windows sets none of them, and its terminals can show Unicode.
func ShowsUnicode() bool {
	locale := strings.ToLower(cmp.Or(os.Getenv("LC_ALL"), os.Getenv("LC_CTYPE"), os.Getenv("LANG")))
	return runtime.GOOS == "windows" || strings.Contains(locale, "utf-8") || strings.Contains(locale, "utf8")
}

var replacedInASCII = strings.NewReplacer(
	"·", ".", "•", ".", "●", "X", "○", "O", "…", "...", "–", "-", "—", "-", "−", "-", "’", "'", "“", `"`, "”", `"`,
	"±", "+-", "×", "x", "∞", "inf", "µ", "u", "ε", "e", "▸", ">", "‹", "<", "›", ">", "≥", ">=", "≤", "<=", "▏", "|",
	"↑", "^", "↓", "v", "←", "<", "→", ">", "▲", "^", "▼", "v", "█", "#", "░", ".", "│", "|", "─", "-", "┼", "+",
	"├", "+", "┤", "+", "┬", "+", "┴", "+", "┌", "+", "┐", "+", "└", "+", "┘", "+",
)

// ASCII converts a text to ASCII characters.
func ASCII(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r < 0x80:
			return r
		case 0x2800 <= r && r < 0x2900: // a braille pattern of a chart
			return rune(" .:::####"[bits.OnesCount32(uint32(r-0x2800))])
		}
		return '?'
	}, replacedInASCII.Replace(text))
}
