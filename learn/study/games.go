package study

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"runtime"
	"slices"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs/tournament"
)

// Baseline is the reference player: strength is expressed as its search depth.
const Baseline = "reversi-switch"

// anchors are the opponents of all players, weakest first, chosen so that no player wins or loses every
// game. They must not change, because that would change all ratings.
var anchors = []string{
	"random", "table", "reversi-switch:depth=1,endgame=0", "reversi-switch:depth=2,endgame=0",
	"evolved-cmaes:depth=2,endgame=0",
	"reversi-switch:depth=4,endgame=0", "evolved-cmaes:depth=4,endgame=0", "evolved-cmaes:depth=6,endgame=0",
}

// The search depths of measured players.
var (
	depthsOfEach = []int{1, 4}             // at each budget but the last
	depthsOfLast = []int{1, 2, 4, 6}       // at the last budget
	depthsOfBase = []int{1, 2, 3, 4, 5, 6} // of Baseline
)

// A player is a player whose strength the study measures.
type player struct {
	name   string
	spec   string
	sum    string // identity: the spec, or the hash of the player's file and the depth
	method *Method
	seed   int
	budget int  // index of the budget
	depth  int  // 0 if it does not search, or if the depth is in the spec
	timed  bool // Pace measures its time per move
}

// players returns all measured players, the anchors first.
func (s *Study) players() (all []player) {
	for _, spec := range anchors {
		all = append(all, player{name: spec, spec: spec, sum: spec})
	}
	for _, depth := range depthsOfBase {
		spec := fmt.Sprintf("%s:depth=%d,endgame=0", Baseline, depth)
		if !slices.Contains(anchors, spec) {
			all = append(all, player{name: spec, spec: spec, sum: spec})
		}
		at := slices.IndexFunc(all, func(p player) bool { return p.spec == spec })
		all[at].depth, all[at].timed = depth, true
	}
	timed := map[string]bool{} // methods with a timed player
	for _, t := range s.trainings() {
		for i, stage := range s.finished(t) {
			if stage.Player == "" {
				continue
			}
			last := i == len(s.Config.Budgets)-1
			depths := depthsOfEach
			switch {
			case !t.method.searches:
				depths = []int{0}
			case last:
				depths = depthsOfLast
			}
			name := t.stageName(s.Config.Budgets[i])
			for _, depth := range depths {
				p := player{
					name: name, spec: t.method.specIn(s.dirOf(name), depth),
					sum:    fmt.Sprintf("%s depth %d", stage.Player, depth),
					method: t.method, seed: t.seed, budget: i, depth: depth, timed: last && !timed[t.method.Name],
				}
				if depth > 0 {
					p.name = fmt.Sprintf("%s at depth %d", name, depth)
				}
				all = append(all, p)
			}
			timed[t.method.Name] = timed[t.method.Name] || last
		}
	}
	return all
}

// recipe returns the player's recipe.
func (p *player) recipe() (*players.Recipe, error) {
	spec, err := players.ParseSpec(p.spec)
	if err != nil {
		return nil, err
	}
	return spec.Recipe()
}

// Games are the results of all matches.
type Games struct {
	players []player
	duels   []tournament.MatchResult
}

// Play plays a match of each player against each anchor, and of the anchors against each other, all on
// the same openings. It calls played after each match, and takes results of earlier calls from a cache.
func (s *Study) Play(
	ctx context.Context, arena fitness.Arena, played func(done, all int),
) (games *Games, err error) {
	cache, err := fitness.OpenResultCache(arena, s.Sub(gamesDir))
	if err != nil {
		return nil, err
	}
	defer func() { err = cmp.Or(err, cache.Close()) }()
	openings, err := s.Config.openings()
	if err != nil {
		return nil, err
	}
	games = &Games{players: s.players()}
	entrants := make([]tournament.Entrant, len(games.players))
	var pairings [][2]int
	for i, p := range games.players {
		if entrants[i].Recipe, err = p.recipe(); err != nil {
			return nil, err
		}
		entrants[i].ID = p.sum
		for j := range min(i, len(anchors)) {
			pairings = append(pairings, [2]int{i, j})
		}
	}
	meetings, err := tournament.Meet(ctx, cache, entrants, pairings, openings, played)
	for i := range meetings {
		games.duels = append(games.duels, meetings[i].Result(nil))
	}
	return games, err
}

// The measurement of a time per move: a player plays pacePairs against itself, paceRepeats times.
const pacePairs, paceRepeats = 10, 3

// Pace measures the time per move of Baseline and of one player of each method, in games against itself
// on one core. On an otherwise idle machine this is CPU time. It plays each pair several times and uses
// the shortest time.
func (s *Study) Pace(ctx context.Context) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	rng, plies := fitness.Random(1, "pace"), fitness.DefaultPlies(engine.Standard())
	openings, err := fitness.OpeningsForMatch(rng, engine.Start(), pacePairs, plies)
	if err != nil {
		return err
	}
	for _, p := range s.players() {
		if _, known := s.paces[p.sum]; known || !p.timed {
			continue
		}
		if s.paces[p.sum], err = p.pace(ctx, openings); err != nil {
			return err
		}
		data := files.EncodeSummed(paces{Schema, s.paces})
		if err := s.Write(pacesFile, data); err != nil {
			return err
		}
	}
	return nil
}

// pace measures the player's seconds per move.
func (p *player) pace(ctx context.Context, openings []fitness.Opening) (float64, error) {
	recipe, err := p.recipe()
	if err != nil {
		return 0, err
	}
	shortest := make([]fitness.Thinking, len(openings))
	arena := fitness.Local{Workers: 1, Timed: true}
	for range paceRepeats {
		_, results, err := fitness.Match(ctx, arena, recipe, recipe, openings, 1, nil, nil)
		if err != nil {
			return 0, err
		}
		for i, r := range results {
			if took := thinking(r); shortest[i].Moves == 0 || took.Time < shortest[i].Time {
				shortest[i] = took
			}
		}
	}
	var all fitness.Thinking
	for _, one := range shortest {
		all.Moves, all.Time = all.Moves+one.Moves, all.Time+one.Time
	}
	return max(all.PerMove(), 1e-9), nil // a coarse clock may measure 0
}

// thinking returns the sum of the times of both sides in both games of a pair.
func thinking(r fitness.PairResult) (sum fitness.Thinking) {
	for _, game := range r.Games {
		for _, side := range game.Times {
			sum.Moves, sum.Time = sum.Moves+side.Moves, sum.Time+side.Time
		}
	}
	return sum
}

// paces is the content of paces.json.
type paces struct {
	Schema  int                `json:"schema"`
	Seconds map[string]float64 `json:"seconds_a_move"`
}

// readPaces reads earlier measurements of paces.
func (s *Study) readPaces() error {
	s.paces = map[string]float64{}
	path := s.Path(pacesFile)
	data, err := s.Read(pacesFile, files.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var stored paces
	if err = files.DecodeJSON(data, Schema, &stored); err == nil {
		for _, pace := range stored.Seconds {
			if !(pace > 0) {
				err = fmt.Errorf("%g seconds a move", pace)
			}
		}
	}
	if err != nil {
		return refuse("%s: %w; delete it, and the times are measured again", path, err)
	}
	maps.Copy(s.paces, stored.Seconds)
	return nil
}
