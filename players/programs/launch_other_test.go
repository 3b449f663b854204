//go:build unix && !linux

package programs

const asHost = "PROGRAMS_TEST_AS_HOST"

func beHost() {}
