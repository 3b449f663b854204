package human

import "os"

// Shipped returns the file of the network. In a browser it is fetched when it is first needed: package static provides
// it.
func Shipped() ([]byte, error) { return os.ReadFile("/human.network") }
