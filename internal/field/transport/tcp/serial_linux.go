package tcp

import (
	"fmt"
	"os"

	"golang.org/x/sys/unix"

	"plumbline/internal/site/device"
)

var dataBits = map[int]uint32{5: unix.CS5, 6: unix.CS6, 7: unix.CS7, 8: unix.CS8}

// openSerial opens a port for raw bytes, for this process alone. The runtime waits for the port like for a network
// connection, so that deadlines work.
func openSerial(path string, mode device.SerialMode) (*os.File, error) {
	fd, err := unix.Open(path, unix.O_RDWR|unix.O_NOCTTY|unix.O_NONBLOCK|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil, fmt.Errorf("open %s: %w", path, err)
	}
	if err := setUp(fd, mode); err != nil {
		_ = unix.Close(fd)
		return nil, fmt.Errorf("set up %s: %w", path, err)
	}
	return os.NewFile(uintptr(fd), path), nil
}

func setUp(fd int, mode device.SerialMode) error {
	if err := unix.IoctlSetInt(fd, unix.TIOCEXCL, 0); err != nil {
		return err
	}
	t, err := unix.IoctlGetTermios(fd, unix.TCGETS2)
	if err != nil {
		return err
	}
	t.Iflag, t.Oflag, t.Lflag = unix.IGNBRK|unix.IGNPAR, 0, 0
	t.Cflag = unix.CREAD | unix.CLOCAL | unix.BOTHER | dataBits[mode.Data]
	t.Ispeed, t.Ospeed = uint32(mode.Baud), uint32(mode.Baud)
	if mode.Stop == 2 {
		t.Cflag |= unix.CSTOPB
	}
	switch mode.Parity {
	case "even":
		t.Cflag |= unix.PARENB
	case "odd":
		t.Cflag |= unix.PARENB | unix.PARODD
	}
	if mode.Parity != "none" {
		t.Iflag |= unix.INPCK
	}
	t.Cc[unix.VMIN], t.Cc[unix.VTIME] = 1, 0
	return unix.IoctlSetTermios(fd, unix.TCSETS2, t)
}
