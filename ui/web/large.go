package web

import (
	"context"
	"hash/fnv"
	"net/http"
	"slices"
	"strconv"
	"time"

	"evothello/engine"
	"evothello/engine/large"
	"evothello/formats"
	"evothello/players"
	largeplayers "evothello/players/large"
	"evothello/ui/playerlist"
)

// onLarge reports whether a board is larger than 8×8. The name of such a board is its size.
func onLarge(board string) bool {
	_, ok := large.Size(board)
	return ok
}

// large replays the game on a board larger than 8×8.
func (g *game) large() (*large.Session, error) {
	size, _ := large.Size(g.Board)
	start := large.Start(size)
	if g.Start != "" {
		var err error
		if start, err = large.ParsePosition(size, g.Start); err != nil {
			return nil, refusef(http.StatusUnprocessableEntity, "start: %w", err)
		}
	}
	moves, err := large.ParseTranscript(start, g.Moves)
	if err != nil {
		return nil, refuseMoves(moves.Transcript(), err)
	}
	s, err := large.Resume(moves)
	if err != nil {
		return nil, err
	}
	return s, g.Forfeit.apply(s)
}

func viewLarge(played *large.Session) *gameView {
	return viewOf(played, strconv.Itoa(played.Start().Size))
}

// moveLarge answers /api/move on a board larger than 8×8.
func (s *Server) moveLarge(ctx context.Context, q moveQuestion, o *observer) (*moveAnswer, error) {
	played, err := q.Game.large()
	switch {
	case err != nil:
		return nil, err
	case played.Over():
		return nil, refusef(http.StatusUnprocessableEntity, "the game is over")
	}
	player, thinking, release, err := s.acquireLarge(ctx, engine.Large(played.Start().Size), q.Player)
	if err != nil {
		return nil, err
	}
	defer release()
	if s.programs[q.Player.Name] == nil { // programs cannot be hurried
		var end func()
		thinking, end = o.stoppable(thinking, s)
		defer end()
	}
	at := played.Position().Settle()
	player.NewGame(q.Seed ^ positionHash(at)) // each move has random draws of its own
	began := time.Now()
	r, err := largeplayers.Choose(thinking, player, played.Game(), at)
	answer := &moveAnswer{Depth: r.Depth, Nodes: r.Nodes, Seconds: time.Since(began).Seconds()}
	if err = applyMove(ctx, played, answer, r.Move, s.refuseProgram(q.Player.Name, err)); err != nil {
		return nil, err
	}
	answer.Game = viewLarge(played)
	return answer, nil
}

// acquireLarge waits for a player, for one move. The player must choose the move under the context
// thinking, and the caller must call release afterwards.
func (s *Server) acquireLarge(
	ctx context.Context, board engine.Shape, chosen playerlist.Choice,
) (player largeplayers.Player, thinking context.Context, release func(), err error) {
	if program, named := s.programs[chosen.Name]; named {
		spec, err := players.SpecOn(board, chosen.Name)
		if err != nil {
			return nil, nil, nil, refuse(http.StatusUnprocessableEntity, err)
		}
		contestant, err := spec.ContestantOn(board)
		if err != nil {
			return nil, nil, nil, choiceError(err)
		}
		taken, err := program.pool.take(ctx) // one move at a time, whatever the board
		return contestant.Large(), ctx, func() { program.pool.give(taken) }, err
	}
	contestant, err := s.largeContestant(board, chosen)
	if err != nil {
		return nil, nil, nil, err
	}
	searcher, err := s.movePool.take(ctx) // limits the moves under way; not used to search
	if err != nil {
		return nil, nil, nil, err
	}
	thinking, stop := context.WithTimeout(ctx, s.MaxThink)
	return contestant.Large(), thinking, func() { stop(); s.movePool.give(searcher) }, nil
}

// largeContestant returns the compiled player of a choice, other than an external program: a champion of a run on the
// board, or a player of the roster.
func (s *Server) largeContestant(board engine.Shape, chosen playerlist.Choice) (*players.Contestant, error) {
	if playerlist.IsRun(chosen.Name) {
		contestant, err := s.players.Contestant(chosen)
		if err == nil {
			err = contestant.CheckBoard(board)
		}
		if err != nil {
			return nil, choiceError(err)
		}
		return contestant, nil
	}
	isChosen := func(e players.RosterEntry) bool { return e.Name == chosen.Name && e.RequiredKey() == "" && !e.External }
	if !slices.ContainsFunc(players.RosterOn(board), isChosen) {
		return nil, refusef(http.StatusNotFound,
			"%w: %.80q is not on offer on this board", playerlist.ErrUnknown, chosen.Name)
	}
	if chosen.Handicap != 0 {
		return nil, refusef(http.StatusUnprocessableEntity,
			"player %s has no weights, so it cannot give discs away: leave out handicap", chosen.Name)
	}
	depth, endgame, err := chosen.SearchDepth()
	if err != nil {
		return nil, refusef(http.StatusUnprocessableEntity, "player %s: %w", chosen.Name, err)
	}
	spec, err := players.SpecOn(board, chosen.Name)
	if err == nil && depth > 0 {
		spec, err = spec.WithDefault("depth", depth)
	}
	if err == nil && depth > 0 {
		spec, err = spec.WithDefault("endgame", endgame)
	}
	var contestant *players.Contestant
	if err == nil {
		contestant, err = spec.ContestantOn(board)
	}
	if err != nil {
		return nil, refuse(http.StatusUnprocessableEntity, err)
	}
	return contestant, nil
}

// largePlayers lists the players for boards larger than 8×8. It leaves out the levels that take
// too long there.
func (s *Server) largePlayers(ctx context.Context) *playerList {
	c := &playerList{
		Ladder: []playerlist.Rung{}, Seconds: s.MaxThink.Seconds(),
		Levels: playerlist.Levels[:4], Usual: playerlist.Choice{Name: players.DefaultLarge,
			Level: players.DefaultLargeDepth},
	}
	board := engine.Large(large.MinSize)
	for _, e := range players.RosterOn(board) {
		if e.External || e.RequiredKey() != "" {
			continue
		}
		if spec, err := players.ParseSpec(e.Name); err == nil {
			_, levels := spec.AtDepth(1)
			c.Players = append(c.Players, playerlist.ListedPlayer{Name: e.Name, About: e.AboutLarge,
				Kind: playerlist.Roster, Levels: levels})
		}
	}
	for _, o := range s.players.Players(ctx) {
		if o.Weights = false; onLarge(o.Board) { // weights explain positions up to 8×8
			c.Players = append(c.Players, o)
		}
	}
	for _, program := range s.Programs {
		if spec, err := players.SpecOn(board, program.Text); err == nil && program.External {
			if contestant, err := spec.Contestant(); err == nil {
				c.Players = append(c.Players, playerlist.ListedPlayer{Name: program.Text, About: contestant.About,
					Kind: playerlist.Program})
			}
		}
	}
	return c
}

// largeBoards describes the boards larger than 8×8.
func largeBoards() (all []boardView) {
	for size := large.MinSize; size <= large.MaxSize; size += 2 {
		all = append(all, newBoardView(engine.Large(size)))
	}
	return all
}

// readLarge reads a transcript or a position on a large board. It returns nil if the text is
// neither.
func readLarge(q readQuestion) *readAnswer {
	size, _ := large.Size(q.Board)
	read := func(format formats.Format, g game) *readAnswer {
		g.Board = q.Board
		return &readAnswer{Format: format, Games: []readGame{{Game: g}}, Faults: []string{}}
	}
	if g, err := large.ParseTranscript(large.Start(size), q.Text); err == nil && len(g.Moves) > 0 {
		return read(formats.Transcript, game{Moves: g.Transcript()})
	}
	if p, err := large.ParsePosition(size, q.Text); err == nil {
		return read(formats.Board, game{Start: p.String()})
	}
	return nil
}

// writeLarge answers /api/write on a large board. GGF has no such boards.
func (q *writeQuestion) writeLarge() (*writeAnswer, error) {
	played, err := q.Game.large()
	if err != nil {
		return nil, err
	}
	answer := &writeAnswer{Board: played.Position().Settle().String()}
	if start := played.Start(); start == large.Start(start.Size) {
		answer.Transcript = played.Transcript()
	}
	return answer, nil
}

// positionHash returns a hash of a position.
func positionHash(p large.Position) uint64 {
	h := fnv.New64a()
	_, _ = h.Write([]byte(p.String())) // it never fails
	return h.Sum64()
}
