package cli

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/mitchellh/go-wordwrap"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"evothello/internal/called"
	"evothello/internal/names"
)

// wanted describes, by flag type, the values that a flag accepts.
var wanted = map[string]string{
	"int": "a whole number", "uint64": "a whole number, 0 or more", "float64": "a number",
	"duration": "a time such as 90s, 10m or 1h30m", "bool": "true or false",
	"intSlice": "whole numbers with commas between them, such as 2,4",
}

// callAsCalled writes the command line that reruns our programs into the help texts of all commands.
func callAsCalled(root *cobra.Command) {
	self := map[string]string{"evolve": called.Evolve(), "play": called.Play()}
	if name, ours := self[root.Name()]; ours {
		root.Annotations = map[string]string{cobra.CommandDisplayNameAnnotation: name}
	}
	rename := func(text string) string {
		lines := strings.Split(text, "\n")
		for i, line := range lines {
			for name, call := range self {
				if rest, found := strings.CutPrefix(line, "  "+name+" "); found {
					lines[i] = "  " + call + " " + rest
				}
			}
		}
		return strings.Join(lines, "\n")
	}
	for commands := []*cobra.Command{root}; len(commands) > 0; commands = commands[1:] {
		cmd := commands[0]
		cmd.Long, cmd.Example = rename(cmd.Long), rename(cmd.Example)
		commands = append(commands, cmd.Commands()...)
	}
}

// unknownCommand returns the error for a word that is not a command.
func unknownCommand(cmd *cobra.Command, word string) error {
	var known []string
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			known = append(known, sub.Name())
		}
	}
	unknown := names.New("command", word, known)
	if unknown.Nearest != "" {
		return unknown
	}
	return fmt.Errorf("unknown command %q; `%s --help` lists the commands", word, cmd.CommandPath())
}

// FlagError adds the remedy to the error of a flag. If a word before the flag is not a command but should be
// one, it returns the error of that word instead.
func FlagError(cmd *cobra.Command, err error) error {
	if words := cmd.Flags().Args(); cmd.HasSubCommands() && len(words) > 0 {
		return Input(unknownCommand(cmd, words[0]))
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return Inputf("%w; see `%s --help`", inWords(err), cmd.CommandPath())
	}
	if number := unknown.GetSpecifiedShortnames(); number != "" && strings.Trim(number, "0123456789.") == "" {
		return Inputf("argument -%s: a number must be 0 or more; usage: %s", number, cmd.UseLine())
	}
	var known []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { known = append(known, f.Name) })
	if near := nearFlag(unknown.GetSpecifiedName(), known); near != "" {
		return Inputf("%w; did you mean --%s?", err, near)
	}
	return Inputf("%w; see `%s --help`", err, cmd.CommandPath())
}

// otherFlags are flags of other programs, with ours.
var otherFlags = map[string]string{
	"popsize": "population", "gens": "generations", "ngen": "generations", "epochs": "generations", "model": "optimizer",
	"games": "pairs", "player": "against", "opponent": "against", "port": "addr",
	"threads": "concurrency", "jobs": "concurrency", "cores": "concurrency", "processes": "concurrency",
	"workers": "concurrency",
	"plies":   "opening-plies", "check": "verify", "agree": "replicas",
}

// nearFlag returns the known flag that a wrong name probably means. The flag has the same meaning, or its
// name is similar to the name or to a part of it. nearFlag returns "" if there is none.
func nearFlag(name string, known []string) string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", "-"))
	if ours := otherFlags[name]; slices.Contains(known, ours) {
		return ours
	}
	parts := strings.Split(name, "-")
	for _, part := range slices.Backward(parts) {
		if slices.Contains(known, part) {
			return part
		}
	}
	for _, text := range append([]string{name}, parts...) {
		if near := names.Nearest(text, known); near != "" {
			return near
		}
	}
	for _, flag := range known {
		if len(flag) > 2 && strings.HasPrefix(name, flag) {
			return flag
		}
	}
	return ""
}

// inWords describes a bad flag value without the function names of strconv.
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

// Paragraph formats a description for a help text: with a capital letter, a full stop and line breaks.
func Paragraph(sentence string) string {
	return Indent(strings.ToUpper(sentence[:1])+sentence[1:]+".", 0, 88)
}

// Indent breaks a text into lines of at most width characters, each indented by a number of spaces.
func Indent(text string, by, width int) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && by+len(line)+1+len(word) > width {
			lines, line = append(lines, line), ""
		}
		line = strings.TrimSpace(line + " " + word)
	}
	blank := strings.Repeat(" ", by)
	return blank + strings.Join(append(lines, line), "\n"+blank)
}

// Wrap breaks long lines of a text at the width of the terminal w. It does not change lines that begin with a
// space, because these are tables. If w is not a terminal it returns the text unchanged.
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
