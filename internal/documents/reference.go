package documents

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// CommandReference returns the document that lists all commands of a program with their help, in Markdown. It leaves
// out hidden commands, and all examples of a command except the first. It describes flags of several commands once, at
// the end. It lists only the names of flags that are settings, because the reference of configurations describes them:
// settings has the names of settings by meaning.
func CommandReference(root *cobra.Command, settings map[string]string) string {
	var pages []*helpPage
	addPages(&pages, root)
	shared := sharedFlags(pages)
	shared = slices.DeleteFunc(shared, func(f *helpFlag) bool { return settings[f.meaning] != "" })
	var text strings.Builder
	fmt.Fprintf(&text, "# Commands of `%s`\n\nThis is the help of each command; --help has more examples. "+
		"[Flags of several commands](#%s) are described once, at the end.\n", root.Name(), sharedAnchor)
	if settings != nil {
		text.WriteString("Other flags without a description are settings, some with the setting's name in parentheses: " +
			"[configuration files](configuration.md).\n")
	}
	for _, page := range pages {
		fmt.Fprintf(&text, "\n## %s\n\n```text\n%s```\n", page.path, page.without(shared, settings))
	}
	fmt.Fprintf(&text, "\n## Flags of several commands\n\n```text\n%s```\n", shared)
	return text.String()
}

const sharedAnchor = "flags-of-several-commands"

// A helpPage is the help of a command, as lines.
type helpPage struct {
	path     string
	commands []string // names of its subcommands, whose own pages describe them
	lines    []string
}

func addPages(pages *[]*helpPage, command *cobra.Command) {
	example := command.Example
	command.Example, _, _ = strings.Cut(example, "\n  evolve ")
	page := &helpPage{path: command.CommandPath(), lines: slices.Collect(strings.Lines(help(command)))}
	command.Example = example
	*pages = append(*pages, page)
	for _, sub := range command.Commands() {
		page.commands = append(page.commands, sub.Name())
	}
	for _, sub := range command.Commands() {
		if sub.IsAvailableCommand() || sub.IsAdditionalHelpTopicCommand() {
			addPages(pages, sub)
		}
	}
}

// flagLine matches the line of a flag in help: its name with the placeholder of its value, its meaning, its default.
var flagLine = regexp.MustCompile(`^  ((?:-\w, )?--[a-z-]+(?: \S+)?) +(.*?)( \(default .*\))?\n$`)

// A helpFlag is a flag that several commands have with the same meaning.
type helpFlag struct {
	name, meaning string
	standard      string // text about its default, if all commands have the same
	commands      int
}

// A flagList has the flags of several commands, in order.
type flagList []*helpFlag

func (l flagList) find(name, meaning string) *helpFlag {
	i := slices.IndexFunc(l, func(f *helpFlag) bool { return f.name == name && f.meaning == meaning })
	if i < 0 {
		return nil
	}
	return l[i]
}

// sharedFlags returns the flags of two commands or more: of each name the meaning that most commands have.
func sharedFlags(pages []*helpPage) flagList {
	var all flagList
	for _, page := range pages {
		for _, line := range page.lines {
			found := flagLine.FindStringSubmatch(line)
			if found == nil {
				continue
			}
			flag := all.find(found[1], found[2])
			if flag == nil {
				flag = &helpFlag{name: found[1], meaning: found[2], standard: found[3]}
				all = append(all, flag)
			}
			if flag.commands++; flag.standard != found[3] {
				flag.standard = ""
			}
		}
	}
	return slices.DeleteFunc(all, func(f *helpFlag) bool {
		return f.commands < 2 || slices.ContainsFunc(all, func(o *helpFlag) bool {
			return o != f && o.long() == f.long() && o.commands > f.commands
		})
	})
}

// long returns the flag without its short form and its placeholder.
func (f *helpFlag) long() string {
	name, _, _ := strings.Cut(f.name[strings.Index(f.name, "--"):], " ")
	return name
}

func (l flagList) String() string {
	width := 0
	for _, flag := range l {
		width = max(width, len(flag.name))
	}
	var text strings.Builder
	for _, flag := range l {
		fmt.Fprintf(&text, "  %-*s  %s%s\n", width, flag.name, flag.meaning, flag.standard)
	}
	return text.String()
}

// commandLine matches the line of a subcommand in help.
var commandLine = regexp.MustCompile(`^  ([a-z]+) {2,}\S.*\n$`)

// without returns the help without a usage that is only the command's name, with the names alone of subcommands and of
// flags that are described elsewhere, and with the defaults that only this command has.
func (p *helpPage) without(shared flagList, settings map[string]string) string {
	var text strings.Builder
	var names []string
	end := func() {
		for line := range slices.Chunk(names, 6) {
			fmt.Fprintf(&text, "  %s\n", strings.Join(line, ", "))
		}
		names = nil
	}
	for _, line := range p.lines {
		if usage, is := strings.CutPrefix(line, "Usage: "); is {
			if usage = strings.TrimSuffix(strings.TrimSpace(usage), " [flags]"); usage != p.path {
				fmt.Fprintf(&text, "Usage: %s\n", usage)
			}
			continue
		}
		if found := commandLine.FindStringSubmatch(line); found != nil && slices.Contains(p.commands, found[1]) {
			names = append(names, found[1])
			continue
		}
		found := flagLine.FindStringSubmatch(line)
		var flag *helpFlag
		if found != nil {
			flag = shared.find(found[1], found[2])
			if setting := settings[found[2]]; setting != "" {
				flag = &helpFlag{name: found[1], standard: found[3]}
				name := flag.long()
				if strings.TrimPrefix(strings.ReplaceAll(name, "-", "_"), "__") != setting {
					name += " (" + setting + ")"
				}
				names = append(names, name)
				continue
			}
		}
		if flag == nil {
			end()
			text.WriteString(line)
			continue
		}
		name := flag.long()
		if flag.standard == "" {
			name += found[3]
		}
		names = append(names, name)
	}
	end()
	return text.String()
}

// help returns what --help prints.
func help(command *cobra.Command) string {
	var text strings.Builder
	command.SetOut(&text)
	_ = command.Help() // writing to memory cannot fail
	command.SetOut(nil)
	return text.String()
}

// The widest lines of help, in characters: of descriptions, and of usage, where each line has a flag.
const (
	widestDescription = 92
	widestUsage       = 130
)

// WideHelp searches the help of all commands and returns the lines that are too long for a terminal.
func WideHelp(root *cobra.Command) (wide []string) {
	root.InitDefaultHelpFlag()
	add := func(text string, most int) {
		for line := range strings.Lines(text) {
			if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > most {
				wide = append(wide, fmt.Sprintf("%s: more than %d characters: %s", root.CommandPath(), most, line))
			}
		}
	}
	add(root.Long, widestDescription)
	add(root.UsageString(), widestUsage)
	for _, sub := range root.Commands() {
		if sub.IsAvailableCommand() {
			wide = append(wide, WideHelp(sub)...)
		}
	}
	return wide
}
