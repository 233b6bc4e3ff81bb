package pgtest

import (
	"errors"
	"syscall"
)

// attributes make a process run as nobody.
func attributes(asNobody bool) *syscall.SysProcAttr {
	if !asNobody {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
}

// ended reports whether no process has an id.
func ended(pid int) bool { return errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }
