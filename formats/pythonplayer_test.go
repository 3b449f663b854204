package formats

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestReadPythonPlayer(t *testing.T) {
	const weightless = "depth=3,corner=0,c=0,a1=0,a2=0,b1=0,b2=0,b3=0,x=0,o1=0,o2=0,wp=7,we=0,wb1=0,wb2=0,wb3=0"
	for _, c := range []struct{ source, want, wrong string }{
		{source: "player = Random()", want: "random"},
		{source: "import x\nplayer = Table(size=8, corner=-60)", want: "table:corner=-60"},
		{source: "player = MonteCarlo()", want: "montecarlo:count=100"},
		{source: "player = MonteCarlo(count=9, by_move=False)", want: "montecarlo:count=9,by_move=no"},
		{source: "player = _AlphaBeta_(evaluator=Evaluator_PW(wp=7))", want: "alphabeta:" + weightless},
		{source: "player = Switch(turns=[9, 60], strategies=[Random(), Greedy()])", want: "switch(random@9,greedy)"},
		{source: "player = RandomOpening(depth=8, base=Greedy())", want: "switch(random@7,greedy)"},
		{source: "player = Usagi(base=FullReading(remain=9, base=Greedy()))",
			want: "switch(switch(greedy):endgame=9):book=Usagi"},
		{source: "player = Switch(turns=[60], strategies=[NegaScout(depth=2, evaluator=Evaluator_P(wp=1))])"}, // weights
		{source: "x = 1", wrong: "no Switch found"},
		{source: "player = External('rm')", wrong: `line 1: unknown strategy "External"`},
		{source: "player = Table(60)", wrong: "line 1: Table takes its arguments as NAME=VALUE"},
		{source: "player = Table(corner='1,external:file=x')", wrong: "line 1: want a whole number"},
		{source: "player = Table('a,external:file'=1)", wrong: "line 1: Table takes its arguments as NAME=VALUE"},
		{source: "player = Usagi()", wrong: "line 1: Usagi lacks base=…"},
		{source: "player = FullReading(base=Random())", wrong: "line 1: FullReading lacks remain=…"},
		{source: "player = Switch(turns=[9], strategies=[Random(), Table()])", wrong: "with one strategy for each turn"},
		{source: "player = NegaMax(depth=2)", wrong: "line 1: 0 evaluators in NegaMax"},
		{source: "player = AlphaBeta(5, evaluator=Evaluator_T())", wrong: `line 1: AlphaBeta takes its arguments as NAME=VALUE`},
		{source: "player = AlphaBeta(evaluator=Evaluator_T(cornr=1))", wrong: `AlphaBeta has no argument "cornr"`},
		{source: "player = NegaMax(evaluator=Evaluator_TPO())", wrong: "Evaluator_TPO has unknown scorers"},
	} {
		got, err := ReadPythonPlayer([]byte(c.source))
		if c.wrong != "" {
			assert.ErrorContains(t, err, c.wrong, c.source)
			continue
		}
		assert.NoError(t, err, c.source)
		assert.Equal(t, c.want, got, c.source)
	}
}
