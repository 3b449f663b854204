package evaluators

import (
	"math/bits"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// hidden is the hidden layer of pattern tables. It takes longer than all the rest of a score, but adds little. So
// searches ask it only where that could matter, as lazy evaluations do; all values stay the same.
type hidden struct {
	vectors tuples.Vectors
	layer   *tuples.Layer
	weight  int32
	most    int32 // the largest value, either way
}

// newHidden returns a stage's hidden layer with a weight, for positions where own is to move or has just moved. It is
// nil if it has no value.
func newHidden(t *patterns.Tables, stage, weight int, after bool) *hidden {
	if !t.HasLayer() || weight == 0 || t.Stages[stage].Layer.Outputs == [tuples.HiddenUnits]int16{} {
		return nil
	}
	h := &hidden{layer: &t.Stages[stage].Layer, weight: int32(weight)}
	h.most = max(h.weight, -h.weight) * patterns.MaxCorrection
	if after {
		h.vectors, h.weight = t.LayerVectorsAfter(), -h.weight
	} else {
		h.vectors = t.LayerVectors()
	}
	return h
}

// value is the layer's score of a position for own.
func (h *hidden) value(own, opp uint64) int32 {
	const most = patterns.MaxCorrection
	return h.weight * max(-most, min(tuples.Patterns().LayerValue(h.vectors, h.layer, own, opp), most))
}

// after is value after own's move, a set of one square.
func (h *hidden) after(own, opp, move uint64) int32 {
	flips := engine.Flips(own, opp, engine.Square(bits.TrailingZeros64(move)))
	return h.value(own^flips^move, opp^flips)
}

// A choice looks for the best of own's moves with a hidden layer.
type choice struct {
	*tabled
	own, opp uint64
	enough   int32
	at       lookup
	best     int32  // of the moves whose value is known: that of a finished game, or from the layer
	first    uint64 // the first move with that value

	// The other moves so far, and their values without the layer.
	others  int
	squares [64]uint8
	values  [64]int32
}

// bestWithLayer is bestMove with a hidden layer. A move that reaches enough without the layer ends the search at once
// if it does so with it. Of the others, the most promising are asked for first, and none that cannot matter. Where
// several moves reach enough, it may be any of them.
func (e *tabled) bestWithLayer(own, opp, moves uint64, low, enough int32) (best int32, first uint64) {
	c := choice{tabled: e, own: own, opp: opp, enough: enough, best: -1 << 30}
	e.find(own, opp, &c.at)
	for moves != 0 && c.best < enough {
		batch := firstEight(moves)
		moves &^= batch
		c.addBatch(batch)
	}
	for c.others > 0 && c.best < enough {
		move, value := c.mostPromising()
		if value < c.best-e.hidden.most {
			break
		}
		if bound := value + e.hidden.most; bound <= low {
			return max(c.best, bound), 0
		}
		c.ask(move, value)
	}
	return c.best, c.first
}

// addBatch values up to eight moves.
func (c *choice) addBatch(batch uint64) {
	var out scored
	if !c.childScores(c.own, c.opp, batch, &out) {
		for ; batch != 0 && c.best < c.enough; batch &= batch - 1 {
			if value, over := c.afterMove(&c.at, c.own, c.opp, batch&-batch); over {
				c.know(batch&-batch, value)
			} else {
				c.add(batch&-batch, value)
			}
		}
		return
	}
	if c.extras != nil {
		c.addRest(c.own, c.opp, batch, &out)
	}
	value, move := c.bestAfter(&c.at, c.opp, batch, &out, c.enough)
	for {
		done := batch
		if value >= c.enough {
			done &= move | (move - 1)
		}
		n := 0
		for set := done; set != 0; set &= set - 1 {
			c.add(set&-set, int32(out.Scores[n&7]))
			n++
		}
		if batch &^= done; batch == 0 || c.best >= c.enough {
			return
		}
		copy(out.Scores[:], out.Scores[n:])
		copy(out.Theirs[:], out.Theirs[n:])
		last := len(c.tables) - 1 // the others have been added to all scores
		t := &c.tables[last]
		value, move = t.geometry.BestAfter(t.values, &c.at[last&1], &out, c.opp, batch, t.weight, t.most, c.enough)
	}
}

// add adds a move with its value without the layer.
func (c *choice) add(move uint64, value int32) {
	if value >= c.enough {
		c.ask(move, value)
		return
	}
	c.squares[c.others&63], c.values[c.others&63] = uint8(bits.TrailingZeros64(move)), value
	c.others++
}

// mostPromising takes the move with the highest value from the others.
func (c *choice) mostPromising() (move uint64, value int32) {
	at := 0
	for i := range c.others {
		if c.values[i&63] > c.values[at&63] {
			at = i
		}
	}
	move, value = 1<<c.squares[at&63], c.values[at&63]
	c.others--
	c.squares[at&63], c.values[at&63] = c.squares[c.others&63], c.values[c.others&63]
	return move, value
}

// ask asks the layer for a move with a value without it.
func (c *choice) ask(move uint64, value int32) {
	if value-c.hidden.most >= c.enough {
		c.know(move, c.enough)
		return
	}
	c.know(move, value+c.hidden.after(c.own, c.opp, move))
}

// know notes the value of a move.
func (c *choice) know(move uint64, value int32) {
	if value > c.best || value == c.best && move < c.first {
		c.best, c.first = value, move
	}
}

// reach returns those of some positions after a move whose score, with the layer, is at least enough. maybe are those
// whose score could be, and the scores in out are those without it.
func (h *hidden) reach(out *replied, maybe uint64, enough int32) (reached uint64) {
	for ; maybe != 0; maybe &= maybe - 1 {
		i := bits.TrailingZeros64(maybe) & 7
		theirs, score := out.Theirs[i], int32(out.Scores[i])
		if score-h.most >= enough || score+h.value(out.Discs[i]&^theirs, theirs) >= enough {
			reached |= maybe & -maybe
		}
	}
	return reached
}
