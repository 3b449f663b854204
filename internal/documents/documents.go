// Package documents finds the commands in README.md and docs, and the samples of their
// output, so that tests can run them.
package documents

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"mvdan.cc/sh/v3/expand"
	"mvdan.cc/sh/v3/syntax"
)

// Command is a call of evolve or play in a document.
type Command struct {
	File    string // path below the root, such as docs/how-to/analyse-games.md
	Line    int    // of its code block
	Program string // evolve or play
	Args    []string
	Sample  string // its output in the document, "" if the document has none
}

// Files returns the paths of README.md and the documents in docs, sorted, relative to root and with slashes.
func Files(root string) ([]string, error) {
	files := []string{"README.md"}
	err := fs.WalkDir(os.DirFS(root), "docs", func(name string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(name, ".md") {
			files = append(files, name)
		}
		return err
	})
	return files, err
}

// Read returns the calls of a program in the Files of root, in their order.
func Read(root, program string) ([]Command, error) {
	files, err := Files(root)
	if err != nil {
		return nil, err
	}
	var commands []Command
	for _, name := range files {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			return nil, err
		}
		for _, block := range codeBlocks(string(text)) {
			found, err := block.commands()
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w", name, block.line, err)
			}
			for _, c := range found {
				if c.File, c.Line = name, block.line; c.Program == program {
					commands = append(commands, c)
				}
			}
		}
	}
	return commands, nil
}

// Parse returns an error if root has no such command, or if the command does not take these flags or this number of
// arguments.
func (c *Command) Parse(root *cobra.Command) error {
	cmd, args, err := root.Find(c.Args)
	if err == nil {
		err = cmd.ParseFlags(args)
	}
	if err == nil {
		err = cmd.ValidateArgs(cmd.Flags().Args())
	}
	if err != nil {
		return fmt.Errorf("%s:%d: %s %s: %w", c.File, c.Line, c.Program, strings.Join(c.Args, " "), err)
	}
	return nil
}

// block is an indented code block of a document.
type block struct {
	line int // its first, from 1
	text string
}

const indent = "    "

func codeBlocks(text string) []block {
	var blocks []block
	open := false
	for i, line := range strings.Split(text, "\n") {
		code, indented := strings.CutPrefix(line, indent)
		blank := strings.TrimSpace(line) == ""
		switch {
		case indented && !open:
			blocks = append(blocks, block{line: i + 1, text: code + "\n"})
			open = true
		case open && (indented || blank):
			blocks[len(blocks)-1].text += code + "\n"
		default:
			open = false
		}
	}
	return blocks
}

// begins matches the first line of commands. Other lines begin a sample.
var begins = regexp.MustCompile(`^(\w+=\S+ )*(go|evolve|play|printf|sudo)\b`)

// commands returns the calls of evolve and play in a block. What stands between an empty
// line and the next commands is a sample of what the last call prints.
func (b block) commands() (found []Command, err error) {
	for _, paragraph := range strings.SplitAfter(b.text, "\n\n") {
		switch {
		case begins.MatchString(paragraph):
			calls, err := callsIn(paragraph)
			if err != nil {
				return nil, err
			}
			found = append(found, calls...)
		case len(found) > 0:
			found[len(found)-1].Sample += paragraph
		}
	}
	for i := range found {
		found[i].Sample = strings.Trim(found[i].Sample, "\n")
	}
	return found, nil
}

// callsIn returns the calls of evolve and play in lines for a shell.
func callsIn(lines string) (found []Command, err error) {
	script, err := syntax.NewParser().Parse(strings.NewReader(lines), "")
	if err != nil {
		return nil, err
	}
	syntax.Walk(script, func(node syntax.Node) bool {
		call, is := node.(*syntax.CallExpr)
		if !is || err != nil {
			return err == nil
		}
		words := make([]string, len(call.Args))
		for i, word := range call.Args {
			if words[i], err = expand.Literal(nil, word); err != nil {
				return false
			}
		}
		if c, ours := commandOf(words); ours {
			found = append(found, c)
		}
		return true
	})
	return found, err
}

// commandOf returns what a call runs, and whether that is one of our programs.
func commandOf(words []string) (Command, bool) {
	if len(words) > 2 && words[0] == "go" && words[1] == "run" {
		words = words[2:]
	}
	if len(words) == 0 {
		return Command{}, false
	}
	program := path.Base(words[0])
	return Command{Program: program, Args: words[1:]}, program == "evolve" || program == "play"
}
