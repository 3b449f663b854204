package plots

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"gonum.org/v1/plot/vg"

	"evothello/engine"
	"evothello/players/analysis"
)

func TestSharesHaveTheColourScaleOfTheWhole(t *testing.T) {
	const a1, d4, h8 = engine.Square(0), engine.Square(27), engine.Square(63)
	worth := &analysis.SquareValues{Shares: []analysis.Share{{Scorer: "table"}}}
	worth.Squares[a1], worth.Squares[d4], worth.Shares[0].Squares[a1] = 400, -100, -100
	worth.Discs[a1], worth.Discs[d4] = 5, 5

	boardOf := func(scorer string) board { return newBoard(engine.Standard(), "", worth, scorer) }
	whole, table, other := boardOf(""), boardOf("table"), boardOf("edge")
	shares := []float64{whole.share(a1), whole.share(d4), whole.share(h8)}
	assert.Equal(t, []float64{1, -0.5, 0}, shares, "by the square root")
	assert.Equal(t, -0.5, table.share(a1))
	assert.Equal(t, []string{"400", "−100", "0"}, []string{whole.text(a1), table.text(a1), other.text(a1)})
	assert.Equal(t, "–", whole.text(h8), "the square was never taken")
}

func TestTheLongestNumberFitsIntoItsSquare(t *testing.T) {
	worth := &analysis.SquareValues{}
	worth.Squares[0], worth.Discs[0] = -123456, 1
	b := newBoard(engine.Standard(), "", worth, "")
	const width = besideBoard + 8*24
	style := numbers([]board{b}, width)
	assert.LessOrEqual(t, style.Width("−123456"), vg.Length(24))
	assert.Less(t, style.Font.Size, numbers(nil, width).Font.Size)
}
