package cli

import (
	"errors"
	"net"
	"syscall"
)

// CannotListen adds the remedy to the error of a server that cannot listen at the address of a flag. It
// returns other errors unchanged.
func CannotListen(flag, address string, err error) error {
	network, is := errors.AsType[net.Error](err)
	switch {
	case !is:
		return Input(err)
	case errors.Is(err, syscall.EADDRINUSE):
		return Inputf("--%s %s: another program uses this address; choose another port, or 0 for any free "+
			"port", flag, address)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return Inputf("--%s %s: this machine does not have this address; choose 127.0.0.1 for this machine alone, "+
			"or 0.0.0.0 for the network", flag, address)
	case errors.Is(err, syscall.EACCES):
		return Inputf("--%s %s: permission denied; choose a port above 1023", flag, address)
	}
	return Inputf("--%s %s: %w; want HOST:PORT, such as 127.0.0.1:8000", flag, address, network)
}
