package settings

import (
	"math"
	"testing"

	"github.com/stretchr/testify/assert"
)

type gate struct {
	Every int     `json:"every" is:"generations between candidates" range:"1 to 10"`
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
	assert.Equal(t, []Field{
		{"name", `"a"`, "", "name of the model"},
		{"gate.every", "2", "1 to 10", "generations between candidates"},
		{"gate.elo", "0.5", "-5 to 5", "difference"},
		{"plies", "[6,20]", "0 to 40", "least and most"},
		{"share", "0", "0 to 1", "share of games"},
		{"board", `"text"`, "", "board"},
		{"last", "null", "", "last match"},
		{"any.name", `"b"`, "", "name of the model"},
	}, Fields(&c))
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
