package evolve

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"evothello/engine"
	"evothello/evaluators"
	"evothello/formats"
	"evothello/internal/english"
	"evothello/internal/files"
	"evothello/search"
	"evothello/ui/cli"
)

// A solution is a position in the output of evolve solve --json. Score is in discs for the side to move; empty
// squares count for the winner.
type solution struct {
	Place   string  `json:"place"` // place in the input, such as "game 3" or "line 2"
	Board   string  `json:"board"`
	Side    string  `json:"side"`
	Score   int     `json:"score"`
	Move    string  `json:"move"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// A task is a problem to solve, and its place in the input.
type task struct {
	formats.Problem
	where string
}

type solveFlags struct {
	empties int
	obf     string
	board   string
	json    bool
}

func newSolve() *cobra.Command {
	var f solveFlags
	cmd := &cobra.Command{
		Use:   "solve FILE|POSITION…",
		Short: "Solve endgame positions exactly",
		Long: `Solve positions exactly. Scores are discs for the side to move; empty squares count for
the winner.

The command solves all positions of a file. If an OBF file has scores, it compares them; the
exit status is 1 if one differs. Of a game it solves the position after the last move, or
the one with --empties N squares empty.

` + cli.Paragraph(engine.PositionForms) + `
` + cli.Paragraph(formats.Kinds),
		Example: "  evolve solve search/testdata/ffo-01-19.obf\n  evolve solve games.ggf --empties 16 --obf endgames.obf",
		Args:    cli.Args(cobra.MinimumNArgs(1)),
		RunE:    func(cmd *cobra.Command, args []string) error { return f.run(cmd, args) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.empties, "empties", 0, "solve the position of each game that has this many empty squares")
	flags.StringVar(&f.obf, "obf", "", "write the positions with best moves and scores to `FILE`, as OBF")
	flags.BoolVar(&f.json, "json", false, "print JSON")
	cli.AddSmallBoard(cmd, &f.board)
	return cmd
}

func (f *solveFlags) run(cmd *cobra.Command, args []string) error {
	chosen := cmd.Flags().Changed("empties")
	if chosen && (f.empties < 1 || f.empties > 60) {
		return cli.Inputf("--empties %d: must be 1 to 60", f.empties)
	}
	if err := checkWritable("obf", f.obf); err != nil {
		return err
	}
	board, err := cli.BoardOf(cmd, f.board)
	if err == nil {
		err = cli.UpTo8x8(board, "evolve solve", "larger ones have too many positions")
	}
	if err != nil {
		return err
	}
	all, err := readArguments(board.Start, args, cmd.ErrOrStderr())
	if err != nil {
		return cli.Input(err)
	}
	tasks, left := tasksOf(all, func(g *engine.Game) (engine.Position, bool) {
		if chosen {
			return withEmpties(g, f.empties)
		}
		return g.Final(), true
	})
	switch {
	case len(tasks) == 0:
		return cli.Inputf("--empties %d: no game has a position with this many empty squares", f.empties)
	case left > 0:
		fmt.Fprintf(cmd.ErrOrStderr(), "games without a position with %d empty squares, left out: %d\n", f.empties, left)
	}
	return f.solveAll(cmd, tasks)
}

// withEmpties returns the game's position with a number of empty squares, after passes.
func withEmpties(g *engine.Game, empties int) (p engine.Position, there bool) {
	for _, p := range g.Positions() {
		if p.Empties() == empties {
			return p, true
		}
	}
	return p, false
}

// tasksOf lists all problems, and the position of each game that ofGame chooses. left is the number of games
// without one.
func tasksOf(all []argument, ofGame func(*engine.Game) (engine.Position, bool)) (tasks []task, left int) {
	for i, arg := range all {
		where := func(kind string, number int) string {
			switch {
			case !arg.isFile:
				return fmt.Sprintf("position %d", i+1)
			case len(all) > 1:
				return fmt.Sprintf("%s %s %3d", filepath.Base(arg.word), kind, number)
			}
			return fmt.Sprintf("%s %3d", kind, number)
		}
		for _, problem := range arg.Problems {
			tasks = append(tasks, task{problem, where("line", problem.Line)})
		}
		for j := range arg.Games {
			if position, there := ofGame(&arg.Games[j].Game); there {
				tasks = append(tasks, task{formats.Problem{Position: position}, where("game", arg.Games[j].Number)})
			} else {
				left++
			}
		}
	}
	return tasks, left
}

// solverTable returns a transposition table for the hardest task: 2¹² to 2²² entries of 24 bytes (96 MiB). Each
// empty square doubles it.
func solverTable(tasks []task) *search.Table {
	empties := 0
	for _, t := range tasks {
		empties = max(empties, t.Position.Empties())
	}
	return search.NewTable(uint(min(max(empties+2, 12), 22)))
}

func (f *solveFlags) solveAll(cmd *cobra.Command, tasks []task) error {
	report := cmd.OutOrStdout()
	if f.json {
		report = io.Discard
	}
	var document struct {
		Positions []solution `json:"positions"`
		Nodes     uint64     `json:"nodes"`
		Seconds   float64    `json:"seconds"`
	}
	searcher := search.New(solverTable(tasks))
	var obf strings.Builder
	wrong, compared := 0, 0
	for _, t := range tasks {
		s, r, err := t.solve(cmd.Context(), searcher)
		if err != nil {
			return err
		}
		document.Positions = append(document.Positions, s)
		document.Nodes, document.Seconds = document.Nodes+s.Nodes, document.Seconds+s.Seconds
		comparison := ""
		if best, known := t.Best(); known {
			compared++
			if comparison = "  right"; best != r.Score {
				comparison = fmt.Sprintf("  WRONG: the file says %+d", best)
				wrong++
			}
		}
		fmt.Fprintf(report, "%s  %2d empties, %s to move  %+3d  %-4s  %12d nodes  %8.3f s%s\n",
			t.where, t.Position.Empties(), s.Side, s.Score, s.Move, s.Nodes, s.Seconds, comparison)
		t.Values = map[engine.Square]int{r.Move: r.Score}
		fmt.Fprintln(&obf, t.OBF())
	}
	same := ""
	if compared > 0 {
		same = fmt.Sprintf("%d of %d scores as in the file, ", compared-wrong, compared)
	}
	fmt.Fprintf(report, "%s, %s%d nodes, %.3f s\n", english.Count(len(tasks), "position"), same, document.Nodes,
		document.Seconds)
	if f.json {
		if err := printJSON(cmd.OutOrStdout(), document); err != nil {
			return err
		}
	}
	if f.obf != "" {
		if err := files.Write(f.obf, []byte(obf.String())); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d scores differ from the file", wrong, compared)
	}
	return nil
}

// noWeights is an evaluator without weights: an exact search needs none.
var noWeights = evaluators.Compile(evaluators.Weights{}, 0)

func (t *task) solve(ctx context.Context, searcher *search.Searcher) (solution, search.Result, error) {
	searcher.NewGame()
	began := time.Now()
	r := searcher.Search(ctx, t.Position.Board, noWeights, search.Settings{Depth: 1, Endgame: 64})
	return solution{
		Place: strings.Join(strings.Fields(t.where), " "), Board: t.Position.Squares(), Side: t.Position.Side.Letter(),
		Score: r.Score, Move: r.Move.String(), Nodes: r.Nodes, Seconds: time.Since(began).Seconds(),
	}, r, ctx.Err()
}
