//go:build !js

package patterns

import _ "embed"

//go:embed champion.tables
var championTables []byte

// Shipped returns the file of the champion's tables, which ship with the program.
func Shipped() ([]byte, error) { return championTables, nil }
