package human

import "os"

// Shipped returns the file of the network that ships with the program. In a browser it is fetched at the
// first call; package static provides it.
func Shipped() ([]byte, error) { return os.ReadFile("/human.network") }
