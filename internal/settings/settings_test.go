package settings

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

type gate struct {
	Every int     `json:"every" flag:"every GENERATIONS" is:"generations between candidates" range:"1 to 10"`
	Elo   float64 `json:"elo" is:"difference" range:"-5 to 5"`
}

type text struct{ A int }

func (text) MarshalJSON() ([]byte, error) { return []byte(`"text"`), nil }

type named struct {
	Name string `json:"name" is:"name of the model"`
}

type config struct {
	named
	Gate   gate    `json:"gate" is:"match"`
	Plies  [2]int  `json:"plies" is:"least and most" range:"0 to 40"`
	Share  float64 `json:"share,omitempty" is:"share of games" range:"0 to 1"`
	Board  text    `json:"board" is:"board"`
	Last   *gate   `json:"last,omitempty" is:"last match"`
	Any    any     `json:"any" is:"of any kind"`
	hidden int
	Silent int `json:"silent"`
}

func TestFields(t *testing.T) {
	c := config{named: named{"a"}, Gate: gate{Every: 2, Elo: 0.5}, Plies: [2]int{6, 20}, Any: &named{"b"}, hidden: 1}
	want := []Field{
		{Name: "name", Value: `"a"`, Meaning: "name of the model"},
		{Name: "gate.every", Value: "2", Range: "1 to 10", Meaning: "generations between candidates", Flag: "every",
			Noun: "GENERATIONS"},
		{Name: "gate.elo", Value: "0.5", Range: "-5 to 5", Meaning: "difference"},
		{Name: "plies", Value: "[6,20]", Range: "0 to 40", Meaning: "least and most"},
		{Name: "share", Value: "0", Range: "0 to 1", Meaning: "share of games"},
		{Name: "board", Value: `"text"`, Meaning: "board"},
		{Name: "last", Value: "null", Meaning: "last match"},
		{Name: "any.name", Value: `"b"`, Meaning: "name of the model"},
	}
	fields := Fields(&c)
	assert.Equal(t, 2, fields[1].Default)
	for i := range fields {
		fields[i].Default = nil
	}
	assert.Equal(t, want, fields)
}

func TestSet(t *testing.T) {
	c := config{Gate: gate{Every: 2}, Plies: [2]int{6, 20}}
	assert.NoError(t, Set(&c, "gate.elo", 0.5))
	assert.NoError(t, Set(&c, "plies", []int{1, 2}))
	assert.NoError(t, Set(&c, "last", gate{Every: 3}))
	assert.Equal(t, config{Gate: gate{Every: 2, Elo: 0.5}, Plies: [2]int{1, 2}, Last: &gate{Every: 3}}, c)
	assert.EqualError(t, Set(&c, "gate.every", "x"), `"gate.every" is a text, want a whole number in digits`)
}

func TestCopy(t *testing.T) {
	into, from := config{Gate: gate{Every: 2, Elo: 1}, Share: 1}, config{Gate: gate{Every: 3, Elo: 4}, Share: 0.5}
	Copy(&into, &from, map[string]bool{"gate.elo": true, "share": true, "unknown": true})
	assert.Equal(t, config{Gate: gate{Every: 2, Elo: 4}, Share: 0.5}, into)
}

func TestCheck(t *testing.T) {
	for says, change := range map[string]func(*config){
		"":                                 func(*config) {},
		"gate.every is 0: must be 1 to 10": func(c *config) { c.Gate.Every = 0 },
		"gate.elo is 6: must be -5 to 5":   func(c *config) { c.Gate.Elo = 6 },
		"plies is 41: must be 0 to 40":     func(c *config) { c.Plies[1] = 41 },
		"share is NaN: must be 0 to 1":     func(c *config) { c.Share = math.NaN() },
		"share is -0: must be 0 to 1":      func(c *config) { c.Share = math.Copysign(0, -1) },
	} {
		c := config{Gate: gate{Every: 1}}
		change(&c)
		if err := Check(&c); says == "" {
			assert.NoError(t, err)
		} else {
			assert.EqualError(t, err, says)
		}
	}
	c := config{Gate: gate{Every: 10, Elo: math.Copysign(0, -1)}}
	assert.NoError(t, Check(&c))
}
