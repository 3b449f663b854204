package study

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"runtime"
	"slices"

	"evothello/engine"
	"evothello/fitness"
	"evothello/internal/files"
	"evothello/players"
	"evothello/runs/tournament"
)

// Baseline is the player by whose depths strength is understood.
const Baseline = "seed-switch"

// anchors are the opponents of all players, weakest first, chosen so that no player wins or loses
// every game. They never change.
var anchors = []string{
	"random", "table", "seed-switch:depth=1,endgame=0", "seed-switch:depth=2,endgame=0", "evolved:depth=2,endgame=0",
	"seed-switch:depth=4,endgame=0", "evolved:depth=4,endgame=0", "evolved:depth=6,endgame=0",
}

// The depths at which players are measured that search: at each budget, and in the end.
var (
	depthsOfEach = []int{1, 4}
	depthsOfLast = []int{1, 2, 4, 6}
	depthsOfBase = []int{1, 2, 3, 4, 5, 6}
)

// A player is one that is measured.
type player struct {
	name   string
	spec   string
	sum    string // says what plays: of a file, what is in it
	method *Method
	seed   int
	budget int // its index
	depth  int // 0 if it does not search, or its spec says it
	timed  bool
}

// players are all who are measured, the anchors first.
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
	timed := map[string]bool{} // methods with a player
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
					name: name, spec: t.method.specIn(s.dirOf(name), depth), sum: fmt.Sprintf("%s depth %d", stage.Player, depth),
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

// recipe makes the player ready.
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
	duels   []tournament.Duel
}

// Play has all players play the anchors, and the anchors each other, on the same openings. It
// reports each match to played, and plays none twice.
func (s *Study) Play(ctx context.Context, arena fitness.Arena, played func(done, all int)) (games *Games, err error) {
	kept, err := fitness.CacheResults(arena, filepath.Join(s.Dir, gamesDir))
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, kept.Close()) }()
	openings, err := s.Config.openings()
	if err != nil {
		return nil, err
	}
	games = &Games{players: s.players()}
	var panel []*players.Recipe
	all := len(anchors) * (len(games.players) - len(anchors)) // and those among the anchors
	all += len(anchors) * (len(anchors) - 1) / 2
	for i, p := range games.players {
		recipe, err := p.recipe()
		if err != nil {
			return nil, err
		}
		for j, anchor := range panel {
			sum := sha256.Sum256([]byte(p.sum + " against " + anchors[j]))
			tally, _, err := fitness.Match(ctx, kept, recipe, anchor, openings, binary.LittleEndian.Uint64(sum[:]), nil, nil)
			if err != nil {
				return nil, err
			}
			games.duels = append(games.duels, tournament.Duel{A: i, B: j, Pairs: tally.Pairs})
			played(len(games.duels), all)
		}
		if i < len(anchors) {
			panel = append(panel, recipe)
		}
	}
	return games, nil
}

// How many pairs a player plays against itself while its time is taken, and how often.
const pairsOfPace, timesOfPace = 10, 3

// Pace measures the time per move of Baseline and of one player of each method, in games against
// itself on one core: on an otherwise idle machine this is CPU time. It plays each pair several
// times, and the shortest time counts.
func (s *Study) Pace(ctx context.Context) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	openings, err := fitness.OpeningsForMatch(fitness.Random(1, "pace"), engine.Start(), pairsOfPace,
		fitness.UsualPlies(engine.Standard()))
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
		if err := files.Write(filepath.Join(s.Dir, pacesFile), files.EncodeJSON(paces{Schema, s.paces})); err != nil {
			return err
		}
	}
	return nil
}

// pace is how many seconds the player takes for a move.
func (p *player) pace(ctx context.Context, openings []fitness.Opening) (float64, error) {
	recipe, err := p.recipe()
	if err != nil {
		return 0, err
	}
	shortest := make([]fitness.Thinking, len(openings))
	for range timesOfPace {
		_, results, err := fitness.Match(ctx, fitness.Local{Workers: 1, Timed: true}, recipe, recipe, openings, 1, nil, nil)
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
	return max(all.PerMove(), 1e-9), nil // a coarse clock may see nothing
}

// thinking is the time of both sides in both games of a pair.
func thinking(r fitness.PairResult) (sum fitness.Thinking) {
	for _, game := range r.Games {
		for _, side := range game.Times {
			sum.Moves, sum.Time = sum.Moves+side.Moves, sum.Time+side.Time
		}
	}
	return sum
}

// paces are what paces.json holds.
type paces struct {
	Schema  int                `json:"schema"`
	Seconds map[string]float64 `json:"seconds_a_move"`
}

// readPaces reads the times that were taken before.
func (s *Study) readPaces() error {
	s.paces = map[string]float64{}
	path := filepath.Join(s.Dir, pacesFile)
	data, err := files.ReadInternal(path, files.MaxSettings)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	var kept paces
	if err = files.DecodeJSON(data, Schema, &kept); err == nil {
		for _, pace := range kept.Seconds {
			if !(pace > 0) {
				err = fmt.Errorf("%g seconds a move", pace)
			}
		}
	}
	if err != nil {
		return refuse("%s: %w; delete it, and the times are taken again", path, err)
	}
	maps.Copy(s.paces, kept.Seconds)
	return nil
}
