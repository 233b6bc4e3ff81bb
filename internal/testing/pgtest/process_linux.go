package pgtest

import "syscall"

// attributes start a process as nobody, and end it with the thread that started it.
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
