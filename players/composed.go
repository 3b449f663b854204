package players

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"evothello/engine"
	"evothello/search"
	"evothello/weights"
)

// A composed player consists of other players that move one after the other: part i moves while the board
// shows at most turns[i] moves. Before them an opening book moves, and after them the moves are exact. It
// corresponds to Switch, Joseki and FullReading of the reversi library.
type composed struct {
	Book    bookName `key:"book" board:"small"`
	Endgame int      `key:"endgame" range:"0 to 60"` // solves from this many empties
	Parts   parts
	turns   weights.Turns
}

// The parts of a composition have one option: the seed of those that move at random.
type parts []Spec

func (p *parts) options() []option {
	if !slices.ContainsFunc(*p, Spec.IsRandom) {
		return nil
	}
	return []option{{key: seedKey, set: func(value string) (err error) {
		*p = slices.Clone(*p)
		for i, part := range *p {
			if part.IsRandom() && err == nil {
				(*p)[i], err = part.with(seedKey, value)
			}
		}
		return err
	}}}
}

// composedName is the name of a composition: composedName(PLAYER@MOVES,…,PLAYER).
const composedName = "switch"

// Keys with a meaning for several kinds of players. Any player may have a book and an endgame.
const (
	bookKey    = "book"
	endgameKey = "endgame"
	seedKey    = "seed"
)

// parseComposed parses a composition. known is false if the text is not a composition.
func parseComposed(text string) (s Spec, known bool, err error) {
	name, rest, ok := strings.Cut(text, "(")
	if !ok || Canonical(name) != composedName {
		return Spec{}, false, nil
	}
	end := strings.LastIndexByte(rest, ')')
	if end < 0 {
		return Spec{}, true, fmt.Errorf("player %s: want a closing parenthesis, as in switch(random@29,table)", text)
	}
	parts, keys := rest[:end], rest[end+1:]
	if keys != "" && keys[0] != ':' {
		return Spec{}, true, fmt.Errorf("player %s: want keys after the parenthesis, as in "+
			"switch(random@29,table):endgame=9, found %q", text, keys)
	}
	k := composed{}
	if err := k.parse(splitPlayers(parts)); err != nil {
		return Spec{}, true, fmt.Errorf("player %s: %w", text, err)
	}
	entry := RosterEntry{Name: text[:len(text)-len(keys)], About: "players that move one after the other", Default: &k}.
		onLarge("")
	entry.External = slices.ContainsFunc(k.Parts, func(part Spec) bool { return part.External })
	if s = (Spec{RosterEntry: entry, Text: text}); keys != "" {
		s.given = splitGiven(keys[1:])
	}
	return s, true, s.configure()
}

// splitPlayers splits the players of a composition at the commas. It does not split inside parentheses and between the
// keys of a player. A command is the last key of the last player.
func splitPlayers(text string) (all []string) {
	text, command, hasCommand := strings.Cut(text, commandKey+"=")
	depth, part := 0, ""
	end := func() {
		if last := len(all) - 1; last >= 0 && startsWithKey(part) {
			all[last] += "," + part
		} else {
			all = append(all, part)
		}
		part = ""
	}
	for _, r := range text {
		switch r {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				end()
				continue
			}
		}
		part += string(r)
	}
	if hasCommand {
		part += commandKey + "=" + command
	}
	end()
	return all
}

// startsWithKey reports whether a text is key=value rather than a player.
func startsWithKey(text string) bool {
	at := strings.IndexAny(text, "=:(@")
	return at > 0 && text[at] == '='
}

// parse parses players with their last moves. The last player needs none.
func (k *composed) parse(texts []string) error {
	for i, text := range texts {
		text, turn := strings.TrimSpace(text), 60
		if at := strings.LastIndexByte(text, '@'); at >= 0 && i < len(texts)-1 { // a file's name may have one
			if n, err := strconv.Atoi(text[at+1:]); err == nil {
				text, turn = text[:at], n
			}
		}
		switch last := i == len(texts)-1; {
		case turn < 0 || turn > 60 || !last && turn == 60 || i > 0 && !last && turn <= k.turns[i-1]:
			return fmt.Errorf("%s plays up to move %d: each player but the last needs a last move @N, rising and below "+
				"60, as in switch(random@29,table@49,montecarlo)", text, turn)
		case last:
			turn = 60
		}
		part, err := ParseSpec(text)
		if err != nil {
			return err
		}
		k.Parts, k.turns = append(k.Parts, part), append(k.turns, turn)
	}
	return nil
}

// WhyUnrepeatable implements Kind.
func (k *composed) WhyUnrepeatable() string {
	for _, part := range k.Parts {
		if why := part.Kind.WhyUnrepeatable(); why != "" {
			return part.Text + ": " + why
		}
	}
	return ""
}

// Contestant implements Kind.
func (k *composed) Contestant() (*Contestant, error) { return contestantOf(k) }

func (k *composed) recipe() (*Recipe, error) {
	r := &Recipe{Turns: k.turns, Book: string(k.Book), Endgame: k.Endgame}
	for _, part := range k.Parts {
		one, err := part.Recipe()
		if err != nil {
			return nil, err
		}
		r.Players = append(r.Players, one)
	}
	return r, nil
}

// each returns the composition with its players changed. known reports whether any of them was.
func (k *composed) each(change func(Spec) (Spec, bool)) (changed *composed, known bool) {
	copied := *k
	copied.Parts = slices.Clone(k.Parts)
	for i, part := range copied.Parts {
		if other, does := change(part); does {
			copied.Parts[i], known = other, true
		}
	}
	return &copied, known
}

// checkPlayers returns an error unless the recipe is a valid composition.
func (r *Recipe) checkPlayers() error {
	switch {
	case r.Player != nil || r.League != nil || r.Parameters != nil || r.Weights != nil || r.Search != nil ||
		r.Selective != nil || r.Handicap != 0 || r.Seed != 0:
		return errors.New("a recipe with players has other fields as well: leave these out")
	case len(r.Players) != len(r.Turns):
		return fmt.Errorf("%d players for %d turns: give one player for each turn", len(r.Players), len(r.Turns))
	}
	if err := r.Turns.Validate(); err != nil {
		return err
	}
	if _, err := namedBook(r.Book); r.Book != "" && err != nil {
		return err
	}
	for _, part := range r.Players {
		if err := part.Validate(); err != nil {
			return err
		}
	}
	return search.Settings{Depth: 1, Endgame: r.Endgame}.Validate()
}

// composed compiles a valid composition.
func (r *Recipe) composed() (*Contestant, error) {
	parts := make([]*Contestant, len(r.Players))
	var abouts, runs []string
	c := &Contestant{Name: r.Name, PlaysLarge: true}
	for i, one := range r.Players {
		part, err := one.Contestant()
		if err != nil {
			return nil, err
		}
		parts[i] = part
		about := one.Name
		if i < len(r.Players)-1 {
			about += fmt.Sprintf(" up to move %d", r.Turns[i])
		}
		abouts = append(abouts, about+" ("+part.About+")")
		if part.Runs != "" {
			runs = append(runs, part.Runs)
		}
		c.TableBits = max(c.TableBits, part.TableBits)
	}
	var book *book
	if r.Book != "" {
		book, _ = namedBook(r.Book)
		abouts = append(abouts, "book "+book.name)
	}
	if r.Endgame > 0 {
		abouts = append(abouts, fmt.Sprintf("solved from %d empties", r.Endgame))
	}
	c.About, c.Runs = strings.Join(abouts, ", "), strings.Join(runs, " and ")
	c.PlaysOn = func(board engine.Shape) error {
		for _, part := range parts {
			if err := part.CheckBoard(board); err != nil {
				return err
			}
		}
		if board.IsLarge() {
			return search.Settings{Endgame: r.Endgame}.CheckLarge()
		}
		return nil
	}
	c.New = func(s *search.Searcher) Player {
		p := &composedPlayer{turns: r.Turns, book: book, endgame: r.Endgame, searcher: s}
		for _, part := range parts {
			p.parts = append(p.parts, part.New(s))
		}
		return p
	}
	return c, nil
}
