package evolve

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"evothello/internal/files"
	"evothello/report"
	"evothello/report/importance"
	"evothello/report/plots"
)

// landscapeOf measures a landscape.
func (m *measuring) landscapeOf(x, y importance.Part) error {
	var l *importance.Landscape
	err := m.games.UntilTrusted(func() (err error) {
		l, err = m.comparer.Landscape(m.cmd.Context(), m.games, x, y, m.grid, func(done, all int, h importance.Height) {
			if m.due() || done == all {
				m.show(float64(done)/float64(all), fmt.Sprintf("%d of %d", done, all),
					fmt.Sprintf("× %.2f × %.2f %v Elo", h.X, h.Y, h.Elo))
			}
		})
		return err
	})
	if err != nil {
		return err
	}
	err = m.write(map[string][]byte{"landscape.json": files.EncodeJSON(l)},
		func(dir *files.Dir) ([]string, error) { return plots.WriteLandscape(m.player, m.terms, l, dir) })
	if err != nil {
		return err
	}
	if m.output.json {
		return printJSON(m.cmd.OutOrStdout(), l)
	}
	printLandscape(m.cmd.OutOrStdout(), l, m.grid)
	m.sayPicture("landscape.png")
	return nil
}

// printLandscape prints the points and the fit of a landscape.
func printLandscape(w io.Writer, l *importance.Landscape, grid int) {
	fmt.Fprintf(w, "Elo against the player as it is, %s times the factor of the column, %s times that of the row:\n\n",
		l.X, l.Y)
	table := tabwriter.NewWriter(w, 12, 0, 2, ' ', tabwriter.AlignRight)
	header := []string{""}
	for _, factor := range importance.GridFactors(grid) {
		header = append(header, fmt.Sprintf("× %.2f", factor))
	}
	fmt.Fprintln(table, strings.Join(header, "\t")+"\t")
	for row := grid - 1; row >= 0; row-- {
		points := l.Points[row*grid:][:grid]
		cells := []string{fmt.Sprintf("× %.2f", points[0].Y)}
		for _, p := range points {
			cells = append(cells, p.Elo.String())
		}
		fmt.Fprintln(table, strings.Join(cells, "\t")+"\t")
	}
	table.Flush()
	say(w, "\n%s\n", report.Landscape(l))
}
