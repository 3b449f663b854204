package evolve

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/internal/names"
	"evothello/players/programs"
	"evothello/runs"
	"evothello/ui/cli"
)

// A hook is a command that a run calls for each new champion. Only a command line can name it.
type hook struct {
	text    string
	command programs.Command
}

// hookPlaceholders are the placeholders of a hook's command.
var hookPlaceholders = []string{"champion", "generation", "run"}

// hookTime is how long a hook's command may take, since the run waits for it.
const hookTime = 10 * time.Minute

func (h *hook) add(cmd *cobra.Command) {
	cmd.Flags().StringVar(&h.text, "on-champion", "",
		"call `COMMAND` for each new champion, such as 'notify {champion} {generation} {run}'")
}

// parse returns an error if the command of the flag cannot be called.
func (h *hook) parse() (err error) {
	if h.text == "" {
		return nil
	}
	if h.command, err = programs.ParseCommand(h.text, ""); err == nil {
		for _, name := range h.command.Placeholders() {
			if !slices.Contains(hookPlaceholders, name) {
				err = fmt.Errorf("{%s}: %w", name, names.New("placeholder", name, hookPlaceholders))
			}
		}
	}
	if err != nil {
		return cli.Inputf("--on-champion: %w", err)
	}
	return nil
}

// call calls the command for the run's champion, and waits for it. What it prints goes to out. A command that fails
// does not end the run; errors go to errs.
func (h *hook) call(ctx context.Context, out, errs io.Writer, run *runs.Run) {
	if h.text == "" {
		return
	}
	generation := run.State.CurrentChampion().Generation
	text, err := h.command.Output(ctx, hookTime, map[string]string{
		"champion": runs.ChampionFile(run.Path(), generation), "generation": strconv.Itoa(generation), "run": run.Path(),
	})
	for line := range strings.Lines(text) {
		fmt.Fprintln(out, cli.Plain(strings.TrimSuffix(line, "\n")))
	}
	if err != nil && ctx.Err() == nil {
		fmt.Fprintf(errs, "evolve: --on-champion: %v\n", cli.Plain(err.Error()))
	}
}
