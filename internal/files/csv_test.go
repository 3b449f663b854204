package files

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// A name cannot be a formula of a spreadsheet. Numbers are as they were.
func TestCSVHasNoFormulas(t *testing.T) {
	for field, written := range map[string]string{
		"=cmd|' /C calc'!A0": "'=cmd|' /C calc'!A0", "+1+cmd": "'+1+cmd", "-x": "'-x", "@SUM(A1)": "'@SUM(A1)",
		"\t=1": "'\t=1", "'=1": "''=1", "": "",
		"-0.5": "-0.5", "+78": "+78", "-1e-3": "-1e-3", "-": "'-", "strongest:depth=6": "strongest:depth=6", "a=1": "a=1",
	} {
		assert.Equal(t, "x,"+written+"\n", string(CSV([]string{"x", field})))
		assert.Equal(t, field, CSVField(written))
	}
	assert.Equal(t, "a,\"b,\"\"c\"\n,1\n", string(CSV([]string{"a", `b,"c`}, []string{"", "1"})))
}
