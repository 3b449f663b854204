package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/internal/english"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/lobby"
	"evothello/weights"
)

// A chooser is the screen where players are chosen.
type chooser struct {
	lobby  *lobby.PlayerList
	own    []candidate // the user, and the opponent that the program was started with
	offers []candidate // nil before they are known
	side   engine.Side // whose player is chosen
	filter string
	board  string // that is played on
	list   menu
	level  int // 0: as deep as the player usually looks
	loss   int // discs that it may give away with a move
	making job[wish]
}

// A candidate is a player who can be chosen.
type candidate struct {
	lobby.ListedPlayer
	seat func() *seat // makes the player of the command line and the user; nil for others
}

// A wish is who is to play a side.
type wish struct {
	side   engine.Side
	choice lobby.Choice
}

// mostLoss is how many discs a player can be asked to give away with a move.
const mostLoss = 20

func newChooser(o Options) chooser {
	opponent := lobby.ListedPlayer{Name: o.opponent().name, About: "as the program was started: " + o.Against.About}
	return chooser{
		lobby: lobby.New(o.Runs, nil),
		level: lobby.DefaultLevel,
		own: []candidate{
			{lobby.ListedPlayer{Name: user, About: userSeat().about}, userSeat},
			{opponent, o.opponent},
		},
	}
}

// opponent is the seat of the player whom the user began against.
func (o Options) opponent() *seat {
	name := o.Against.Name
	if o.Usual.Name != "" {
		name = title(o.Usual)
	}
	return &seat{name: name, about: o.Against.About, contestant: o.Against}
}

// An offersMsg has the players that can be chosen.
type offersMsg []lobby.ListedPlayer

// openChooser shows the screen, and asks who is there: runs may have new champions.
func (m *Model) openChooser() tea.Cmd {
	c := &m.chooser
	m.screen, c.side, c.filter, c.board = atChooser, m.against(), "", lobby.BoardName(m.options.Board)
	c.list = menu{at: 1, lines: len(c.own)} // the opponent
	return func() tea.Msg { return offersMsg(c.lobby.Players()) }
}

// takeOffers lists the runs' champions first, then the one that ships with the program.
func (c *chooser) takeOffers(offers offersMsg) {
	slices.SortStableFunc(offers, func(a, b lobby.ListedPlayer) int { return cmp.Compare(rank(a), rank(b)) })
	c.offers = make([]candidate, len(offers))
	for i, offer := range offers {
		c.offers[i].ListedPlayer = offer
	}
}

func rank(o lobby.ListedPlayer) int {
	switch {
	case o.Kind == lobby.Run:
		return 0
	case o.Name == weights.ChampionName:
		return 1
	}
	return 2
}

// found are the candidates who play on the board, and whose name or description has the
// filter in it.
func (c *chooser) found() (found []candidate) {
	for _, list := range [][]candidate{c.own, c.offers} {
		for _, one := range list {
			if (one.Board == "" || one.Board == c.board) &&
				strings.Contains(strings.ToLower(one.Name+" "+one.About), strings.ToLower(c.filter)) {
				found = append(found, one)
			}
		}
	}
	return found
}

// pressInChooser does what a key says there. Whatever is no other key filters.
func (m *Model) pressInChooser(k tea.KeyPressMsg) tea.Cmd {
	c, b := &m.chooser, &keys
	switch text := k.Key().Text; {
	case key.Matches(k, b.back):
		m.screen = atGame
	case key.Matches(k, b.choose):
		return m.choose()
	case key.Matches(k, b.otherSide):
		c.side = c.side.Other()
	case k.Code == tea.KeyUp:
		c.list.move(-1)
	case k.Code == tea.KeyDown:
		c.list.move(1)
	case k.Code == tea.KeyPgUp:
		c.list.move(-c.list.shown)
	case k.Code == tea.KeyPgDown:
		c.list.move(c.list.shown)
	case key.Matches(k, b.deeper):
		c.level = min(c.level+1, len(lobby.Levels))
	case key.Matches(k, b.shallower):
		c.level = max(c.level-1, 0)
	case key.Matches(k, b.kinder):
		c.loss = min(c.loss+1, mostLoss)
	case key.Matches(k, b.unkind):
		c.loss = max(c.loss-1, 0)
	case k.Code == tea.KeyBackspace:
		runes := []rune(c.filter)
		c.setFilter(string(runes[:max(len(runes)-1, 0)]))
	case text != "" && len(c.filter)+len(text) <= longestFilter:
		c.setFilter(c.filter + cli.Plain(text))
	}
	return nil
}

const longestFilter = 30 // bytes

func (c *chooser) setFilter(filter string) {
	c.filter = filter
	c.list.move(-c.list.at)
}

// choose seats the chosen candidate, or has it made ready first.
func (m *Model) choose() tea.Cmd {
	c := &m.chooser
	found := c.found()
	if c.list.at >= len(found) {
		return nil
	}
	m.screen = atGame
	one := found[c.list.at]
	if one.seat != nil {
		return m.seat(c.side, one.seat())
	}
	choice := lobby.Choice{Name: one.Name}
	if one.Levels {
		choice.Level = c.level
	}
	if one.Weights {
		choice.Loss = c.loss
	}
	return m.invite(wish{c.side, choice})
}

// A chosenMsg is a player made ready, or why it cannot be.
type chosenMsg struct {
	number int
	wish   wish
	player *players.Contestant
	err    error
}

// invite has a player made ready for a side.
func (m *Model) invite(w wish) tea.Cmd {
	m.chooser.making.end()
	_, begin := m.chooser.making.turnTo(m.ctx, w)
	if !begin {
		return nil
	}
	number, from := m.chooser.making.number, m.chooser.lobby
	m.say(fmt.Sprintf("%s gets ready …", w.choice.Name))
	return func() tea.Msg {
		player, err := from.Contestant(w.choice)
		return chosenMsg{number, w, player, err}
	}
}

func (m *Model) takeChosen(msg chosenMsg) tea.Cmd {
	switch {
	case !m.chooser.making.finish(msg.number):
		return nil
	case msg.err != nil:
		m.refuse(msg.err)
		return nil
	}
	return m.seat(msg.wish.side, &seat{name: title(msg.wish.choice), about: msg.player.About, contestant: msg.player})
}

// title is what a player is called who was chosen so.
func title(c lobby.Choice) string {
	name := c.Name
	if c.Level > 0 {
		name += fmt.Sprintf(", level %d", c.Level)
	}
	if c.Loss > 0 {
		name += fmt.Sprintf(", loss %d", c.Loss)
	}
	return name
}

// seat gives a side another player. The game goes on. Who cannot play on its board is
// refused.
func (m *Model) seat(side engine.Side, next *seat) tea.Cmd {
	if err := next.checkBoard(m.options.Board); err != nil {
		m.refuse(fmt.Errorf("%w; N chooses the board", err))
		return nil
	}
	before := m.seats[side]
	m.seats[side] = next
	m.say(fmt.Sprintf("%s is %s now. n starts another game.", side, m.name(side)))
	m.leaving = append(m.leaving, before)
	return func() tea.Msg {
		before.close()
		return leftMsg{before}
	}
}

// A leftMsg says that a player has left for good.
type leftMsg struct{ seat *seat }

// drawChooser draws the screen.
func (m *Model) drawChooser(p page) []string {
	c := &m.chooser
	found := c.found()
	text := []string{
		m.theme.bold.Render("Who plays ") + m.theme.chip(c.side.Letter()[0]) + m.theme.bold.Render(" "+c.side.String()+"?") +
			" Now " + m.name(c.side) + ".",
		"Filter: " + c.filter + "▏",
		"",
	}
	from, to := c.list.rows()
	for i := from; i < to; i++ {
		text = append(text, m.candidate(&found[i], i == c.list.at, p.width))
	}
	if len(found) == 0 {
		text = append(text, "  No player has this name.")
	}
	text = fill(text, p.width, listTop+c.list.shown)
	text = append(text, "")
	if c.list.at < len(found) {
		one := &found[c.list.at]
		text = append(append(text, wrap(cli.Plain(one.Name+": "+one.About)+".", p.width, 2)...), c.levelText(one),
			c.lossText(one))
	}
	return indent(text, p)
}

// Lines of the screens with lists: those above the list, and below it.
const (
	listTop      = 3
	chooserBelow = 5
)

func (m *Model) candidate(one *candidate, chosen bool, width int) string {
	rating := ""
	if one.Elo != nil {
		rating = fmt.Sprintf("%+.0f", *one.Elo)
	}
	text := fmt.Sprintf("%s %6s  %s", pad(cli.Plain(one.Name), 20), rating, cli.Plain(one.About))
	if chosen {
		return m.theme.best.Render(pad("▸ "+text, width))
	}
	return cut("  "+text, width)
}

func (c *chooser) levelText(one *candidate) string {
	switch {
	case !one.Levels:
		return ""
	case c.level == 0:
		return "Level ‹usual›: as far ahead as it looks by itself."
	}
	level := lobby.Levels[c.level-1]
	return fmt.Sprintf("Level ‹%d›: %s ahead, the last %d to the end.", level.Level, english.Count(level.Depth, "move"),
		level.Endgame)
}

func (c *chooser) lossText(one *candidate) string {
	switch {
	case !one.Weights:
		return ""
	case c.loss == 0:
		return "Loss ‹0›: it gives nothing away on purpose."
	}
	return fmt.Sprintf("Loss ‹%d›: up to so many discs with a move, now and then.", c.loss)
}
