package report

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"evothello/evolution"
)

func TestDescent(t *testing.T) {
	d := &evolution.Descent{Champion: 65, Ancestors: []evolution.Ancestors{{Generation: 65, Number: 32, Effective: 32},
		{Generation: 64, Number: 19, Effective: 14}, {Generation: 0, Number: 10, Effective: 5.83}},
		Founders: []evolution.Share{{ID: "0.12", Part: 0.3}, {ID: "0.3", Part: 0.2}, {ID: "0.7", Part: 0.1}, {ID: "0.9"}}}
	assert.Equal(t, "The champion of generation 65 is the mean of 32 genomes. They descend from 10 genomes of generation "+
		"0, as unevenly as from 5.8 equal ones: 30 % from genome 0.12, 20 % from genome 0.3 and 10 % from genome 0.7.",
		Descent(d))
	assert.Empty(t, Descent(nil))
}
