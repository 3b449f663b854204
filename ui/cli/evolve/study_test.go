package evolve

import (
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/internal/called"
	"evothello/ui/cli"
)

func TestStudyRefuses(t *testing.T) {
	dir := t.TempDir()
	for _, one := range []struct {
		says string
		args []string
	}{
		{"no directory for the study: give one with --out DIR", nil},
		{`unknown method "magic"`, []string{"--out", filepath.Join(dir, "a"), "--methods", "magic"}},
		{`--budgets: "soon": want a time such as 30s`, []string{"--out", filepath.Join(dir, "a"), "--budgets", "soon"}},
		{"so they must rise", []string{"--out", filepath.Join(dir, "a"), "--budgets", "30s,10s"}},
		{"0 seeds: must be", []string{"--out", filepath.Join(dir, "a"), "--seeds", "0"}},
		{"--experts: ", []string{"--out", filepath.Join(dir, "a"), "--experts", "none.wtb"}},
		{"--experts: there is no file a.wtb,b.wtb; put blanks between files, not commas",
			[]string{"--out", filepath.Join(dir, "a"), "--experts", "a.wtb,b.wtb"}},
		{"--experts: cannot read b.wtb", []string{"--out", filepath.Join(dir, "a"), "--experts",
			"../../../formats/testdata/sample.wtb", "b.wtb"}},
		{"--experts: only the method experts uses files of games",
			[]string{"--out", filepath.Join(dir, "a"), "--methods", "ga", "--experts",
				"../../../formats/testdata/sample.wtb"}},
		{"concurrency", []string{"--out", filepath.Join(dir, "a"), "--concurrency", "-1"}},
		{"exists already and holds no study", []string{"--out", "testdata"}},
		{`unexpected argument "runs/study": give files of games after --experts; usage: ` + called.Evolve() + " study",
			[]string{"--out", filepath.Join(dir, "a"), "runs/study"}},
	} {
		_, errs, code := evolveIn(t, "", append([]string{"study"}, one.args...)...)
		assert.Equal(t, cli.Wrong, code, one.args)
		assert.Contains(t, errs, one.says, one.args)
	}
	assert.NoDirExists(t, filepath.Join(dir, "a"))
}
