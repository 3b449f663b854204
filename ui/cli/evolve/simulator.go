package evolve

import (
	"fmt"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/formats"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs/tournament"
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
	if !cmd.Flags().Changed("workers") {
		f.arena.workers = s.Workers
	}
	f.output.quiet = f.output.quiet || !s.Progress
	if s.Players == nil {
		s.Players = players.SeedRoster
		fmt.Fprintf(cmd.ErrOrStderr(),
			"evolve: %s has no \"player_names\": all %d players of the reversi library play\n", path, len(s.Players))
	}
	if s.First == "white" {
		fmt.Fprintf(cmd.ErrOrStderr(), "evolve: %s lets White move first: here the side that moves first is Black\n", path)
	}
	if !s.Swap && len(s.Players) == 2 {
		fmt.Fprintf(cmd.ErrOrStderr(),
			"evolve: %s has \"swap\": false: here both players play every opening with both colours\n", path)
	}
	c := tournament.Config{Pairs: s.Pairs, Plies: s.Plies, Seed: f.seed, ListPerfect: s.Perfect}
	if board, err := engine.ShapeNamed(s.Board); err == nil && !board.IsStandard() {
		c.Board = &board
	}
	for _, name := range s.Players {
		c.Players = append(c.Players, tournament.Player{Spec: name})
	}
	return c, nil
}
