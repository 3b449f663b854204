package sittings

import "strconv"

// Decimals writes a number as history.csv has it.
func Decimals(x float64) string { return strconv.FormatFloat(x, 'f', 6, 64) }
