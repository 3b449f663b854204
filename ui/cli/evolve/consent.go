package evolve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"evothello/evolution"
	"evothello/internal/called"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// consent returns an error unless the programs of a tournament may run. They may if the user typed their
// commands, gave --run-programs, or agrees now. from is the file that names the programs, or "" if the command
// line does.
func (f *tournamentFlags) consent(cmd *cobra.Command, t *tournament.Tournament, from string) error {
	if from == "" || len(t.Programs()) == 0 || f.runPrograms {
		return nil
	}
	would := fmt.Sprintf("%s names programs that would run on this machine: %s", from,
		strings.Join(t.Programs(), " and "))
	if !cli.IsTerminal(cmd.InOrStdin()) || !cli.IsTerminal(cmd.ErrOrStderr()) {
		return cli.Inputf("%s; if you trust them, add --run-programs", would)
	}
	var agreed bool
	err := cli.Cancellable(cmd.Context(), func() (err error) {
		agreed, err = ask(cmd.InOrStdin(), cmd.ErrOrStderr(), cli.Plain(would)+".\nDo you trust them? [y/N] ")
		return err
	})
	switch {
	case errors.Is(err, context.Canceled):
		fmt.Fprintln(cmd.ErrOrStderr()) // the cursor is still on the line of the question
		return cli.ErrInterrupted
	case err == nil && !agreed:
		return cli.Inputf("no program was run, because you did not answer yes")
	}
	return err
}

// ask writes a question and reports whether the answer is yes.
func ask(in io.Reader, out io.Writer, question string) (yes bool, err error) {
	if _, err := io.WriteString(out, question); err != nil {
		return false, err
	}
	answer, err := bufio.NewReader(io.LimitReader(in, 100)).ReadString('\n')
	if err != nil && err != io.EOF {
		return false, err
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return true, nil
	}
	return false, nil
}

// checkPrograms returns an error unless the user has named all programs among the opponents of a run: what a file holds
// starts no program by itself. command is the command to name them with.
func checkPrograms(c *evolution.Config, named []string, command ...string) error {
	var programs []string
	for _, text := range named {
		program, _, err := evolution.CopyPlayer(c.HomeBoard(), text)
		if err != nil {
			return fmt.Errorf("--opponent: %w", err)
		}
		programs = append(programs, program)
	}
	for _, program := range c.Programs() {
		if !slices.Contains(programs, program) {
			return fmt.Errorf("an opponent is a program, which runs only if the command line names it: `%s`",
				called.Evolve(append(command, "--opponent", program)...))
		}
	}
	return nil
}
