package evolution

// A Restart says when a model that no longer gets anywhere begins anew. The champions stay: candidates must still beat
// the current one. With a growing population this is IPOP (Auger and Hansen, A Restart CMA Evolution Strategy with
// Increasing Population Size, 2005).
type Restart struct {
	After  int `json:"after" is:"generations without a new champion after which the model begins anew; 0 never" range:"0 to 1000000"`
	Growth int `json:"growth" is:"factor of the population at each restart, as far as it may grow; 0 or 1: it stays; 2 is IPOP" range:"0 to 10"`
}

// restarts returns how often the model has begun anew before it makes a generation, and whether it does so for that
// one. promotions are the generations before it that made a champion.
func (r Restart) restarts(promotions []int, generation int) (n int, due bool) {
	if r.After == 0 {
		return 0, false
	}
	last := 0 // the generation after which the model began, or that made the last champion
	for _, p := range promotions {
		for ; last+r.After < p; last += r.After {
			n++
		}
		last = p
	}
	for ; last+r.After < generation; last += r.After {
		n, due = n+1, last+r.After == generation-1
	}
	return n, due
}

// Restarts returns the generations that the model has begun anew with, up to the last one of a history.
func (c *Config) Restarts(history []Row) (first []int) {
	var promotions []int
	for _, row := range history {
		if _, due := c.Restart.restarts(promotions, row.Generation); due {
			first = append(first, row.Generation)
		}
		if row.Promoted {
			promotions = append(promotions, row.Generation)
		}
	}
	return first
}

// inForce returns the configuration after n restarts: with the population as grown.
func (c *Config) inForce(n int) *Config {
	if n == 0 {
		return c
	}
	grown := *c
	grown.restarted = n
	for ; n > 0 && c.Restart.Growth > 1 && grown.Population*c.Restart.Growth <= MaxPopulation; n-- {
		grown.Population *= c.Restart.Growth
	}
	return &grown
}

// promotions returns the generations of champions.
func promotions(champions []Champion) (generations []int) {
	for i := range champions {
		generations = append(generations, champions[i].Generation)
	}
	return generations
}

// restart returns the configuration in force for the generation after a state, and the state. If the model begins anew
// then, it has a new model state.
func (c *Config) restart(previous *State) (*Config, *State, error) {
	n, due := c.Restart.restarts(promotions(previous.Champions), previous.Generation+1)
	c = c.inForce(n)
	if !due {
		return c, previous, nil
	}
	start, err := c.Start.genome(previous.encoding)
	if err != nil {
		return nil, nil, err
	}
	anew := *previous
	anew.Model = c.Model.initialize(c, previous.encoding.Layout, start)
	if population, is := anew.Model.(Population); is {
		for i := range population { // no other genome of that generation has the number
			population[i].ID = memberID(previous.Generation, 2*MaxPopulation+i)
		}
	}
	return c, &anew, nil
}

// populationOf returns the number of genomes in a generation that a history contains or comes before.
func (c *Config) populationOf(history []Row, generation int) int {
	var promoted []int
	for _, row := range history {
		if row.Promoted && row.Generation < generation {
			promoted = append(promoted, row.Generation)
		}
	}
	n, _ := c.Restart.restarts(promoted, generation)
	return c.inForce(n).Population
}
