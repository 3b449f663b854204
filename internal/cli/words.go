package cli

import (
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/mitchellh/go-wordwrap"
	"github.com/spf13/pflag"
)

// wanted says what values of a flag's type are.
var wanted = map[string]string{
	"int": "a whole number", "uint64": "a whole number, 0 or more", "float64": "a number",
	"duration": "a time such as 90s, 10m or 1h30m", "bool": "true or false",
	"intSlice": "whole numbers with commas between them, such as 2,4",
}

// inWords puts the error of a flag's value in words without the names of functions.
func inWords(err error) error {
	wrong, ok := errors.AsType[*pflag.InvalidValueError](err)
	if !ok {
		return err
	}
	want, known := wanted[wrong.GetFlag().Value.Type()]
	switch {
	case errors.Is(err, strconv.ErrRange):
		want = "a number of fewer digits"
	case !known:
		return err
	}
	return fmt.Errorf("--%s %q: want %s", wrong.GetFlag().Name, wrong.GetValue(), want)
}

// Wrap breaks the lines of a text where it goes to a terminal that they do not fit on;
// elsewhere they stay as they are. A line that begins with blanks is a table's and stays.
func Wrap(w io.Writer, text string) string {
	if !IsTerminal(w) {
		return text
	}
	width := uint(max(Width(w), 20))
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !strings.HasPrefix(line, " ") {
			lines[i] = wordwrap.WrapString(line, width)
		}
	}
	return strings.Join(lines, "\n")
}
