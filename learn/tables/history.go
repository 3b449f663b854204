package tables

import (
	"fmt"
	"math"
	"strconv"

	"evothello/fitness"
	"evothello/internal/files"
)

// historyCSV returns history.csv, with a line for each round. Errors and scores have six decimals. The last
// columns are the candidate's score and 95 % interval against each reference opponent.
func historyCSV(c *Config, rounds []Round) []byte {
	header := []string{
		"round", "player", "games", "held_out_games", "positions",
		"rmse", "mae", "passes", "gate", "gate_pairs", "promoted",
	}
	for _, opponent := range c.Reference.Opponents {
		header = append(header, fitness.ScoreColumns(opponent.Name)...)
	}
	lines := [][]string{header}
	for i := range rounds {
		lines = append(lines, rounds[i].fields())
	}
	return files.CSV(lines...)
}

func (r *Round) fields() []string {
	report := &r.Fitted.Report
	errors, positions := Errors{}, 0
	if held := report.HeldOutErrors(); held != nil {
		errors = *held
	}
	for _, s := range report.Stages {
		positions += s.Positions
	}
	line := []string{
		strconv.Itoa(r.Round), strconv.Itoa(r.Player),
		strconv.Itoa(report.Games), strconv.Itoa(report.HeldOut), strconv.Itoa(positions),
		files.Decimals(errors.RMSE), files.Decimals(errors.MAE), strconv.Itoa(report.Passes),
		files.Decimals(r.Gate.Score()), strconv.Itoa(r.Gate.Pairs()), strconv.FormatBool(r.Promoted),
	}
	for _, against := range r.Reference {
		line = append(line, against.Result.ScoreFields()...)
	}
	return line
}

// note returns the progress of a fit as text: its errors, or the number of games whose positions are
// searched.
func (r *FitReport) note() string {
	if errors := r.HeldOutErrors(); errors != nil && r.Passes > 0 {
		return fmt.Sprintf("held-out RMSE %.2f discs, mean error %.2f", errors.RMSE, errors.MAE)
	}
	if r.Passes == 0 && r.Games > 0 {
		return fmt.Sprintf("searching the positions of game %d", r.Games)
	}
	return ""
}

// HeldOutErrors returns the errors on held-out games over all stages, in discs. It returns nil without
// held-out positions.
func (r *FitReport) HeldOutErrors() *Errors {
	all, positions := Errors{}, 0
	for _, s := range r.Stages {
		n := float64(s.HeldOut)
		all.RMSE += float64(n * s.Fit.RMSE * s.Fit.RMSE)
		all.MAE += float64(n * s.Fit.MAE)
		positions += s.HeldOut
	}
	if positions == 0 {
		return nil
	}
	return &Errors{RMSE: math.Sqrt(all.RMSE / float64(positions)), MAE: all.MAE / float64(positions)}
}
