// Package report describes the results of a run in sentences and as an HTML page.
package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"golang.org/x/text/language"
	"golang.org/x/text/message"

	"evothello/evolution"
	"evothello/runs"
)

// Strength returns sentences on the strength of a run's champion. The first one compares it with the start of
// the run, if there is one. The others list the reference opponents that it is stronger or weaker than, with
// likelihoods and the conditions of the games. Strength returns "" before the first champion.
func Strength(run *runs.Run) string {
	s := run.Status()
	switch {
	case s.Champion == nil:
		return ""
	case s.Start == nil:
		return measuredStrength(run, &s) + sinceTheFirst(run, &s)
	case s.Start.Pairs == 0 && GateTooShort(&run.Config) != "":
		return fmt.Sprintf("The champion is still %s. %s", startOf(s.Start), GateTooShort(&run.Config))
	case s.Start.Pairs == 0 || len(s.Champion.Reference) == 0:
		return AgainstStart(s.Start)
	}
	return AgainstStart(s.Start) + " " + measuredStrength(run, &s)
}

// GateTooShort returns a warning with a remedy if no candidate of a run can pass the gate, else "".
func GateTooShort(c *evolution.Config) string {
	if least := c.Gate.LeastPairs(); c.Gate.Pairs < least && !c.GateCompares() {
		return fmt.Sprintf("The gate has %s, and a candidate needs at least %d to pass: give more --population or --pairs "+
			"(a quarter of their product is the gate), or gate.pairs in a file for --config.", count(c.Gate.Pairs, "pair"),
			least)
	}
	return ""
}

// AgainstStart returns a sentence on whether a champion is better than the start of its run.
func AgainstStart(s *runs.StartStatus) string {
	score := fmt.Sprintf("%.0f %% (%.0f to %.0f)", 100*s.Score, 100*s.Low, 100*s.High)
	start := startOf(s)
	switch {
	case s.Pairs == 0:
		return fmt.Sprintf("No candidate has passed the gate yet: the champion is still %s. More generations "+
			"may find a better one; if not, try a larger population or more pairs.", start)
	case s.Low > 0.5:
		return fmt.Sprintf("Better than %s: %s.", start, score)
	case s.High < 0.5:
		return fmt.Sprintf("Worse than %s: %s. A champion that passed the gate by luck is replaced sooner with "+
			"more pairs per genome (--pairs), which also make the gate longer.", start, score)
	}
	return fmt.Sprintf("It is not sure that the champion is better than %s: %s. More generations, or a "+
		"longer match, will show it.", start, score)
}

// startOf returns the start of a run in words.
func startOf(s *runs.StartStatus) string {
	if s.Name == evolution.StartValues {
		return s.Name
	}
	return "your start, " + s.Name
}

// sinceTheFirst returns a sentence that compares the champion of a run without a start to the run's first one, "" if
// there is nothing to compare yet.
func sinceTheFirst(run *runs.Run, s *runs.Status) string {
	if s.Champion.Generation == 1 {
		if s.Generation == 1 {
			return ""
		}
		return " It is still the champion of generation 1, the mean of random genomes: no later candidate has passed the " +
			"gate. More generations may find a better one."
	}
	first := run.State.Champions[0].Reference
	if len(first) == 0 || first[0].Result.Pairs() < 2 {
		return ""
	}
	return fmt.Sprintf(" The run's first champion scored %.0f %% against %s.", 100*first[0].Result.Score(),
		first[0].Opponent)
}

// measuredStrength describes the champion's results against the reference opponents.
func measuredStrength(run *runs.Run, s *runs.Status) string {
	champion := fmt.Sprintf("The champion of generation %d, the run's %s,", s.Champion.Generation, ordinal(s.Promotions))
	reference := &run.Config.Reference
	conditions := fmt.Sprintf(" (%s)", run.Config.Search)
	if run.Config.Tunes() {
		conditions = ""
	}
	openings := "on openings that took no part in fitness"
	if run.Config.Plies == 0 {
		openings = "from the start position, with random moves"
	}
	return measured(champion, s.Champion.Reference, reference.Pairs, conditions, openings)
}

// measured describes a champion's strength from its results against the reference opponents. pairs is the number of
// pairs against each opponent, conditions is the search in brackets or "", and openings says where they began.
func measured(champion string, scores []runs.ScoreStatus, pairs int, conditions, openings string) string {
	text, ok := verdicts(scores)
	switch {
	case len(scores) == 0:
		return champion + " has no results against other players: its run has no reference opponents."
	case !ok:
		return fmt.Sprintf("%s played only %s of games with each opponent, too few to say how strong it is.",
			champion, count(scores[0].Pairs, "pair"))
	}
	return fmt.Sprintf("%s is %s. It played %s of games with each%s, %s.",
		champion, text, count(pairs, "pair"), conditions, openings)
}

// verdicts groups the opponents by result; ok is false if there are too few games.
func verdicts(scores []runs.ScoreStatus) (text string, ok bool) {
	var stronger, weaker, even group
	for _, against := range scores {
		switch against.Comparison() {
		case runs.TooFewGames:
			return "", false
		case runs.Stronger:
			stronger.add(against.Opponent, sureness(*against.Superiority)+" sure")
		case runs.Weaker:
			weaker.add(against.Opponent, sureness(1-*against.Superiority)+" sure")
		case runs.Even:
			even.add(against.Opponent, against.Elo.Interval()+" Elo")
		}
	}
	var parts []string
	for _, verdict := range []struct {
		text string
		group
	}{{"stronger than", stronger}, {"weaker than", weaker}, {"neither clearly stronger nor weaker than", even}} {
		if len(verdict.names) > 0 {
			parts = append(parts, verdict.text+" "+verdict.String())
		}
	}
	return strings.Join(parts, "; "), true
}

// A group is a list of opponents with the same result, with a remark on each.
type group struct{ names, remarks []string }

func (g *group) add(name, remark string) {
	g.names, g.remarks = append(g.names, name), append(g.remarks, remark)
}

// String lists the opponents. A remark that all share appears once.
func (g *group) String() string {
	if len(g.names) > 1 && len(slices.Compact(slices.Clone(g.remarks))) == 1 {
		return fmt.Sprintf("%s (each %s)", and(g.names), g.remarks[0])
	}
	remarked := make([]string, len(g.names))
	for i, name := range g.names {
		remarked[i] = fmt.Sprintf("%s (%s)", name, g.remarks[i])
	}
	return and(remarked)
}

// Cost returns sentences on the games, nodes and time of the run so far, and on the generations that were
// played again.
func Cost(run *runs.Run) string {
	s := run.Status()
	text := spent(run, &s)
	for _, again := range s.Redone {
		text += fmt.Sprintf(" Generations %d to %d were played again: %s.", again.From, again.To, again.Reason)
	}
	return text
}

func spent(run *runs.Run, s *runs.Status) string {
	generations, games := count(s.Generation, "generation"), count(s.Games, "game")
	if s.Nodes == 0 { // times and nodes have a file of their own, which may be lost
		return fmt.Sprintf("The run cost %s and %s.", generations, games)
	}
	return fmt.Sprintf("The run cost %s, %s and %s positions in %s.",
		generations, games, large(s.Nodes), Time(&run.Directory))
}

// Time formats the time of a run: wall-clock time, and CPU time where it was recorded.
func Time(w *runs.Directory) string {
	seconds := w.Elapsed().Seconds()
	text := Duration(seconds)
	switch cpu, of := w.CPU(); {
	case cpu == 0:
		return text
	case of > 0.99*seconds:
		return fmt.Sprintf("%s, with %s of CPU time", text, Duration(cpu))
	default: // an older version recorded no CPU time
		return fmt.Sprintf("%s, with %s of CPU time in the last %s", text, Duration(cpu), Duration(of))
	}
}

// Duration formats seconds: 3.4s, 12s, 3m 20s, 2h 5m.
func Duration(seconds float64) string {
	d := time.Duration(seconds * float64(time.Second)).Round(time.Second)
	switch {
	case d < 10*time.Second:
		return fmt.Sprintf("%.1fs", seconds)
	case d < time.Minute:
		return fmt.Sprintf("%ds", int(d.Seconds()))
	case d < time.Hour:
		return fmt.Sprintf("%dm %ds", int(d.Minutes()), int(d.Seconds())%60)
	}
	return fmt.Sprintf("%dh %dm", int(d.Hours()), int(d.Minutes())%60)
}

// Budget formats a duration as a flag's value, without zero units at the end: 11m.
func Budget(d time.Duration) string {
	text := d.String()
	for _, zero := range []string{"m0s", "h0m"} {
		if strings.HasSuffix(text, zero) {
			text = text[:len(text)-2]
		}
	}
	return text
}

// sureness formats a likelihood as a percentage, but never as 100 %.
func sureness(likelihood float64) string {
	if likelihood >= 0.9995 {
		return "over 99.9 %"
	}
	return percent(likelihood)
}

func percent(share float64) string { return fmt.Sprintf("%.1f %%", 100*share) }

// english formats whole numbers with a comma between thousands.
var english = message.NewPrinter(language.English)

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return english.Sprintf("%d %s", n, noun)
}

// large formats a large number with few digits.
func large(n uint64) string {
	switch {
	case n >= 1e9:
		return english.Sprintf("%.1f billion", float64(n)/1e9)
	case n >= 1e6:
		return fmt.Sprintf("%.1f million", float64(n)/1e6)
	}
	return english.Sprintf("%d", n)
}

// RunDescription returns a description of a run's course, for readers who see a run for the first time.
func RunDescription(run *runs.Run) string {
	c := &run.Config
	course := "The next generation comes from the genomes that win most. "
	contest := "plays the champion for its place"
	if c.GateCompares() {
		contest = "takes the champion's place if it scores more against " + and(c.Opponents)
	}
	if c.Gate.Every > 1 {
		course += fmt.Sprintf("At first often, later every %d generations, a candidate %s.", c.Gate.Every, contest)
	} else {
		course += fmt.Sprintf("In every generation a candidate %s.", contest)
	}
	if len(c.Reference.Opponents) > 0 {
		course += fmt.Sprintf(" How strong a champion is shows in what it scores against %s, which never change.",
			and(c.Reference.Opponents))
	}
	return course
}

// and joins words into a phrase.
func and(words []string) string {
	last := len(words) - 1
	if last < 1 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:last], ", ") + " and " + words[last]
}

func ordinal(n int) string {
	suffix := "th"
	switch {
	case n%100/10 == 1:
	case n%10 == 1:
		suffix = "st"
	case n%10 == 2:
		suffix = "nd"
	case n%10 == 3:
		suffix = "rd"
	}
	return fmt.Sprintf("%d%s", n, suffix)
}
