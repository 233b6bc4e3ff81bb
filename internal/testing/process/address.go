package process

import (
	"fmt"
	"math/rand/v2"
	"net"
	"strconv"
)

// Ports that the systems do not give to connections that a program opens, so that no connection of a test that runs at
// the same time takes one before the program listens on it: Linux gives 32768 and above, others 49152 and above.
const firstPort, lastPort = 15000, 32767

// FreeAddress returns an address on 127.0.0.1 with a free port, for a program that has to be given its port. It panics
// if it finds none.
func FreeAddress() string {
	for range 1000 {
		address := net.JoinHostPort("127.0.0.1", strconv.Itoa(firstPort+rand.N(lastPort-firstPort+1)))
		listener, err := net.Listen("tcp", address)
		if err != nil {
			continue // taken
		}
		if err := listener.Close(); err == nil {
			return address
		}
	}
	panic(fmt.Sprintf("no free port between %d and %d", firstPort, lastPort))
}
