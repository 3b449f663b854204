package tables

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"evothello/engine"
	"evothello/evaluators/patterns"
	"evothello/evaluators/tuples"
)

// A layerFit trains the hidden layer of tables. It fits the layer to the targets' distance from the tables, sample
// after sample in random order. Each weight has a rate that falls with the squares of its gradients (Adagrad: J. Duchi,
// E. Hazan and Y. Singer, Adaptive subgradient methods for online learning and stochastic optimization, 2011), so
// configurations that are seldom seen change as much from each sample as others did at first. One goroutine trains, so
// that the result does not depend on their number. All numbers are in units of layerScale discs.
type layerFit struct {
	tables  *patterns.Tables // without a layer
	vectors []float32        // for each weight of patterns.Folding, HiddenUnits numbers
	stages  []layerStage

	vectorSquares []float32 // sums of the squares of gradients
	rate          float32   // now
}

// A layerStage holds a stage's layer and the sums of its squared gradients.
type layerStage struct {
	biases, outputs             [tuples.HiddenUnits]float32
	biasSquares, outputsSquares [tuples.HiddenUnits]float32
	trained                     bool // now or before; otherwise the layer adds nothing in this stage
}

// The parameters of the training.
const (
	layerScale  = 8    // discs
	layerPasses = 3    // over all samples
	layerRate   = 0.05 // at first; it falls evenly
	layerLast   = 0.02 // the last rate, as a share of the first
	stageShare  = 0.2  // rate of biases and outputs, as a share of that of vectors

	firstVectorSquares, firstStageSquares = 0.01, 1 // limit the first steps

	maxLayerError = 2 // a larger error counts as this one
)

// The units of a layer's numbers in tables.
const (
	vectorStep = 1.0 / 256
	outputStep = vectorStep / 8 // because of the divisor 512, and of layerScale × 128 points
)

// newLayerFit returns the training of a layer for tables. It goes on with the layer of the tables before, if they have
// one.
func newLayerFit(t, before *patterns.Tables) *layerFit {
	f := &layerFit{tables: t, stages: make([]layerStage, len(t.Stages))}
	f.vectors = make([]float32, patterns.Folding().Weights*tuples.HiddenUnits)
	f.vectorSquares = make([]float32, len(f.vectors))
	for i := range f.vectorSquares {
		f.vectorSquares[i] = firstVectorSquares
	}
	goOn := before != nil && before.HasLayer()
	if goOn {
		for i, b := range before.Vectors {
			f.vectors[i] = float32(float32(int(b)-128) * vectorStep)
		}
	}
	rng := rand.New(rand.NewPCG(1, 0))
	for k := range tuples.HiddenUnits {
		output := float32(float64(0.4*rng.Float64()) - 0.2) // the same in all stages
		for i := range f.stages {
			s := &f.stages[i]
			s.biases[k], s.outputs[k] = 0.1, output
			if s.trained = goOn; goOn {
				was := &before.Stages[before.Stage(t.Stages[i].Discs)].Layer
				s.biases[k] = float32(was.Biases[k]) * vectorStep
				s.outputs[k] = float32(was.Outputs[k]) * outputStep
			}
			s.biasSquares[k], s.outputsSquares[k] = firstStageSquares, firstStageSquares
		}
	}
	return f
}

// A sampleIndex says where a sample is: its disc count, and its index among those.
type sampleIndex struct{ discs, index uint32 }

// train trains on all samples but the held-out ones. It calls passed after each pass. If ctx is cancelled it stops
// soon and returns its cause.
func (f *layerFit) train(ctx context.Context, all *samples, passed func()) error {
	var order []sampleIndex
	for discs := range all {
		for i := range all[discs] {
			if !all[discs][i].held {
				order = append(order, sampleIndex{uint32(discs), uint32(i)})
			}
		}
	}
	rng := rand.New(rand.NewPCG(2, 0))
	for pass := range layerPasses {
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for i, at := range order {
			if i%1024 == 0 {
				if ctx.Err() != nil {
					return context.Cause(ctx)
				}
				done := (float64(pass) + float64(i)/float64(len(order))) / layerPasses
				f.rate = float32(layerRate * (1 - float64((1-layerLast)*done)))
			}
			f.step(&all[at.discs][at.index])
		}
		passed()
	}
	return nil
}

// step moves the layer towards a sample's target.
func (f *layerFit) step(s *sample) {
	var space [tuples.Slots]uint32
	discs := bits.OnesCount64(s.own | s.opp)
	stage := f.tables.Stage(discs)
	entries, base := f.entries(s, stage, &space)
	l := &f.stages[stage]
	l.trained = true

	units := l.biases
	for _, w := range entries {
		vector := f.vectors[w*tuples.HiddenUnits:][:tuples.HiddenUnits]
		for k, x := range vector {
			units[k&(tuples.HiddenUnits-1)] += x
		}
	}
	sum := float32(0)
	for k, x := range units {
		if units[k] = max(x, 0); x > 0 {
			sum += float32(x * l.outputs[k])
		}
	}
	const most = float32(patterns.MaxCorrection) / patterns.Unit / layerScale
	off := base + sum - float32(float32(s.target)/(patterns.Unit*layerScale))
	if sum > most && off < 0 || sum < -most && off > 0 {
		return // the layer is at its limit already
	}
	off = max(-maxLayerError, min(off, maxLayerError))

	var slopes [tuples.HiddenUnits]float32
	rate := float32(f.rate * stageShare)
	for k, x := range units {
		if x == 0 {
			continue
		}
		slopes[k] = float32(off * l.outputs[k])
		step(&l.biases[k], &l.biasSquares[k], slopes[k], rate)
		step(&l.outputs[k], &l.outputsSquares[k], float32(off*x), rate)
	}
	for _, w := range entries {
		vector := f.vectors[w*tuples.HiddenUnits:][:tuples.HiddenUnits]
		squares := f.vectorSquares[w*tuples.HiddenUnits:][:tuples.HiddenUnits]
		for k, slope := range slopes {
			if slope != 0 {
				step(&vector[k], &squares[k], slope, f.rate)
				vector[k] = max(-maxVector, min(vector[k], maxVector))
			}
		}
	}
}

// maxVector is the largest number of a vector.
const maxVector = 127 * vectorStep

// step changes a weight by its gradient.
func step(weight, squares *float32, gradient, rate float32) {
	*squares += float32(gradient * gradient)
	*weight -= float32(rate * gradient / float32(math.Sqrt(float64(*squares))))
}

// entries returns the weights of a position's configurations, from 0 on, and the tables' value.
func (f *layerFit) entries(s *sample, stage int, space *[tuples.Slots]uint32) (entries []uint32, base float32) {
	var p tuples.Position
	g, of := tuples.Patterns(), patterns.Folding().Of
	g.Find(s.own, s.opp, &p)
	entries = p.Entries(g, space)
	values, sum := f.tables.Values(stage), 0
	for i, entry := range entries {
		sum += int(values[entry])
		entries[i] = uint32(of[entry] - 1)
	}
	sum = max(-patterns.MaxSum, min(sum, patterns.MaxSum)) + f.tables.Stages[stage].Mobility*int(s.mobility)
	return entries, float32(sum) / (patterns.Unit * layerScale)
}

// addTo returns the tables with the layer, in the numbers of files.
func (f *layerFit) addTo(t *patterns.Tables) (*patterns.Tables, error) {
	vectors := make([]byte, len(f.vectors))
	for i, x := range f.vectors {
		vectors[i] = byte(128 + rounded(x/vectorStep, 127))
	}
	stages := make([]patterns.Stage, len(t.Stages))
	for i, s := range t.Stages {
		s.Layer = f.stages[i].layer()
		stages[i] = s
	}
	return patterns.New(stages, vectors)
}

// layer returns the stage's layer in the numbers of files.
func (s *layerStage) layer() (l tuples.Layer) {
	if !s.trained {
		return l
	}
	for k := range tuples.HiddenUnits {
		l.Biases[k] = int16(rounded(s.biases[k]/vectorStep, tuples.MaxBias))
		l.Outputs[k] = int16(rounded(s.outputs[k]/outputStep, tuples.MaxOutput))
	}
	return l
}

// rounded returns the nearest whole number, at most that many either way.
func rounded(x float32, most int) int {
	return max(-most, min(int(math.RoundToEven(float64(x))), most))
}

// layerErrors measures tables with a layer on the held-out samples of each stage.
func layerErrors(all *samples, t *patterns.Tables, stages []StageReport) {
	sums, counts := make([]errorSum, len(stages)), make([]int, len(stages))
	for discs := range all {
		stage := t.Stage(discs)
		for i := range all[discs] {
			s := &all[discs][i]
			if !s.held {
				continue
			}
			ownMoves, oppMoves := engine.Mobilities(s.own, s.opp)
			value := t.Value(s.own, s.opp, ownMoves, oppMoves)
			sums[stage].add(float64(float64(value)/patterns.Unit) - s.discs())
			counts[stage]++
		}
	}
	for i := range stages {
		if counts[i] > 0 {
			stages[i].Fit = sums[i].mean(counts[i])
		}
	}
}
