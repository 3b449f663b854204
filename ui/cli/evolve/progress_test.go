package evolve

import (
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
)

// Fields that do not fit are left out, and no field is cut.
func TestFieldsFitTheLine(t *testing.T) {
	fields := []string{"generation 4 of 400", "champion 61 % vs seed-blank", "", "2m 5s left", "4107 games/s",
		"genomes win 49 %"}
	for width, want := range map[int]string{
		0:   "",
		18:  "2m 5s left",
		19:  "generation 4 of 400",
		60:  "generation 4 of 400  champion 61 % vs seed-blank  2m 5s left",
		80:  "generation 4 of 400  champion 61 % vs seed-blank  2m 5s left  4107 games/s",
		100: "generation 4 of 400  champion 61 % vs seed-blank  2m 5s left  4107 games/s  genomes win 49 %",
	} {
		got := fitting(width, fields)
		assert.Equal(t, want, got, "%d", width)
		assert.LessOrEqual(t, utf8.RuneCountInString(got), width)
	}
}
