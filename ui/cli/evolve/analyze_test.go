package evolve

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"evothello/players/analysis"
)

var update = flag.Bool("update", false, "write the golden files anew")

func TestAnalyzePrintsATable(t *testing.T) {
	for name, args := range map[string][]string{
		"analyze-points": {games, "--game", "1", "--player", "reversi-switch", "--depth", "2", "--endgame", "8",
			"--points"},
		"analyze-game":     {games, "--game", "2", "--player", "reversi-switch", "--depth", "4", "--endgame", "12"},
		"analyze-database": {"../../../formats/testdata/sample.wtb", "f5d6c3", "--player", "reversi-blank:depth=4,endgame=0"},
	} {
		t.Run(name, func(t *testing.T) {
			got := mustEvolve(t, append([]string{"analyze"}, args...)...)
			path := filepath.Join("testdata", name+".golden")
			if *update {
				require.NoError(t, os.WriteFile(path, []byte(got), 0o644))
			}
			want, err := os.ReadFile(path)
			require.NoError(t, err)
			assert.Equal(t, string(want), got)
		})
	}
}

func TestAnalyzeAsJSON(t *testing.T) {
	out := mustEvolve(t, "analyze", games, "--player", "reversi-switch", "--depth", "2", "--endgame", "8", "--json")
	var document analysis.Document
	strict := json.NewDecoder(strings.NewReader(out))
	strict.DisallowUnknownFields()
	require.NoError(t, strict.Decode(&document))
	assert.Equal(t, 2, document.Depth)
	assert.Equal(t, 8, document.Endgame)
	require.Len(t, document.Games, 4)
	for _, g := range document.Games {
		require.Len(t, g.Moves, len(g.Transcript)/2)
		points, discs, estimated := 0, 0, 0.0
		for i, m := range g.Moves {
			require.Equal(t, g.Transcript[2*i:2*i+2], m.Move)
			require.Equal(t, m.BestValue-m.Value, m.Lost)
			switch m.Unit {
			case "points":
				points += m.Lost
				estimated += *m.LostDiscs
			case "discs":
				discs += m.Lost
				require.Equal(t, float64(m.Lost), *m.LostDiscs)
			}
		}
		assert.InDelta(t, estimated, *g.Sums.Black.EstimatedDiscsLost+*g.Sums.White.EstimatedDiscsLost, 0.5)
		assert.InDelta(t, estimated+float64(discs), *g.Sums.Black.AllDiscsLost+*g.Sums.White.AllDiscsLost, 0.5)
		assert.Equal(t, points, g.Sums.Black.PointsLost+g.Sums.White.PointsLost)
		assert.Equal(t, discs, g.Sums.Black.DiscsLost+g.Sums.White.DiscsLost)
	}
	for _, key := range []string{`"player": "reversi-switch"`, `"search": "negascout"`, `"title": "strongest:depth=4 against`,
		`"start": "--`,
		`"best_value"`, `"unit": "points"`, `"mark": "??"`, `"estimated"`, `"points_lost"`, `"solved"`, `"discs_lost"`,
		`"mistakes"`, `"blunders"`} {
		assert.Contains(t, out, key)
	}
}

func TestAnalyzePlotsTheGame(t *testing.T) {
	for _, name := range []string{"game.svg", "game.png"} {
		path := filepath.Join(t.TempDir(), name)
		out := mustEvolve(t, "analyze", games, "--game", "1", "--player", "reversi-switch:depth=1,endgame=4", "--plot", path)
		assert.Contains(t, out, "Game 1: ")
		assert.FileExists(t, path)
	}
}
