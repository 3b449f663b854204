package policy

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"

	"evothello/engine"
	"evothello/internal/files"
	"evothello/learn/tables"
)

// A Sample is a position and its target move.
type Sample struct {
	Board engine.Board
	Move  engine.Square
}

// Samples are a training set and a test set, with samples from different games.
type Samples struct{ Training, HeldOut []Sample }

// heldOut reports whether the game with a number is held out: one in twenty is.
func heldOut(game int) bool { return game%20 == 0 }

// samplesOf returns the moves of a game after the random ones.
func samplesOf(g *tables.Game) (all []Sample) {
	for i, p := range g.Positions() {
		if i >= g.Random && i < len(g.Moves) {
			all = append(all, Sample{p.Board, g.Moves[i]})
		}
	}
	return all
}

// readSamples reads game files. Games in the held-out files are not training data, in whatever file they
// are; without such files one game in twenty is held out. A cancelled ctx stops it.
func readSamples(ctx context.Context, from, measured []tables.Source) (l Samples, given tables.FileGameCounts,
	err error) {
	seen := map[engine.Board]bool{} // final boards of the held-out games
	for _, source := range measured {
		if _, err := source.EachGame(func(g *tables.Game) error {
			seen[g.End()] = true
			l.HeldOut = append(l.HeldOut, samplesOf(g)...)
			return ctx.Err()
		}); err != nil {
			return l, given, err
		}
	}
	number := 0
	for _, source := range from {
		of, err := source.EachGame(func(g *tables.Game) error {
			switch number++; {
			case seen[g.End()]: // probably the same game
			case len(measured) == 0 && heldOut(number):
				l.HeldOut = append(l.HeldOut, samplesOf(g)...)
			default:
				l.Training = append(l.Training, samplesOf(g)...)
			}
			return ctx.Err()
		})
		if err != nil {
			return l, given, err
		}
		given.Add(of)
	}
	return l, given, nil
}

// add adds other samples.
func (l *Samples) add(other Samples) {
	l.Training = append(l.Training, other.Training...)
	l.HeldOut = append(l.HeldOut, other.HeldOut...)
}

// subsample returns at most n random samples.
func subsample(rng *rand.Rand, all []Sample, n int) []Sample {
	if len(all) <= n {
		return all
	}
	drawn := make([]Sample, n)
	for i, from := range rng.Perm(len(all))[:n] {
		drawn[i] = all[from]
	}
	return drawn
}

// A sample file begins with sampleMagic, the number of training samples and the number of test samples
// (4 bytes each). A sample is the mover's discs, the opponent's (8 bytes each) and the move (1 byte). The
// file ends with the SHA-256 of everything before it. Numbers are little-endian.
const (
	sampleMagic = "evothello samples 1\n"
	sampleSize  = 8 + 8 + 1
)

func (l *Samples) marshal() []byte {
	data := []byte(sampleMagic)
	data = binary.LittleEndian.AppendUint32(data, uint32(len(l.Training)))
	data = binary.LittleEndian.AppendUint32(data, uint32(len(l.HeldOut)))
	for _, one := range slices.Concat(l.Training, l.HeldOut) {
		data = binary.LittleEndian.AppendUint64(data, one.Board.Mover)
		data = binary.LittleEndian.AppendUint64(data, one.Board.Opponent)
		data = append(data, byte(one.Move))
	}
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}

func parseSamples(data []byte) (l Samples, err error) {
	const head = len(sampleMagic) + 8
	if len(data) < head+sha256.Size || !bytes.HasPrefix(data, []byte(sampleMagic)) {
		return l, errors.New("is not a file of samples")
	}
	content, sum := data[:len(data)-sha256.Size], data[len(data)-sha256.Size:]
	counts := data[len(sampleMagic):]
	taught, heldOut := binary.LittleEndian.Uint32(counts), binary.LittleEndian.Uint32(counts[4:])
	n := uint64(taught) + uint64(heldOut)
	if sha256.Sum256(content) != [sha256.Size]byte(sum) || uint64(len(content)-head) != n*sampleSize {
		return l, errors.New("is damaged: its checksum is wrong")
	}
	all := make([]Sample, n)
	for i := range all {
		one := content[head+i*sampleSize:]
		b := engine.Board{Mover: binary.LittleEndian.Uint64(one), Opponent: binary.LittleEndian.Uint64(one[8:])}
		all[i] = Sample{b, engine.Square(one[16])}
		if b.Holes() != 0 || one[16] > 63 || b.Moves()&all[i].Move.Bit() == 0 {
			return l, fmt.Errorf("has an illegal move in sample %d", i+1)
		}
	}
	return Samples{Training: all[:taught:taught], HeldOut: all[taught:]}, nil
}

// readSamples reads the samples of a round. Errors name their file.
func (t *Training) readSamples(round int) (Samples, error) {
	data, err := t.Read(samplesFile(round), files.MaxGames)
	if err != nil {
		return Samples{}, err
	}
	l, err := parseSamples(data)
	if err != nil {
		err = fmt.Errorf("%s %w: delete the file, and its games are played again", t.Path(samplesFile(round)), err)
	}
	return l, err
}
