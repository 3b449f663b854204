package report

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/evolution"
	"evothello/fitness"
	"evothello/players"
	"evothello/runs"
)

var update = flag.Bool("update", false, "write the golden files anew")

// played returns a run after some generations, which take a few hundredths of a second each.
func played(t *testing.T, generations int, change func(*evolution.Config)) *runs.Run {
	t.Helper()
	c := evolution.Defaults(3)
	c.Search.Depth, c.Search.Endgame = 1, 0
	c.SetSize(6, 6)
	c.Gate.Every = 1
	change(&c)
	run, err := runs.Create(filepath.Join(t.TempDir(), "run"), c, runs.Goal{Count: generations})
	require.NoError(t, err)
	defer run.Close()
	if generations > 0 {
		_, err = run.Run(context.Background(), fitness.Local{Workers: 2}, runs.Observer{})
		require.NoError(t, err)
	}
	return run
}

func asIs(*evolution.Config)       {}
func easyGate(c *evolution.Config) { c.Gate.Elo0, c.Gate.Elo1 = -400, -300 }
func onePhase(c *evolution.Config) { c.Turns = []int{60} }
func edgeOnly(c *evolution.Config) { c.Scorers = []string{"edge"} }
func alone(c *evolution.Config)    { c.Reference.Opponents = nil }

func TestOutline(t *testing.T) {
	for name, run := range map[string]*runs.Run{
		"whole":     played(t, 4, easyGate),
		"one-phase": played(t, 1, onePhase),
		"edge-only": played(t, 2, edgeOnly),
		"alone":     played(t, 2, alone),
		"unplayed":  played(t, 0, asIs),
	} {
		t.Run(name, func(t *testing.T) {
			got := strings.Join(parse(t, run).outline(), "\n") + "\n"
			golden := filepath.Join("testdata", name+".outline")
			if *update {
				require.NoError(t, os.WriteFile(golden, []byte(got), 0o644))
			}
			want, err := os.ReadFile(golden)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

func TestPageHasTheNumbersOfTheStatus(t *testing.T) {
	run := played(t, 4, asIs)
	status, doc := run.Status(), parse(t, run)

	rivals := doc.table("The champion against reference opponents")
	require.Len(t, rivals, len(status.Champion.Reference))
	for i, against := range status.Champion.Reference {
		assert.Equal(t, []string{
			against.Opponent,
			fmt.Sprintf("%.1f %%", 100*against.Score),
			fmt.Sprintf("%.1f–%.1f %%", 100*against.Low, 100*against.High),
			"",
			against.Elo.String(),
			string(against.Comparison()),
		}, rivals[i])
	}

	champion := run.State.CurrentChampion()
	weights := doc.table("All weights")
	require.Len(t, weights, 16)
	assert.Equal(t, "table.corner", weights[0][0])
	for phase := range champion.Phases {
		assert.Equal(t, fmt.Sprint(champion.Phases[phase].Get("table.corner")), weights[0][1+phase])
		assert.Equal(t, fmt.Sprint(champion.Phases[phase].Get("blank.w3")), weights[14][1+phase])
	}

	champions := doc.table("Champions, the latest first")
	require.Len(t, champions, status.Promotions)
	assert.Equal(t, fmt.Sprint(champion.Generation), champions[0][0])
	assert.Equal(t, []string{"1", "the first: no match"}, champions[len(champions)-1][:2])
	last := champions[0]
	assert.Equal(t, rivals[0][1], last[len(last)-3], "the last champion is the reigning one")

	want, err := settings(run.Config.Marshal())
	require.NoError(t, err)
	shown := doc.table("Settings")
	require.Len(t, shown, len(want))
	for i, s := range want {
		assert.Equal(t, []string{s.Name, s.Value}, shown[i])
	}

	text := doc.text()
	for _, words := range []string{
		fmt.Sprintf("The champion of generation %d", status.Champion.Generation),
		fmt.Sprintf("The run cost 4 generations, %d games and ", status.Games),
		status.Run,
		"evolve run --config run.json --generations 4 --out again",
		string(run.Config.Marshal()),
	} {
		assert.Contains(t, text, words)
	}
}

func TestPageNamesTheStartWeights(t *testing.T) {
	assert.Contains(t, parse(t, played(t, 0, asIs)).text(), "It begins with random weights.")
	fromSeed := func(c *evolution.Config) {
		spec, err := players.ParseSpec("reversi-switch")
		require.NoError(t, err)
		weights, err := spec.Switch()
		require.NoError(t, err)
		c.StartFrom("reversi-switch", weights)
	}
	doc := parse(t, played(t, 0, fromSeed))
	assert.Contains(t, doc.text(), "It begins with the weights of reversi-switch.")
	assert.Contains(t, doc.table("Settings"), []string{"start.phases", "75 values, in run.json"})
}

func TestTheSameRunGivesTheSamePage(t *testing.T) {
	run := played(t, 2, asIs)
	a, err := Page(run)
	require.NoError(t, err)
	again, err := runs.Open(run.Path())
	require.NoError(t, err)
	b, err := Page(again)
	require.NoError(t, err)
	assert.Equal(t, string(a), string(b))
	assert.NotContains(t, string(a), run.Path(), "the page does not contain the path of the run")
}

func TestPageIsSelfContained(t *testing.T) {
	doc := parse(t, played(t, 1, asIs))
	var metas []string
	doc.walk(func(e *element) {
		for _, a := range e.Attrs {
			assert.NotContains(t, []string{"src", "href", "srcset", "data", "action"}, a.Name.Local, e.XMLName.Local)
		}
		assert.NotContains(t, []string{"script", "link", "iframe", "object"}, e.XMLName.Local)
		if e.XMLName.Local == "meta" {
			metas = append(metas, e.attr("name"))
		}
		if e.XMLName.Local == "svg" {
			assert.NotEmpty(t, e.attr("viewBox"), "SVG scales")
		}
		if e.XMLName.Local == "style" {
			assert.NotContains(t, e.Text, "url(")
			assert.NotContains(t, e.Text, "@import")
		}
	})
	assert.Contains(t, metas, "viewport")
	assert.Contains(t, metas, "color-scheme")
}

// An element is an element of a page. Pages are also well-formed XML.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []*element `xml:",any"`
}

func parse(t *testing.T, run *runs.Run) *element {
	t.Helper()
	data, err := Page(run)
	require.NoError(t, err)
	var root element
	decoder := xml.NewDecoder(bytes.NewReader(data))
	decoder.Strict, decoder.AutoClose = false, xml.HTMLAutoClose
	require.NoError(t, decoder.Decode(&root))
	_, err = decoder.Token()
	for err == nil { // the line end
		_, err = decoder.Token()
	}
	require.True(t, errors.Is(err, io.EOF), "%v", err)
	return &root
}

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e *element) walk(visit func(*element)) {
	visit(e)
	for _, child := range e.Children {
		child.walk(visit)
	}
}

func (e *element) text() string {
	var all []string
	e.walk(func(e *element) {
		if text := e.Text; strings.TrimSpace(text) != "" {
			all = append(all, text)
		}
	})
	return strings.Join(all, " ")
}

func (e *element) find(names ...string) (found []*element) {
	e.walk(func(e *element) {
		if slices.Contains(names, e.XMLName.Local) {
			found = append(found, e)
		}
	})
	return found
}

// cells returns the texts of a table's cells, row by row.
func cellsOf(section *element) (rows [][]string) {
	for _, tr := range section.find("tr") {
		var row []string
		for _, cell := range tr.Children {
			row = append(row, strings.TrimSpace(cell.text()))
		}
		rows = append(rows, row)
	}
	return rows
}

// table returns the body of the table whose caption begins with a text.
func (e *element) table(caption string) [][]string {
	for _, table := range e.find("table") {
		if strings.HasPrefix(table.find("caption")[0].text(), caption) {
			return cellsOf(table.find("tbody")[0])
		}
	}
	return nil
}

// outline returns the structure of the page without its numbers.
func (e *element) outline() (lines []string) {
	e.walk(func(e *element) {
		switch e.XMLName.Local {
		case "title", "h1", "h2", "figcaption":
			lines = append(lines, e.XMLName.Local+": "+e.text())
		case "table":
			head := strings.Join(cellsOf(e.find("thead")[0])[0], " | ")
			lines = append(lines, "table: "+e.find("caption")[0].text(), "       "+head)
		case "svg":
			lines = append(lines, fmt.Sprintf("svg of %s points", e.attr("viewBox")))
		case "section":
			lines = append(lines, "")
		}
		if role := e.attr("role"); role == "img" {
			lines = append(lines, "described: "+strings.Join(strings.Fields(e.attr("aria-label"))[:4], " ")+" …")
		}
	})
	return lines
}
