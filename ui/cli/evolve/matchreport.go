package evolve

import (
	"fmt"
	"io"
	"strings"
	"time"

	"evothello/engine"
	"evothello/fitness"
	"evothello/formats"
	"evothello/internal/english"
	"evothello/ui/cli"
)

// ggfOf returns the games as GGF, a line each. The comments say how to play them again.
func ggfOf(kept []fitness.PairResult, openings []fitness.Opening, report *fitness.Report) []byte {
	var out strings.Builder
	for i, pair := range kept {
		for j, game := range pair.Games {
			g := formats.Annotated{
				Game:  engine.Game{Start: openings[i].From, Moves: game.Moves},
				Place: "evothello", Black: report.A, White: report.B,
				Result:  &formats.Result{Discs: float64(game.Discs)},
				Comment: fmt.Sprintf("pair %d, seed %d, opening %s", i+1, report.Seed, engine.Transcript(openings[i].Moves)),
			}
			if game.ForfeitReason != "" {
				g.Comment += ", forfeit: " + game.ForfeitReason
				if g.Result.How = "r"; strings.HasPrefix(game.ForfeitReason, "no answer within") {
					g.Result.How = "t"
				}
			}
			if j == 1 {
				g.Black, g.White = g.White, g.Black
			}
			fmt.Fprintln(&out, g.GGF())
		}
	}
	return []byte(out.String())
}

func printReport(w io.Writer, r *fitness.Report) {
	fmt.Fprintf(w, "%s against %s: %s, %d games, %.0f games/s\n", cli.Plain(r.A), cli.Plain(r.B),
		english.Count(r.Pairs, "pair"), r.Games, r.GamesPerSecond)
	printForfeits(w, "  forfeits     ", r.A, r.B, r.Forfeits)
	if !r.Elo.Known() {
		fmt.Fprintf(w, "  score        none: %s\n", r.SuperiorityNote)
		return
	}
	fmt.Fprintf(w, "  score        %.1f %%  (95 %% interval %.1f to %.1f %%)\n", 100*r.Score, 100*r.ScoreLow,
		100*r.ScoreHigh)
	fmt.Fprintf(w, "  Elo          %v", r.Elo)
	if r.NormalizedElo != nil {
		fmt.Fprintf(w, "; normalized %+.0f ± %.0f", *r.NormalizedElo, *r.NormalizedErr)
	}
	fmt.Fprintln(w)
	fmt.Fprintf(w, "  games        %d won, %d drawn, %d lost, mean %+.1f discs\n", r.Wins, r.Draws, r.Losses, r.MeanDiscs)
	fmt.Fprintf(w, "  pentanomial  %v  (LL, LD, DD+WL, WD, WW)\n", r.Pentanomial)
	if r.Superiority != nil {
		fmt.Fprintf(w, "  superiority  %.1f %% likely that the first is stronger (LOS)\n", 100**r.Superiority)
	} else {
		fmt.Fprintf(w, "  superiority  %s\n", r.SuperiorityNote)
	}
	fmt.Fprintf(w, "  time         %s and %s a move\n", moveTime(r.MoveSecondsA), moveTime(r.MoveSecondsB))
	if r.SPRT != nil {
		fmt.Fprintf(w, "  SPRT         %s, LLR %.2f in (%.2f, %.2f): logistic Elo %g against %g, 5 %% error either way\n",
			decision(r), r.SPRT.LLR, r.SPRT.Lower, r.SPRT.Upper, r.SPRT.Elo0, r.SPRT.Elo1)
	}
}

// decision returns which hypothesis the sequential test accepted.
func decision(r *fitness.Report) string {
	switch r.SPRT.Result {
	case fitness.Accepted:
		return fmt.Sprintf("%s is stronger: a lead of %g Elo is likelier than one of %g", r.A, r.SPRT.Elo1, r.SPRT.Elo0)
	case fitness.Rejected:
		return fmt.Sprintf("%s is not stronger: a lead of %g Elo is likelier than one of %g", r.A, r.SPRT.Elo0, r.SPRT.Elo1)
	}
	return "undecided"
}

// moveTime formats a mean time with about three digits.
func moveTime(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second))
	switch {
	case d >= time.Second:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(10 * time.Microsecond).String()
	}
	return d.Round(100 * time.Nanosecond).String()
}
