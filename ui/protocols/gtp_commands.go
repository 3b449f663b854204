package protocols

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"evothello/engine"
)

// gtpCommands holds all commands by name. init fills it in, because two commands read it.
var gtpCommands map[string]gtpCommand

type gtpCommand struct {
	args int // least number of arguments
	do   func(g *GTP, ctx context.Context, args []string) (string, error)
}

func init() {
	says := func(text string) gtpCommand {
		return gtpCommand{0, func(*GTP, context.Context, []string) (string, error) { return text, nil }}
	}
	gtpCommands = map[string]gtpCommand{
		"protocol_version": says("2"),
		"name":             {0, func(g *GTP, _ context.Context, _ []string) (string, error) { return g.Name, nil }},
		"version":          {0, func(g *GTP, _ context.Context, _ []string) (string, error) { return g.Version, nil }},
		"known_command":    {1, (*GTP).knownCommand},
		"list_commands":    {0, (*GTP).listCommands},
		"quit":             {0, func(*GTP, context.Context, []string) (string, error) { return "", errQuit }},
		"list_games":       says("Othello"),
		"set_game":         {1, (*GTP).setGame},
		"boardsize":        {1, (*GTP).boardSize},
		"clear_board":      {0, (*GTP).clearBoard},
		"komi":             {1, (*GTP).komi},
		"time_settings":    {3, (*GTP).timeSettings},
		"time_left":        {3, (*GTP).timeLeft},
		"play":             {2, (*GTP).play},
		"genmove":          {1, (*GTP).genMove},
		"reg_genmove":      {1, (*GTP).regGenMove},
		"undo":             {0, (*GTP).undo},
		"showboard":        {0, (*GTP).showBoard},
		"final_score":      {0, (*GTP).finalScore},

		"gogui-rules_game_id":      says("Othello"),
		"gogui-rules_board_size":   {0, (*GTP).rulesBoardSize},
		"gogui-rules_board":        {0, (*GTP).rulesBoard},
		"gogui-rules_legal_moves":  {0, (*GTP).rulesLegalMoves},
		"gogui-rules_side_to_move": {0, (*GTP).rulesSideToMove},
		"gogui-rules_final_result": {0, (*GTP).finalScore},
	}
}

// run runs a command and returns the text of the reply.
func (g *GTP) run(ctx context.Context, name string, args []string) (string, error) {
	command, known := gtpCommands[name]
	switch {
	case !known:
		return "", errUnknown
	case len(args) < command.args:
		return "", errSyntax
	}
	return command.do(g, ctx, args)
}

func (*GTP) knownCommand(_ context.Context, args []string) (string, error) {
	_, known := gtpCommands[args[0]]
	return strconv.FormatBool(known), nil
}

func (*GTP) listCommands(context.Context, []string) (string, error) {
	return strings.Join(slices.Sorted(maps.Keys(gtpCommands)), "\n"), nil
}

func (g *GTP) setGame(_ context.Context, args []string) (string, error) {
	if !strings.EqualFold(args[0], "Othello") && !strings.EqualFold(args[0], "Reversi") {
		return "", errGame
	}
	g.clear()
	return "", nil
}

func (g *GTP) boardSize(_ context.Context, args []string) (string, error) {
	size, err := strconv.Atoi(args[0])
	if err != nil {
		return "", errSyntax
	}
	if size != g.Board.Start.Columns() {
		board, err := engine.ShapeNamed(fmt.Sprintf("%dx%[1]d", size))
		if err != nil || board.Start.Columns() != size || g.CheckBoard(board) != nil {
			return "", errSize
		}
		g.Board = board
	}
	g.clear()
	return "", nil
}

func (g *GTP) clearBoard(context.Context, []string) (string, error) {
	g.clear()
	return "", nil
}

// komi accepts a komi and ignores it: Othello has none, but boards take an error for a failure.
func (*GTP) komi(_ context.Context, args []string) (string, error) {
	if _, err := strconv.ParseFloat(args[0], 64); err != nil {
		return "", errSyntax
	}
	return "", nil
}

// timeSettings sets the clocks of both sides for this game and the next ones.
func (g *GTP) timeSettings(_ context.Context, args []string) (string, error) {
	c, err := parseClock(args)
	if err == nil {
		g.clocks = [2]clock{c, c}
	}
	return "", err
}

// timeLeft sets the time that a side has left.
func (g *GTP) timeLeft(_ context.Context, args []string) (string, error) {
	side, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	left, _, moves, err := parseTimes(args[1], "0", args[2])
	if err == nil {
		g.clocks[side] = g.clocks[side].set(left, moves)
	}
	return "", err
}

func parseColour(word string) (engine.Side, error) {
	switch strings.ToLower(word) {
	case "b", "black":
		return engine.Black, nil
	case "w", "white":
		return engine.White, nil
	}
	return engine.Black, errSyntax
}

func (g *GTP) play(_ context.Context, args []string) (string, error) {
	side, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	if strings.EqualFold(args[1], "pass") {
		return "", g.place(side, engine.Pass)
	}
	move, err := engine.ParseSquareOn(g.Board.Start.Columns(), args[1])
	if err != nil {
		return "", errSyntax
	}
	return "", g.place(side, move)
}

// genMove chooses a move and plays it. After the end of the game it answers with a pass.
func (g *GTP) genMove(ctx context.Context, args []string) (string, error) {
	side, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	move, err := g.choose(ctx, side)
	if err == nil && !g.game.Over() {
		err = g.place(side, move)
	}
	return move.String(), err
}

func (g *GTP) regGenMove(ctx context.Context, args []string) (string, error) {
	side, err := parseColour(args[0])
	if err != nil {
		return "", err
	}
	move, err := g.choose(ctx, side)
	return move.String(), err
}

// undo takes back the last move, and the pass that it implied.
func (g *GTP) undo(context.Context, []string) (string, error) {
	if !g.game.Undo() {
		return "", errUndo
	}
	return "", nil
}

func (g *GTP) showBoard(context.Context, []string) (string, error) {
	at := g.game.Position()
	squares, size := at.Squares(), at.Columns()
	width := len(strconv.Itoa(size))
	var text strings.Builder
	fmt.Fprintf(&text, "%s to move, Black (X) %d, White (O) %d\n%*s", at.Side, strings.Count(squares, "X"),
		strings.Count(squares, "O"), width, "")
	for x := range size {
		fmt.Fprintf(&text, " %c", 'a'+x)
	}
	for y := range size {
		fmt.Fprintf(&text, "\n%*d %s", width, y+1, row(at, y))
	}
	return text.String(), nil
}

// row returns a row of the board with blanks between the squares.
func row(at engine.Position, y int) string {
	size := at.Columns()
	squares := strings.ReplaceAll(at.Squares()[size*y:size*y+size], "-", ".")
	return strings.Join(strings.Split(squares, ""), " ")
}

// finalScore returns the result of a finished game. Empty squares count for the winner.
func (g *GTP) finalScore(context.Context, []string) (string, error) {
	if !g.game.Over() {
		return "", errScore
	}
	winner, discs := g.game.Position().Winner()
	if discs == 0 {
		return "0", nil
	}
	return fmt.Sprintf("%s+%d", winner.String()[:1], discs), nil
}

// rulesBoard returns the board for GoGui, which has row 1 at the bottom, as in Go.
func (g *GTP) rulesBoard(context.Context, []string) (string, error) {
	rows := make([]string, g.Board.Start.Columns())
	for y := range rows {
		rows[len(rows)-1-y] = row(g.game.Position(), y)
	}
	return strings.Join(rows, "\n"), nil
}

// rulesLegalMoves lists the legal moves in capitals, because GoGui compares them so. An empty list tells GoGui that
// the game is over.
func (g *GTP) rulesLegalMoves(context.Context, []string) (string, error) {
	at := g.game.Position()
	if at.MustPass() {
		return "pass", nil
	}
	words := []string{}
	for _, move := range at.Legal() {
		words = append(words, strings.ToUpper(move.String()))
	}
	return strings.Join(words, " "), nil
}

func (g *GTP) rulesBoardSize(context.Context, []string) (string, error) {
	return strconv.Itoa(g.Board.Start.Columns()), nil
}

func (g *GTP) rulesSideToMove(context.Context, []string) (string, error) {
	return strings.ToLower(g.game.Position().Side.String()), nil
}
