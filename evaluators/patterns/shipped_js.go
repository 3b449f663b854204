package patterns

import "os"

// Shipped returns the file of the champion's tables. The browser fetches it when it is first needed, because it is
// larger than the program. Package static provides it.
func Shipped() ([]byte, error) { return os.ReadFile("/champion.tables") }
