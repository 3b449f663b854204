// Package cli holds what all commands share: flags, exit codes, signals and error messages.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/players"
	"evothello/ui/playerlist"
)

// Exit codes.
const (
	Done    = 0
	Failed  = 1   // the work failed
	Wrong   = 2   // the command line or an input file is wrong
	Stopped = 130 // stopped by Ctrl-C or another signal
)

// ErrInterrupted is the error of a stopped command that has already informed the user.
var ErrInterrupted = errors.New("interrupted")

// inputError marks errors that are the command line's or an input file's fault.
type inputError struct{ error }

func (e inputError) Unwrap() error { return e.error }

// Input marks an error as caused by the command line or by an input file.
func Input(err error) error {
	if err == nil {
		return nil
	}
	return inputError{err}
}

// Inputf formats an error and marks it like Input.
func Inputf(format string, args ...any) error { return Input(fmt.Errorf(format, args...)) }

// Run executes the root command with args and returns its exit code. It prints errors to stderr as one line.
// A missing player is an input error.
//
// Ctrl-C, SIGTERM and SIGHUP cancel the command's context; a second signal kills the process. If output
// cannot be written, the context is cancelled too and the command fails. If this is because the reader of the
// output has ended, Run prints no error.
func Run(root *cobra.Command, args []string, stdout, stderr io.Writer) int {
	signalled, stop := signal.NotifyContext(context.Background(), endings()...)
	defer stop()
	context.AfterFunc(signalled, stop) // the second signal has its usual effect
	signal.Notify(brokenPipes, syscall.SIGPIPE)
	ctx, cancel := context.WithCancel(signalled)
	defer cancel()
	out := newStream(stdout, func(error) { cancel() })
	errs := newStream(stderr, func(err error) {
		if isBrokenPipe(err) { // other errors only lose progress and notices
			cancel()
		}
	})
	stderr = errs
	root.SetArgs(protectBoards(args))
	root.SetOut(out)
	root.SetErr(errs)
	root.SilenceErrors, root.SilenceUsage = true, true
	root.Version = Version()
	callAsCalled(root)
	complete(root)
	root.CompletionOptions.HiddenDefaultCmd = true
	root.SetFlagErrorFunc(FlagError)
	err := within(ctx, patience, func() error { return root.ExecuteContext(ctx) })
	if err == nil || signalled.Err() == nil {
		if isBrokenPipe(out.Err()) || isBrokenPipe(errs.Err()) {
			return Failed
		}
		if out.Err() != nil {
			err = unwritten(out.Err())
		}
	}
	if err == nil {
		return Done
	}
	if errors.Is(err, ErrInterrupted) {
		return Stopped
	}
	if errors.Is(err, context.Canceled) {
		fmt.Fprintf(stderr, "%s: stopped; no result was saved: run the command again\n", root.Name())
		return Stopped
	}
	if errors.Is(err, errNotStopping) {
		fmt.Fprintf(stderr, "%s: stopped\n", root.Name())
		return Stopped
	}
	err = explainTemporary(playerlist.Explain(err))
	if errors.Is(err, players.ErrAbsent) {
		err = Input(err)
	}
	fmt.Fprintf(stderr, "%s: %s\n", root.Name(), line(err.Error()))
	var input inputError
	if errors.As(err, &input) {
		return Wrong
	}
	return Failed
}

// endings returns the signals that stop a command: Ctrl-C, SIGTERM and SIGHUP. SIGHUP is left out if the
// parent ignores it, as nohup does.
func endings() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}

// patience is how long a command may take to end after a signal.
const patience = 5 * time.Second

// errNotStopping is the error of a command that did not end in time.
var errNotStopping = errors.New("the command does not stop")

// within runs work. If work still runs when patience has passed after ctx was cancelled, within abandons
// it and returns errNotStopping.
func within(ctx context.Context, patience time.Duration, work func() error) error {
	done := make(chan error, 1)
	late := make(chan struct{})
	defer context.AfterFunc(ctx, func() { time.AfterFunc(patience, func() { close(late) }) })()
	go func() { done <- work() }()
	select {
	case err := <-done:
		return err
	case <-late:
		return errNotStopping
	}
}

// Cancellable runs work that waits for input. When ctx is cancelled, it abandons the work at once and returns
// ctx's error.
func Cancellable(ctx context.Context, work func() error) error {
	if err := within(ctx, 0, work); !errors.Is(err, errNotStopping) {
		return err
	}
	return ctx.Err()
}

// line returns an error's text on one line, cut to a reasonable length: the text may quote a file.
func line(text string) string {
	const most = 4000 // bytes
	if len(text) > most {
		text = text[:most] + "…"
	}
	return Plain(strings.ReplaceAll(text, "\n", "; "))
}

// Plain escapes the invisible characters of an external text in Go syntax. This also disables terminal
// control sequences.
func Plain(text string) string {
	var out strings.Builder
	for _, r := range text {
		if strconv.IsPrint(r) {
			out.WriteRune(r)
		} else {
			quoted := strconv.QuoteRune(r)
			out.WriteString(quoted[1 : len(quoted)-1])
		}
	}
	return out.String()
}

// protectBoards replaces a board's leading "-" by ".", which also means an empty square. Otherwise cobra
// would read the board as a flag.
func protectBoards(args []string) []string {
	args = slices.Clone(args)
	for i, arg := range args {
		board, _, _ := strings.Cut(arg, " ")
		if strings.HasPrefix(arg, "-") && engine.IsBoard(board) {
			args[i] = "." + arg[1:]
		}
	}
	return args
}

// Args wraps a check of a command's arguments. It turns the check's errors into input errors with the usage
// line.
func Args(check cobra.PositionalArgs) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		err := check(cmd, args)
		switch {
		case err == nil:
			return nil
		case cmd.HasSubCommands() && len(args) > 0:
			return Input(unknownCommand(cmd, args[0]))
		case len(args) == 0:
			return Inputf("no argument given; usage: %s", cmd.UseLine())
		}
		return Inputf("%s given, %.60q; usage: %s", english.Count(len(args), "argument"), strings.Join(args, " "),
			cmd.UseLine())
	}
}

// Version returns the build's version, commit and date, the Go version and the platform.
func Version() string {
	return fmt.Sprintf("%s, %s, %s/%s", Build(), runtime.Version(), runtime.GOOS, runtime.GOARCH)
}

// Build returns the build's version, commit and date, as far as they are known.
func Build() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "(unknown)"
	}
	settings := map[string]string{}
	for _, setting := range info.Settings {
		settings[setting.Key] = setting.Value
	}
	version := info.Main.Version
	commit := settings["vcs.revision"]
	if commit = commit[:min(12, len(commit))]; !strings.Contains(version, commit) {
		version += " " + commit
	}
	if date, _, ok := strings.Cut(settings["vcs.time"], "T"); ok {
		version += " of " + date
	}
	return version
}

// NewVersion returns the command that prints the version.
func NewVersion() *cobra.Command {
	return &cobra.Command{
		Use:   "version",
		Short: "Print the version, its commit and date, and the Go version",
		Args:  Args(cobra.NoArgs),
		Run:   func(cmd *cobra.Command, _ []string) { fmt.Fprintln(cmd.OutOrStdout(), cmd.Root().Name(), Version()) },
	}
}
