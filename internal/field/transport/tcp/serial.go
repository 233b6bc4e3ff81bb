package tcp

import (
	"net"
	"os"
	"slices"

	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

// OpenSerial opens a serial port of this machine that the operator has listed.
func OpenSerial(to device.Dial, listed []string) (net.Conn, error) {
	if !slices.Contains(listed, to.Serial) {
		return nil, errs.New(errs.SerialNotListed, "port", to.Serial)
	}
	port, err := openSerial(to.Serial, to.Mode)
	if err != nil {
		return nil, err
	}
	return &serialLine{port, serialAddress(to.Serial)}, nil
}

// serialLine is a serial port as a connection.
type serialLine struct {
	*os.File
	name serialAddress
}

func (s *serialLine) LocalAddr() net.Addr  { return s.name }
func (s *serialLine) RemoteAddr() net.Addr { return s.name }

// serialAddress is the name of a port, such as /dev/ttyS0.
type serialAddress string

func (serialAddress) Network() string  { return "serial" }
func (a serialAddress) String() string { return string(a) }
