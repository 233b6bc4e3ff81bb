package pgtest

import "syscall"

// attributes make a process run as nobody.
func attributes(asNobody bool) *syscall.SysProcAttr {
	if !asNobody {
		return nil
	}
	return &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: nobody, Gid: nobody}}
}
