package evolution

import (
	"fmt"

	"evothello/internal/portable"
)

// Restart is the settings for starting an optimizer again when it no longer makes progress. The champions stay:
// candidates must still beat the current one. With a growing population this is IPOP (Auger and Hansen, A Restart CMA
// Evolution Strategy with Increasing Population Size, 2005). With alternation it is BIPOP (Hansen, Benchmarking a
// BI-Population CMA-ES on the BBOB-2009 Function Testbed, 2009), but a restart with a small population also lasts until
// it makes no progress.
type Restart struct {
	After     int  `json:"after" flag:"restart-after N" is:"start the optimizer again after N generations without a new champion" range:"0 to 1000000"`
	Growth    int  `json:"growth" is:"factor of the population at each restart, as far as it may grow; 0 or 1: it stays; 2 is IPOP" range:"0 to 10"`
	Alternate bool `json:"alternate,omitempty" is:"begin with a small population instead where small ones have had less effort: BIPOP"`
}

func (r Restart) check() error {
	if r.Alternate && r.Growth < 2 {
		return fmt.Errorf("restart.growth is %d: must be 2 or more with restart.alternate", r.Growth)
	}
	return nil
}

// begins returns the generations in which the optimizer starts again, up to a generation. promotions are the earlier
// generations that made a champion.
func (r Restart) begins(promotions []int, generation int) (first []int) {
	if r.After == 0 {
		return nil
	}
	last := 0 // the generation after which the optimizer began, or that made the last champion
	for _, p := range append(promotions[:len(promotions):len(promotions)], generation) {
		for ; last+r.After < p; last += r.After {
			first = append(first, last+r.After+1)
		}
		last = p
	}
	return first
}

// Restarts returns the generations in which the optimizer started again, up to the last generation of a history.
func (c *Config) Restarts(history []Row) []int {
	if len(history) == 0 {
		return nil
	}
	last := history[len(history)-1].Generation
	return c.Restart.begins(promotionsBefore(history, last), last)
}

func promotionsBefore(history []Row, generation int) (generations []int) {
	for _, row := range history {
		if row.Promoted && row.Generation < generation {
			generations = append(generations, row.Generation)
		}
	}
	return generations
}

// inForce returns the configuration after restarts with the given first generations: with the population and the step
// size of the last one.
func (c *Config) inForce(begins []int) *Config {
	if len(begins) == 0 {
		return c
	}
	grown := *c
	grown.restarted = len(begins)
	if c.Restart.Alternate {
		grown.Population, grown.narrowed = c.alternated(begins)
		return &grown
	}
	for range begins {
		grown.Population = c.larger(grown.Population)
	}
	return &grown
}

// larger returns the population after the next restart, if populations grow.
func (c *Config) larger(population int) int {
	if c.Restart.Growth > 1 && population*c.Restart.Growth <= MaxPopulation {
		return population * c.Restart.Growth
	}
	return population
}

// alternated returns the population after the last of several restarts, and the factor of its initial step size. A
// large restart has a larger population than the previous large one. A restart is small if small populations, including
// the initial one, have had fewer genomes so far in all generations.
func (c *Config) alternated(begins []int) (population int, narrowed float64) {
	spent := map[bool]int{} // total number of genomes, by whether the population was a large one
	large, isLarge, began := c.Population, false, 1
	population = c.Population
	for i, first := range begins {
		spent[isLarge] += (first - began) * population
		began = first
		if isLarge = spent[false] >= spent[true]; isLarge {
			large = c.larger(large)
			population, narrowed = large, 1
			continue
		}
		population, narrowed = c.small(large, i+1)
	}
	return population, narrowed
}

// small draws a population between the initial one and a large one, mostly nearer to the former, and a factor from 0.01
// to 1 of the initial step size.
func (c *Config) small(large, restart int) (population int, narrowed float64) {
	rng := c.random("restart", restart)
	u := rng.Float64()
	ratio := portable.Log(float64(large) / float64(c.Population))
	population = int(float64(c.Population) * portable.Exp(float64(float64(u*u)*ratio)))
	narrowed = portable.Exp(float64(-rng.Float64() * portable.Log(100)))
	try := *c
	for try.Population = population; try.Population > c.Population && try.checkOptimizer() != nil; {
		try.Population-- // to one that suits the optimizer
	}
	return try.Population, narrowed
}

// promotions returns the generations of champions.
func promotions(champions []Champion) (generations []int) {
	for i := range champions {
		generations = append(generations, champions[i].Generation)
	}
	return generations
}

// restart returns the configuration in force for the generation after a state, and the state. If the optimizer begins
// again then, it has a new optimizer state.
func (c *Config) restart(previous *State) (*Config, *State, error) {
	generation := previous.Generation + 1
	begins := c.Restart.begins(promotions(previous.Champions), generation)
	c = c.inForce(begins)
	if n := len(begins); n == 0 || begins[n-1] != generation {
		return c, previous, nil
	}
	start, err := c.Start.genome(previous.encoding)
	if err != nil {
		return nil, nil, err
	}
	anew := *previous
	anew.Optimizer = c.Optimizer.initialize(c, previous.encoding.Layout, start)
	if population, is := anew.Optimizer.(Population); is {
		for i := range population { // no other genome of that generation has the number
			population[i].ID = memberID(previous.Generation, 2*MaxPopulation+i)
		}
	}
	return c, &anew, nil
}

// populationOf returns the number of genomes in a generation that a history contains or comes before.
func (c *Config) populationOf(history []Row, generation int) int {
	return c.inForce(c.Restart.begins(promotionsBefore(history, generation), generation)).Population
}
