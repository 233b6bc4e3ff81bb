package s3test

import (
	"os/exec"
	"runtime"
	"syscall"
)

// run starts the server, which ends with this thread: with the process of the tests at the latest.
func (s *Server) run(command *exec.Cmd) error {
	runtime.LockOSThread()
	command.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	err := command.Start()
	s.process = command.Process
	return err
}
