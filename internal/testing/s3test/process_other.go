//go:build !linux

package s3test

import "os/exec"

// run starts the server, which survives a killed test on this system.
func (s *Server) run(command *exec.Cmd) error {
	err := command.Start()
	s.process = command.Process
	return err
}
