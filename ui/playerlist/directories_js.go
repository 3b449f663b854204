package playerlist

// Explain returns the error as it is: a static edition has no working directories.
func Explain(err error) error { return err }
