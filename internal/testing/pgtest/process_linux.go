package pgtest

import "syscall"

// attributes make a process run as nobody, and end with the thread that started it.
func attributes(asNobody, endsWithThread bool) *syscall.SysProcAttr {
	a := &syscall.SysProcAttr{}
	if asNobody {
		a.Credential = &syscall.Credential{Uid: nobody, Gid: nobody}
	}
	if endsWithThread {
		a.Pdeathsig = syscall.SIGKILL
	}
	return a
}
