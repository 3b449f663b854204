package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"evothello/engine"
	"evothello/formats"
)

// An argument is what a word of the command line stands for: a file with what it
// holds, or a game or position that was typed.
type argument struct {
	word   string
	isFile bool
	formats.File
}

// readArguments reads words that name files, or are positions or transcripts. What a
// file lacks that it can be read without goes to warn.
func readArguments(words []string, warn io.Writer) ([]argument, error) {
	var all []argument
	for _, word := range withSides(words) {
		arg, err := readArgument(word)
		if err != nil {
			return nil, err
		}
		if arg.Lacking != nil {
			fmt.Fprintf(warn, "%s: %s\n", arg.word, strings.ReplaceAll(arg.Lacking.Error(), "\n", "; "))
		}
		all = append(all, arg)
	}
	return all, nil
}

// readPositions reads words that are positions or transcripts.
func readPositions(words []string) ([]engine.Position, error) {
	var all []engine.Position
	for _, word := range withSides(words) {
		p, err := engine.ParsePosition(word)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, nil
}

// withSides joins boards with the words after them, their sides, unless they were
// quoted together.
func withSides(words []string) (joined []string) {
	for i := 0; i < len(words); i++ {
		word := words[i]
		if engine.IsBoard(word) && i+1 < len(words) {
			i++
			word += " " + words[i]
		}
		joined = append(joined, word)
	}
	return joined
}

func readArgument(word string) (arg argument, err error) {
	arg.word = word
	_, missing := os.Stat(word)
	if arg.isFile = missing == nil; arg.isFile {
		arg.File, err = formats.ReadFile(word)
		return arg, err
	}
	if game, err := engine.ParseTranscript(word); err == nil && len(game.Moves) > 0 {
		arg.Games = []formats.Annotated{{Game: *game}}
		return arg, nil
	}
	position, err := engine.ParsePosition(word)
	if err != nil {
		return arg, fmt.Errorf("%q is no file, and as a position: %w", word, err)
	}
	arg.Problems = []formats.Problem{{Position: position}}
	return arg, nil
}
