package database

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// giveUpUnanswered ends a connection whose data nobody has acknowledged for 4 s.
func giveUpUnanswered(network, _ string, socket syscall.RawConn) error {
	if network == "unix" {
		return nil
	}
	var failed error
	err := socket.Control(func(fd uintptr) { failed = unix.SetsockoptInt(int(fd), unix.IPPROTO_TCP, unix.TCP_USER_TIMEOUT, 4000) })
	if err != nil {
		return err
	}
	return failed
}
