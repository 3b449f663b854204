//go:build 386 || arm || mips || mipsle

package nets

import "errors"

// newMachine returns an error, because gomlx does not compile where an int has 32 bits.
func newMachine(Spec) (machine, error) {
	return nil, errors.New("neural networks need a 64-bit build of this program")
}
