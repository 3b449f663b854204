package patterns

import "os"

// Shipped returns the file of the champion's tables. In a browser it is fetched when it is first needed, for it is
// larger than the program: package static provides it.
func Shipped() ([]byte, error) { return os.ReadFile("/champion.tables") }
