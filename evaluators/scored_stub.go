package evaluators

type scored struct{ score, theirs, played [64]uint64 }
