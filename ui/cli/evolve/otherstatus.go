package evolve

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"evothello/internal/called"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/report/boards"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// resumeTournamentCommand returns the command that continues the tournament of a directory. programs says whether
// it has external programs.
func resumeTournamentCommand(dir string, programs bool) string {
	if programs {
		return called.Evolve("resume", dir, "--run-programs")
	}
	return called.Evolve("resume", dir)
}

// tournamentStatus prints the progress of a tournament: its players, games and results so far.
func tournamentStatus(cmd *cobra.Command, dir string, asJSON bool) error {
	s, err := tournament.ReadStatus(files.At(dir))
	if err != nil {
		return cli.Input(err)
	}
	w, names := cmd.OutOrStdout(), make([]string, len(s.Config.Players))
	for i, p := range s.Config.Players {
		names[i] = p.Spec
	}
	if asJSON {
		return printJSON(w, map[string]any{"tournament": dir, "players": names, "played": s.Played, "games": s.Games,
			"results": s.Results})
	}
	fmt.Fprintf(w, "Tournament %s on the board %s: %d of %s played.\n", cli.Plain(dir), s.Config.HomeBoard().Name,
		s.Played, english.Count(s.Games, "game"))
	if s.Results == nil {
		say(w, "%s.\n", cli.Plain("Players: "+strings.Join(names, ", ")))
	} else {
		fmt.Fprintln(w)
		printResults(w, s.Results)
	}
	verb := "go on     "
	if s.Played == s.Games {
		verb = "draw again"
	}
	fmt.Fprintf(w, "\n  %s  %s\n", verb, resumeTournamentCommand(dir, s.Programs))
	return nil
}

// storedBoards names the boards that were analysed in a directory of evolve board. A damaged file is an error.
func storedBoards(dir string) ([]string, error) {
	for _, damaged := range boards.Check(files.At(dir)) {
		return nil, cli.Input(damaged)
	}
	return boards.StoredBoards(files.At(dir)), nil
}

// boardsStatus prints which boards were analysed in a directory of evolve board.
func boardsStatus(cmd *cobra.Command, dir string, asJSON bool) error {
	w := cmd.OutOrStdout()
	boards, err := storedBoards(dir)
	if err != nil {
		return err
	}
	if asJSON {
		return printJSON(w, map[string]any{"analyses": dir, "boards": boards})
	}
	fmt.Fprintf(w, "%s holds analyses of boards: %s.\n\n", cli.Plain(dir), cli.Plain(strings.Join(boards, ", ")))
	fmt.Fprintf(w, "  show it    %s\n", called.Evolve(append(append([]string{"board"}, boards...), "--state", dir)...))
	return nil
}
