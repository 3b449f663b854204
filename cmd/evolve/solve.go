package main

import (
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"evothello/evaluators"
	"evothello/formats"
	"evothello/internal/cli"
	"evothello/search"
)

// A solution is a position of evolve solve --json. Score is in discs from the side
// to move, empties to the winner.
type solution struct {
	Board   string  `json:"board"`
	Side    string  `json:"side"`
	Score   int     `json:"score"`
	Move    string  `json:"move"`
	Nodes   uint64  `json:"nodes"`
	Seconds float64 `json:"seconds"`
}

// solverTable makes a table that fits the hardest of the problems: 24 bytes each
// for 2¹² to 2²² positions (96 MiB), a power more for each empty square.
func solverTable(problems []formats.Problem) *search.Table {
	empties := 0
	for _, problem := range problems {
		empties = max(empties, problem.Position.Empties())
	}
	return search.NewTable(uint(min(max(empties+2, 12), 22)))
}

func newSolve() *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "solve FILE.obf",
		Short: "Solve endgame positions exactly",
		Long: `Solve all positions of an OBF file exactly and compare with the scores in the
file, where it has any. A wrong score makes the exit status 1.`,
		Args: cli.Args(cobra.ExactArgs(1)),
		RunE: func(cmd *cobra.Command, args []string) error {
			problems, err := readProblems(args[0])
			if err != nil {
				return cli.Input(err)
			}
			report := io.Discard
			if !asJSON {
				report = cmd.OutOrStdout()
			}
			return solveAll(cmd, problems, report, asJSON)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

func readProblems(path string) ([]formats.Problem, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	problems, err := formats.ReadOBF(file)
	if err == nil && len(problems) == 0 {
		err = fmt.Errorf("no position in it")
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return problems, nil
}

func solveAll(cmd *cobra.Command, problems []formats.Problem, report io.Writer, asJSON bool) error {
	searcher := search.New(solverTable(problems))
	var noWeights evaluators.Weights
	eval := evaluators.Compile(&noWeights)
	solutions := make([]solution, 0, len(problems))
	var nodes uint64
	var seconds float64
	wrong, compared := 0, 0
	for _, problem := range problems {
		searcher.NewGame()
		began := time.Now()
		r := searcher.Search(cmd.Context(), problem.Position.Board, eval, search.Settings{Depth: 1, Endgame: 64})
		if err := cmd.Context().Err(); err != nil {
			return err
		}
		s := solution{
			Board: problem.Position.Squares(), Side: problem.Position.Side.Letter(),
			Score: r.Score, Move: r.Move.String(), Nodes: r.Nodes, Seconds: time.Since(began).Seconds(),
		}
		solutions = append(solutions, s)
		nodes, seconds = nodes+s.Nodes, seconds+s.Seconds
		verdict := ""
		if best, known := problem.Best(); known {
			compared++
			if verdict = "right"; best != r.Score {
				verdict = fmt.Sprintf("WRONG: the file says %+d", best)
				wrong++
			}
		}
		fmt.Fprintf(report, "line %3d  %2d empties  %+3d  %-4s  %12d nodes  %8.3f s  %s\n",
			problem.Line, problem.Position.Empties(), s.Score, s.Move, s.Nodes, s.Seconds, verdict)
	}
	fmt.Fprintf(report, "%d positions, %d of %d scores as in the file, %d nodes, %.3f s\n",
		len(problems), compared-wrong, compared, nodes, seconds)
	if asJSON {
		document := struct {
			Positions []solution `json:"positions"`
			Nodes     uint64     `json:"nodes"`
			Seconds   float64    `json:"seconds"`
		}{solutions, nodes, seconds}
		if err := printJSON(cmd.OutOrStdout(), document); err != nil {
			return err
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d of %d scores differ from the file", wrong, compared)
	}
	return nil
}
