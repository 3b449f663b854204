package evolve

import (
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A shell completes players, directories, boards, optimizers and scorers, by what a command's help calls them.
func TestCompletion(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.MkdirAll("runs/seed-7/plots", 0o777))
	for line, want := range map[string]string{
		"match evolved-d":                "evolved-deep evolved-diamond",
		"match evolved reversi-sw":       "reversi-switch reversi-switch-blank reversi-switch-1279",
		"match gtp":                      "gtp:cmd=",
		"match runs/s":                   "runs/seed-7",
		"resume ":                        "runs/seed-7",
		"freeze runs/":                   "runs/seed-7",
		"match --board Hea":              "Heart",
		"board Hea":                      "Heart",
		"run --optimizer ga-i":           "ga-islands",
		"run --scorers table,edge,edgec": "table,edge,edgecorner",
		"scorers tab":                    "table",
		"run --opponent random,gree":     "",
		"run --out elsewhere/":           "",
		"train tables games":             "",
	} {
		out, _, code := evolveIn(t, "", append([]string{"__complete"}, strings.Split(line, " ")...)...)
		require.Zero(t, code, line)
		var got []string
		for _, candidate := range strings.Split(out, "\n") {
			if candidate, _, _ = strings.Cut(candidate, "\t"); candidate != "" && candidate[0] != ':' {
				got = append(got, candidate)
			}
		}
		assert.Equal(t, want, strings.Join(got, " "), line)
	}
}
