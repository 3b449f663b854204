package tui

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"

	"evothello/engine"
	"evothello/players"
	"evothello/ui/cli"
	"evothello/ui/playerlist"
	"evothello/weights"
)

// A chooser is the state of the screen that chooses players.
type chooser struct {
	players   *playerlist.List
	own       []candidate // the user and the opponent from the command line
	listed    []candidate // nil before they have been read
	side      engine.Side // the side whose player is chosen
	filter    string
	board     engine.Shape
	list      menu
	level     int // 0 is the player's default depth
	handicap  int // discs that the player may give away with a move
	preparing job[playerRequest]
}

// A candidate is a player that can be chosen.
type candidate struct {
	playerlist.ListedPlayer
	slot func() *slot // returns the slot of the user or of the opponent from the command line; nil for others
}

// A playerRequest asks for a player for a side.
type playerRequest struct {
	side   engine.Side
	choice playerlist.Choice
}

// maxHandicap is the greatest handicap that a user can choose, in discs for a move.
const maxHandicap = 20

func newChooser(o Options) chooser {
	opponent := playerlist.ListedPlayer{Name: o.opponent().name,
		About: o.Language.Text("the opponent at the start: %s", o.opponent().about)}
	return chooser{
		players: playerlist.New(o.Runs, nil),
		level:   playerlist.DefaultLevel,
		own: []candidate{
			{playerlist.ListedPlayer{Name: user, About: userSlot().about}, userSlot},
			{opponent, o.opponent},
		},
	}
}

// opponent returns the slot of the opponent from the command line.
func (o Options) opponent() *slot {
	name := o.Against.Name
	if o.Default.Name != "" {
		name = title(o.Language, o.Default)
	}
	return &slot{name: name, about: o.Language.about(o.Against.Name, o.Against.Introduction()), contestant: o.Against}
}

// A playersMsg holds the players that can be chosen.
type playersMsg []playerlist.ListedPlayer

// openChooser shows the screen and reads the players again, because runs may have new champions.
func (m *Model) openChooser() tea.Cmd {
	c := &m.chooser
	m.screen, c.side, c.filter, c.board = atChooser, m.opponentSide(), "", m.options.Board
	c.list = menu{at: 1, lines: len(c.own)} // the opponent
	return func() tea.Msg { return playersMsg(c.players.Players(m.ctx)) }
}

// takePlayers stores the players: first the champions of runs, then the shipped champion, then the others.
func (c *chooser) takePlayers(listed playersMsg) {
	slices.SortStableFunc(listed, func(a, b playerlist.ListedPlayer) int { return cmp.Compare(rank(a), rank(b)) })
	c.listed = make([]candidate, len(listed))
	for i, offer := range listed {
		c.listed[i].ListedPlayer = offer
	}
}

func rank(o playerlist.ListedPlayer) int {
	switch {
	case o.Kind == playerlist.Run:
		return 0
	case o.Name == weights.StrongestName:
		return 1
	}
	return 2
}

// found returns the candidates that play on the board and match the filter, those whose names begin with it first.
func (c *chooser) found() (found []candidate) {
	for _, list := range [][]candidate{c.own, c.listed} {
		for _, one := range list {
			var plays bool
			one.ListedPlayer, plays = one.On(c.board)
			plays = plays || one.slot != nil // the user, or the present opponent
			if plays && strings.Contains(strings.ToLower(one.Name+" "+one.About), strings.ToLower(c.filter)) {
				found = append(found, one)
			}
		}
	}
	begins := func(one candidate) int {
		if strings.HasPrefix(strings.ToLower(one.Name), strings.ToLower(c.filter)) {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(found, func(a, b candidate) int { return begins(a) - begins(b) })
	return found
}

// pressInChooser handles a key. Keys without another meaning extend the filter.
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
		c.level = min(c.level+1, len(playerlist.Levels))
	case key.Matches(k, b.shallower):
		c.level = max(c.level-1, 0)
	case key.Matches(k, b.moreHandicap):
		c.handicap = min(c.handicap+1, maxHandicap)
	case key.Matches(k, b.lessHandicap):
		c.handicap = max(c.handicap-1, 0)
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

// choose makes the selected candidate a player. If the candidate must be compiled first, it asks for that.
func (m *Model) choose() tea.Cmd {
	c := &m.chooser
	found := c.found()
	if c.list.at >= len(found) {
		return nil
	}
	m.screen = atGame
	one := found[c.list.at]
	if one.slot != nil {
		return m.setPlayer(c.side, one.slot())
	}
	choice := playerlist.Choice{Name: one.Name}
	if one.Levels {
		choice.Level = c.level
	}
	if one.Weights {
		choice.Handicap = c.handicap
	}
	return m.requestPlayer(playerRequest{c.side, choice})
}

// A preparedMsg holds a compiled player, or an error.
type preparedMsg struct {
	number  int
	request playerRequest
	player  *players.Contestant
	err     error
}

// requestPlayer starts to compile a player for a side.
func (m *Model) requestPlayer(r playerRequest) tea.Cmd {
	m.chooser.preparing.end()
	_, begin := m.chooser.preparing.switchTo(m.ctx, r)
	if !begin {
		return nil
	}
	number, from := m.chooser.preparing.number, m.chooser.players
	m.say(m.text("Loading %s …", r.choice.Name))
	return func() tea.Msg {
		player, err := from.Contestant(r.choice)
		return preparedMsg{number, r, player, err}
	}
}

func (m *Model) takePrepared(msg preparedMsg) tea.Cmd {
	switch {
	case !m.chooser.preparing.finish(msg.number):
		return nil
	case msg.err != nil:
		m.showError(msg.err)
		return nil
	}
	r := msg.request
	return m.setPlayer(r.side, m.slotOf(r.choice, msg.player))
}

// slotOf returns the slot of a chosen player.
func (m *Model) slotOf(c playerlist.Choice, player *players.Contestant) *slot {
	l := m.theme.language
	return &slot{name: title(l, c), about: l.about(c.Name, player.Introduction()), contestant: player}
}

// title returns the name of a chosen player, with its level and handicap.
func title(l Language, c playerlist.Choice) string {
	name := c.Name
	if c.Level > 0 {
		name += l.Text(", level %d", c.Level)
	}
	if c.Handicap > 0 {
		name += l.Text(", handicap %d", c.Handicap)
	}
	return name
}

// setPlayer changes the player of a side. The game continues. It shows an error if the player cannot play on the board.
func (m *Model) setPlayer(side engine.Side, next *slot) tea.Cmd {
	if err := next.checkBoard(m.options.Board); err != nil {
		m.showError(fmt.Errorf("%w; press N for another board", err))
		return nil
	}
	before := m.slots[side]
	m.slots[side] = next
	m.say(m.text("%s is %s now. Press n to restart.", side, m.name(side)))
	m.leaving = append(m.leaving, before)
	return func() tea.Msg {
		before.close()
		return leftMsg{before}
	}
}

// A leftMsg says that a replaced player is closed.
type leftMsg struct{ slot *slot }

// drawChooser draws the screen.
func (m *Model) drawChooser(p page) []string {
	c := &m.chooser
	found := c.found()
	text := []string{
		m.theme.bold.Render(m.text("Who plays ")) + m.theme.discLabel(c.side.Letter()[0]) +
			m.theme.bold.Render(" "+m.text("%s?", c.side)) + m.text(" Now %s.", m.name(c.side)),
		m.text("Filter: %s▏", c.filter),
		"",
	}
	from, to := c.list.rows()
	for i := from; i < to; i++ {
		text = append(text, m.candidate(&found[i], i == c.list.at, p.width))
	}
	if len(found) == 0 {
		text = append(text, "  "+m.text("No player matches the filter."))
	}
	text = fill(text, p.width, listTop+c.list.shown)
	text = append(text, "")
	if c.list.at < len(found) {
		one := &found[c.list.at]
		about := cli.Plain(m.text(one.Name)+": "+m.theme.language.about(one.Name, one.About)) + m.text(".")
		text = append(append(text, wrap(about, p.width, 2)...),
			m.levelText(one), m.lossText(one))
	}
	return indent(text, p)
}

// Numbers of lines above and below a list.
const (
	listTop      = 3
	chooserBelow = 5
)

func (m *Model) candidate(one *candidate, chosen bool, width int) string {
	rating := ""
	if one.Elo != nil {
		rating = fmt.Sprintf("%+.0f", *one.Elo)
	}
	text := fmt.Sprintf("%s %6s  %s", pad(cli.Plain(m.text(one.Name)), 20), rating,
		cli.Plain(m.theme.language.about(one.Name, one.About)))
	if chosen {
		return m.theme.best.Render(pad("▸ "+text, width))
	}
	return cut("  "+text, width)
}

func (m *Model) levelText(one *candidate) string {
	c := &m.chooser
	switch {
	case !one.Levels:
		return ""
	case c.level == 0:
		return m.text("Level ‹default›: the player's own search depth.")
	}
	if !one.Weights {
		return m.text("Level ‹%d› of %d.", c.level, len(playerlist.Levels))
	}
	level := playerlist.Levels[c.level-1]
	return m.text("Level ‹%d›: %s ahead, solves the last %d.", level.Level, m.theme.language.count(level.Depth, "move"),
		level.Endgame)
}

func (m *Model) lossText(one *candidate) string {
	c := &m.chooser
	switch {
	case !one.Weights:
		return ""
	case c.handicap == 0:
		return m.text("Handicap ‹0›: gives no discs away on purpose.")
	}
	return m.text("Handicap ‹%d›: some moves lose up to %s.", c.handicap, m.theme.language.count(c.handicap, "disc"))
}
