//go:build !linux

package tcp

import (
	"errors"
	"os"

	"plumbline/internal/site/device"
)

func openSerial(string, device.SerialMode) (*os.File, error) {
	return nil, errors.New("serial ports are supported on Linux only")
}
