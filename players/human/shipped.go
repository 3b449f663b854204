//go:build !js

package human

import _ "embed"

//go:embed human.network
var network []byte

// Shipped returns the file of the network that ships with the program.
func Shipped() ([]byte, error) { return network, nil }
