package search

import (
	"context"
	"math/bits"

	"evothello/engine"
	"evothello/evaluators"
)

// A Searcher searches positions of one game for one player. It is not safe for
// concurrent use and allocates nothing while it searches.
type Searcher struct {
	progress
	table                      *Table
	midgameStamp, endgameStamp uint16
	eval                       evaluators.Evaluator
	playable                   uint64 // squares of the board: positions are searched as sets without holes
	lines                      *engine.Lines
	scout                      bool
	reply                      uint64    // the move that last refuted a position one ply above the leaves, or 0
	killer                     int8      // the move that last caused a cutoff two plies above the leaves
	guide                      *Searcher // looks ahead for the order of moves in endgames; nil until it is needed

	cuts     *Cuts // nil to search all positions to the full depth
	checking bool  // a search that decides on a cut is running
	clocked  bool  // there is a clock, so the result need not be reproducible

	lists [rootList + 1]list // by remaining depth or empties: only one node at a time uses each
}

// rootList is the index of the root's list, above any depth or number of empties.
const rootList = 65

// New returns a searcher with the given transposition table.
func New(table *Table) *Searcher {
	s := &Searcher{table: table, playable: wholeBoard, lines: engine.NewLines(wholeBoard)}
	s.forget()
	return s
}

// NewGame forgets all earlier searches, so that games do not depend on earlier ones.
func (s *Searcher) NewGame() {
	s.forget()
	s.eval = nil
	if s.guide != nil {
		s.guide.forget()
	}
}

// forget empties the table.
func (s *Searcher) forget() {
	s.midgameStamp, s.endgameStamp = s.table.fresh(), s.table.fresh()
	s.reply, s.killer = 0, 0
}

// setBoard switches to a board with these squares and empties the table.
func (s *Searcher) setBoard(playable uint64) {
	s.playable, s.lines = playable, engine.NewLines(playable)
	s.forget()
}

// Search finds the best move of a position. eval scores all leaves. When ctx is cancelled it stops and
// returns the best move so far.
func (s *Searcher) Search(ctx context.Context, b engine.Board, eval evaluators.Evaluator, settings Settings) Result {
	if b.Moves() == 0 {
		return s.searchPass(ctx, b, eval, settings)
	}
	s.begin(ctx, b, eval, settings)
	var result Result
	solve := b.Empties() <= settings.Endgame
	switch limited := settings.Nodes > 0 || settings.Time > 0; {
	case solve && limited:
		result = s.solveWithinLimits(b, settings)
	case solve:
		s.setLimits(0, 0)
		if result = s.solve(b); s.stopped {
			result = s.firstMoves(b, settings)
		}
	case limited:
		s.setLimits(settings.Nodes, settings.Time)
		result = s.deepen(b, settings)
	case settings.Depth == 1 && settings.Algorithm <= AlphaBeta:
		result = s.onePly(b)
	default:
		s.setLimits(0, 0)
		if result = s.toDepth(b, settings.Depth, settings.Algorithm, engine.NoSquare); s.stopped {
			result = s.firstMoves(b, settings)
		}
	}
	result.Nodes = s.nodes
	return result
}

// begin prepares a search.
func (s *Searcher) begin(ctx context.Context, b engine.Board, eval evaluators.Evaluator, settings Settings) {
	if playable := ^b.Holes(); playable != s.playable { // sets are of another board
		s.setBoard(playable)
		s.guide = nil
	}
	if evaluate, own := eval.(Evaluation); own && s.playable != wholeBoard {
		eval = holed{evaluate, b.Holes()}
	}
	// Values of another game phase are not comparable.
	known := evaluators.Compiled(eval) && eval == s.eval
	clocked := settings.Time > 0
	if !known || s.cuts != settings.Cuts || s.clocked != clocked {
		s.midgameStamp = s.table.fresh()
		s.reply, s.killer = 0, 0
	}
	s.eval, s.cuts, s.clocked, s.checking = eval, settings.Cuts, clocked, false
	s.scout = settings.Algorithm == NegaScout
	s.nodes, s.stopped, s.ctx = 0, false, ctx
	s.best, s.tellAt = Result{Move: engine.NoSquare}, nodesBetweenReports
}

// searchPass searches a position where the mover has no move: after the pass, or not at all if the
// game is over.
func (s *Searcher) searchPass(ctx context.Context, b engine.Board, eval evaluators.Evaluator,
	settings Settings) Result {
	if b.Over() {
		return Result{Move: engine.NoSquare, Score: b.FinalDiff(), Exact: true}
	}
	r := s.Search(ctx, b.Swap(), eval, settings)
	r.Move, r.Score = engine.Pass, -r.Score
	return r
}

// toDepth searches the root to a fixed depth. Deep searches begin with shallower ones: these cost
// little and leave good moves in the transposition table.
func (s *Searcher) toDepth(b engine.Board, depth int, algorithm Algorithm, first engine.Square) Result {
	if depth > 4 && first == engine.NoSquare && algorithm <= AlphaBeta {
		first = s.toDepth(b, depth-2, algorithm, first).Move
	}
	var value func(own, opp, moves uint64, alpha, beta int32) int32
	switch algorithm {
	case MinMax:
		value = func(own, opp, _ uint64, _, _ int32) int32 {
			return s.minmax(s.board(own, opp), depth-1, false)
		}
	case NegaMax:
		value = func(own, opp, _ uint64, _, _ int32) int32 {
			return -s.negamax(s.board(own, opp), depth-1)
		}
	default:
		value = func(own, opp, moves uint64, alpha, beta int32) int32 {
			return -s.midgame(own, opp, moves, -beta, -alpha, depth-1)
		}
	}
	move, score := s.root(s.rootMoves(b, int8(first)), value)
	return Result{Move: move, Score: int(score), Depth: depth}
}

// onePly is toDepth for one ply, where the order of moves does not matter.
func (s *Searcher) onePly(b engine.Board) Result {
	own, opp := b.Sets()
	moves := b.Moves()
	s.nodes += 1 + uint64(bits.OnesCount64(moves))
	score, move := s.eval.BestMove(own, opp, moves)
	return Result{Move: engine.Square(bits.TrailingZeros64(move)), Score: int(score), Depth: 1}
}

// board returns the board of two sets without holes.
func (s *Searcher) board(own, opp uint64) engine.Board {
	return engine.Board{Mover: own | ^s.playable, Opponent: opp | ^s.playable}
}

// solve searches the root to the end of the game.
func (s *Searcher) solve(b engine.Board) Result {
	scout := s.scout
	s.scout = true // the endgame always uses null windows; the result is the same
	defer func() { s.scout = scout }()
	move, score := s.root(s.rootEndgame(b, -1), func(own, opp, moves uint64, alpha, beta int32) int32 {
		return -s.endgame(own, opp, moves, -beta, -alpha)
	})
	return Result{Move: move, Score: int(score), Exact: true, Depth: b.Empties()}
}

// rootMoves lists the root's moves. first comes first, by default the best move of the previous
// search.
func (s *Searcher) rootMoves(b engine.Board, first int8) *list {
	own, opp := b.Sets()
	if slot := s.table.slot(own, opp); first < 0 && slot.holds(own, opp, s.midgameStamp) {
		first = slot.move
	}
	children := &s.lists[rootList]
	children.expand(own, opp, b.Moves(), s.playable)
	children.rankForMidgame(first)
	return children
}

// rootEndgame is rootMoves for an exact search.
func (s *Searcher) rootEndgame(b engine.Board, first int8) *list {
	children := s.rootMoves(b, first)
	if empties := b.Empties(); empties >= lookAheadFrom {
		s.lookAhead(children, empties+rootDeeper)
	}
	return children
}

// root finds the best of the listed moves, the first in the order of squares among equals.
// value returns a child's value for the root's mover within its window, like midgame. The most
// promising moves are searched first. To keep the order of squares among equals, a move on an
// earlier square than the best so far must reach its value, and a later one must exceed it.
func (s *Searcher) root(
	children *list, value func(own, opp, moves uint64, alpha, beta int32) int32,
) (engine.Square, int32) {
	s.nodes++
	best, bestMove := int32(-infinity), int8(-1)
	for range children.n {
		i := children.next()
		own, opp, moves, move := children.Own[i], children.Opp[i], children.Moves[i], children.move(i)
		low := best
		if move < bestMove {
			low--
		}
		var v int32
		if best > -infinity && s.scout {
			if v = value(own, opp, moves, low, low+1); v > low {
				v = value(own, opp, moves, low, infinity)
			}
		} else {
			v = value(own, opp, moves, low, infinity)
		}
		if s.stopped {
			break
		}
		if v > best || v == best && move < bestMove {
			best, bestMove = v, move
		}
	}
	return engine.Square(bestMove), best
}

// firstMoves searches one ply without limits. It is the first result of a deepening search, and
// the result of a search that was cancelled before it had any.
func (s *Searcher) firstMoves(b engine.Board, settings Settings) (r Result) {
	s.unlimited(func() { r = s.toDepth(b, 1, settings.Algorithm, engine.NoSquare) })
	return r
}

// Line returns the principal variation of the position that was searched last. It follows the moves in the table,
// including passes, as long as the table has exact values, because a move that is stored with only a bound may not be
// the best.
func (s *Searcher) Line(b engine.Board, r Result) []engine.Square {
	stamp := s.midgameStamp
	if r.Exact {
		stamp = s.endgameStamp
	}
	line := []engine.Square{}
	for move := r.Move; move != engine.NoSquare && len(line) < r.Depth; {
		line = append(line, move)
		b = engine.Position{Board: b}.Play(move).Board
		moves := b.Moves()
		own, opp := b.Sets()
		slot := s.table.slot(own, opp)
		if r.Exact {
			slot = s.table.endgameSlot(own, opp, b.Empties())
		}
		switch {
		case moves == 0 && !b.Over():
			move = engine.Pass
		case moves != 0 && slot.holds(own, opp, stamp) && slot.depth&exact == exact:
			move = engine.Square(slot.move)
		default:
			move = engine.NoSquare
		}
	}
	return line
}
