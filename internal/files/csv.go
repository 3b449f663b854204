package files

import (
	"bytes"
	"encoding/csv"
	"strconv"
	"strings"
)

// CSV encodes lines of comma-separated values. A field that a spreadsheet would run as a formula, such as a player's
// name that begins with =, gets an apostrophe in front, which CSVField removes. Numbers get no apostrophe.
func CSV(lines ...[]string) []byte {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	for _, line := range lines {
		fields := make([]string, len(line))
		for i, field := range line {
			fields[i] = harmless(field)
		}
		_ = w.Write(fields) // a buffer returns no errors
	}
	w.Flush()
	return out.Bytes()
}

func harmless(field string) string {
	if field == "" || !strings.Contains("=+-@'\t\r", field[:1]) {
		return field
	}
	if _, err := strconv.ParseFloat(field, 64); err == nil {
		return field
	}
	return "'" + field
}

// CSVField returns a field as it was before CSV wrote it.
func CSVField(written string) string {
	if field, found := strings.CutPrefix(written, "'"); found && harmless(field) == written {
		return field
	}
	return written
}
