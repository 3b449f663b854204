package evaluators

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"sync"

	"evothello/engine"
)

// Register adds a scorer of your own to Scorers. Call it while the program starts, in an init function or at the
// beginning of main. Runs, files, plots, pages, matches and workers of the program then treat it like the other
// scorers. Registering it again changes nothing.
//
// Register panics with a description of the fault if the scorer is not valid. The scorer's name must be free. In the
// positions of some random games its counts must be within Feature.Max, change their sign with the colours, and agree
// with Compile.
func Register(s *Scorer) {
	if slices.Contains(Scorers, s) {
		return
	}
	err := s.check()
	if err == nil {
		err = s.checkInGames()
	}
	if err != nil {
		panic(fmt.Sprintf("evaluators: scorer %q: %v", s.Name, err))
	}
	Scorers = append(slices.Clip(Scorers), s)
	places = sync.OnceValue(placesOfAll)
}

var (
	scorerName  = regexp.MustCompile(`^[a-z][a-z0-9]*$`)
	featureName = regexp.MustCompile(`^[A-Za-z0-9_=-]+$`) // after the scorer's name and a dot
)

// check returns an error if a scorer to be registered lacks something.
func (s *Scorer) check() error {
	switch {
	case !scorerName.MatchString(s.Name):
		return fmt.Errorf("the name must have lower-case letters and digits only, and begin with a letter")
	case slices.ContainsFunc(Scorers, func(other *Scorer) bool { return other.Name == s.Name }):
		return fmt.Errorf("a scorer of that name is registered already")
	case s.About == "":
		return fmt.Errorf("field About is empty: describe in a phrase what the scorer counts")
	case s.Counts == nil:
		return fmt.Errorf("field Counts is nil: set the function that counts the features")
	case len(s.Features) == 0:
		return fmt.Errorf("field Features is empty: give at least one feature")
	case s.Standard:
		return fmt.Errorf("field Standard is true: must be false, because it marks the scorers of the reversi library")
	case s.Shapes != nil:
		return fmt.Errorf("networks cannot be registered: leave out Shapes, and count configurations in Counts")
	case s.BySquare && len(s.Features) != 64:
		return fmt.Errorf("%d features with BySquare: must be 64", len(s.Features))
	}
	sum := 0
	for i, f := range s.Features {
		name, of := strings.CutPrefix(f.Name, s.Name+".")
		switch {
		case !of || !featureName.MatchString(name):
			return fmt.Errorf("feature %q: want a name such as %s.w", f.Name, s.Name)
		case slices.ContainsFunc(s.Features[:i], func(other Feature) bool { return other.Name == f.Name }):
			return fmt.Errorf("feature %s is listed twice", f.Name)
		case f.Bound < 1 || f.Bound > MaxScore || f.Max < 1 || f.Max > MaxScore || f.Most < 0 || f.Most > MaxScore:
			return fmt.Errorf("feature %s: Bound is %d, Max %d and Most %d: want 1 to %d, and Most may be 0", f.Name, f.Bound,
				f.Max, f.Most, MaxScore)
		}
		sum += f.Bound * f.most()
	}
	if sum > MaxScore/2 {
		return fmt.Errorf("the sum of Bound times the largest count is %d: must be at most %d, less than a won game",
			sum, MaxScore/2)
	}
	return nil
}

// checkInGames returns an error if the scorer contradicts itself in a position of some random games, on the
// whole board and on one with holes.
func (s *Scorer) checkInGames() (err error) {
	defer func() {
		if wrong := recover(); wrong != nil {
			err = fmt.Errorf("a call of Counts or Compile panics, with %d features: %v", len(s.Features), wrong)
		}
	}()
	weights := make([]int32, len(s.Features))
	for i := range weights {
		weights[i] = int32(2*i + 1)
	}
	rng := rand.New(rand.NewPCG(1, 1))
	for game := range 20 {
		p := engine.Start()
		if game%4 == 3 {
			x, err := engine.ShapeNamed("X")
			if err != nil {
				return err
			}
			p = x.Start
		}
		sum := s.term(weights, ^p.Holes())
		for ; !p.Over(); p = p.Play(engine.RandomSquare(rng, p.Moves())).Settle() {
			if err := s.checkAt(p, weights, sum); err != nil {
				return fmt.Errorf("at %s: %w", p, err)
			}
		}
	}
	return nil
}

// checkAt returns an error if the scorer contradicts itself in a position. sum is the compiled sum with
// the weights.
func (s *Scorer) checkAt(p engine.Position, weights []int32, sum Term) error {
	swapped := s.Count(engine.Position{Board: p.Swap(), Side: p.Side}, nil)
	plain := int32(0)
	for i, count := range s.Count(p, nil) {
		f := &s.Features[i]
		most := f.Max
		if p.Holes() != 0 {
			most = f.most()
		}
		switch {
		case count != -swapped[i]:
			return fmt.Errorf("%s is %d, but %d with the colours swapped: must be %d", f.Name, count, swapped[i], -count)
		case count > most || count < -most:
			return fmt.Errorf("%s is %d: must be within ±%d (Max, or Most on a board with holes)", f.Name, count, most)
		}
		plain += weights[i] * int32(count)
	}
	if compiled := sum(p.Black(), p.White()); compiled != plain {
		return fmt.Errorf("for weights of 1, 3, 5 and so on, Compile gives %d and Counts gives %d: must be "+
			"equal", compiled, plain)
	}
	return nil
}
