package tui

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"charm.land/bubbles/v2/key"
	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/engine"
	"evothello/players"
	"evothello/ui/playerlist"
)

// All texts of the sources, the keys, the players and the boards have a Japanese text with the same arguments,
// and no Japanese text is without a use.
func TestJapaneseIsComplete(t *testing.T) {
	literal := regexp.MustCompile(`\.[tT]ext\(\s*((?:"(?:[^"\\]|\\.)*"(?:\s*\+\s*)?)+)`)
	part := regexp.MustCompile(`"((?:[^"\\]|\\.)*)"`)
	used := map[string]bool{"Black": true, "White": true, user: true, userSlot().about: true, "a mistake": true,
		"a blunder": true, "%d move": true, "%d disc": true, string(forTranscript): true, string(forFile): true}
	files, err := filepath.Glob("*.go")
	require.NoError(t, err)
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		require.NoError(t, err)
		for _, text := range literal.FindAllStringSubmatch(string(source), -1) {
			whole := ""
			for _, p := range part.FindAllStringSubmatch(text[1], -1) {
				whole += p[1]
			}
			used[whole] = whole != "%d "
		}
	}
	delete(used, "%d ")
	for _, group := range groups() {
		used[group.title] = true
		for _, b := range group.bindings {
			used[b.Help().Desc] = true
		}
	}
	k := &keys
	for _, b := range []key.Binding{k.back, k.choose, k.otherSide, k.deeper, k.shallower, k.moreHandicap, k.lessHandicap,
		k.older, k.newer} {
		used[b.Help().Desc] = true
	}
	verbs := regexp.MustCompile(`%[-+.0-9]*[a-z%]`)
	for text := range used {
		_, known := words[text]
		require.True(t, known, "no Japanese for %q", text)
		assert.Equal(t, verbs.FindAllString(text, -1), verbs.FindAllString(words[text], -1), text)
	}
	for text := range words {
		assert.True(t, used[text], "%q is no text of the screens", text)
	}
	for _, e := range players.Roster() {
		if e.RequiredKey() == "" { // else it is not listed
			assert.NotEmpty(t, names["about."+e.Name], e.Name)
		}
	}
	for _, board := range engine.Shapes {
		assert.NotEmpty(t, names["board.is."+board.Name], board.Name)
	}
}

// The names of players, boards and openings are those of the page.
func TestJapaneseIsThatOfThePage(t *testing.T) {
	page, err := os.ReadFile("../web/page/js/texts/ja.js")
	require.NoError(t, err)
	line := regexp.MustCompile(`(?m)^\t'((?:about|opening|board\.is)\.[^']+)': '(.*)',$`)
	of := Language{}
	for _, one := range line.FindAllStringSubmatch(string(page), -1) {
		of[one[1]] = one[2]
	}
	assert.Equal(t, of, names)
}

// Every state fits at every size in Japanese, whose characters are two columns wide.
func TestJapaneseScreens(t *testing.T) {
	japanese := func(o *Options) { o.Language = Japanese }
	for _, s := range states {
		change := []func(*Options){japanese}
		if s.change != nil {
			change = append(change, s.change(t)...)
		}
		d := &driver{Model: newModel(t, change...)}
		if s.reach != nil {
			s.reach(d)
		}
		for _, size := range [][2]int{{44, 13}, {80, 24}, {120, 40}} {
			d.Update(tea.WindowSizeMsg{Width: size[0], Height: size[1]})
			checkFits(t, d.draw(), size[0], size[1])
		}
		d.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
		switch shown := ansi.Strip(d.draw()); s.name {
		case "values", "help":
			checkGolden(t, "japanese-"+s.name, shown)
		case "mistakes":
			assert.Contains(t, shown, "疑問手?と悪手??: 黒は15と15、白は0と0。")
		case "chooser":
			assert.Contains(t, shown, "対局者を選ぶ: O 白、いまはtable。")
		}
	}
	m := newLargeModel(t, 12, func(o *Options) {
		o.Language, o.Default = Japanese, playerlist.BeginnerOn(engine.Large(12))
	})
	checkGolden(t, "japanese-large", ansi.Strip(m.draw()))
	assert.True(t, strings.HasPrefix(tooSmall(Japanese, 200, 12), "盤には"))
}

func TestLanguageOf(t *testing.T) {
	for locale, want := range map[string]string{"ja_JP.UTF-8": "黒", "ja": "黒", "en_GB.UTF-8": "Black", "": "Black"} {
		assert.Equal(t, want, LanguageOf(locale).Text("%s", engine.Black), locale)
	}
}
