package evolve

import (
	"fmt"

	"github.com/spf13/cobra"

	"evothello/formats"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs/tournament"
	"evothello/ui/cli"
)

// fromSimulator reads a settings file of the reversi library's simulator. It writes a note on each setting that
// works differently here.
func (f *tournamentFlags) fromSimulator(cmd *cobra.Command, path string) (tournament.Config, error) {
	data, err := files.Read(path, files.MaxSettings)
	if err != nil {
		return tournament.Config{}, err
	}
	s, err := formats.ReadSimulator(data)
	if err != nil {
		return tournament.Config{}, fmt.Errorf("%s: %w", path, err)
	}
	if !cmd.Flags().Changed("concurrency") {
		f.arena.workers = s.Workers
	}
	f.output.quiet = f.output.quiet || !s.Progress
	if s.Players == nil {
		s.Players = players.LibraryRoster
		fmt.Fprintf(cmd.ErrOrStderr(),
			"evolve: %s has no \"player_names\": all %d players of the reversi library play\n", path, len(s.Players))
	}
	if s.First == "white" {
		fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s lets White move first: in this tournament the player that moves first "+
			"is Black\n",
			cli.Plain(path))
	}
	c := tournament.Config{Pairs: s.Pairs, Plies: s.Plies, Seed: f.seed, ListPerfect: s.Perfect,
		OneColour: !s.Swap && len(s.Players) == 2}
	board, err := cli.Board(s.Board)
	if err != nil {
		return c, err
	}
	if !board.IsStandard() {
		c.Board = &board
	}
	for _, name := range s.Players {
		c.Players = append(c.Players, tournament.Player{Spec: name})
	}
	return c, nil
}
