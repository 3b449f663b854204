package report

import (
	"fmt"

	"evothello/evolution"
	"evothello/runs"
)

// Descent says where the genes of the current champion come from; "" if d is nil.
func Descent(d *evolution.Descent) string {
	if d == nil {
		return ""
	}
	const most = 3
	own, first := d.Ancestors[0], d.Ancestors[len(d.Ancestors)-1]
	var largest []string
	for _, f := range d.Founders[:min(most, len(d.Founders))] {
		largest = append(largest, fmt.Sprintf("%.0f %% from genome %s", 100*f.Part, f.ID))
	}
	return fmt.Sprintf("The champion of generation %d is the mean of %s. They descend from %s of generation %d, as "+
		"unevenly as from %.1f equal ones: %s.", d.Champion, count(own.Number, "genome"),
		count(first.Number, "genome"), first.Generation, first.Effective, and(largest))
}

// spreadOf describes the picture of the genes' spread.
func spreadOf(run *runs.Run) string {
	first, last := run.History[0], run.History[len(run.History)-1]
	return fmt.Sprintf("Spread of the genes by scorer. The mean distance of two genomes is %.2f in generation 1 and %.2f "+
		"in generation %d.", first.Diversity, last.Diversity, last.Generation)
}
