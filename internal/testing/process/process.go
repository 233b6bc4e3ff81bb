// Package process runs other programs for tests.
package process

import (
	"os"
	"os/exec"
	"runtime"
	"syscall"
)

// Process is a running program. On Linux it ends with the test at the latest, however that ends.
type Process struct {
	process *os.Process
	ended   chan struct{}
	err     error
}

// Start starts a program.
func Start(command *exec.Cmd) (*Process, error) {
	p := &Process{ended: make(chan struct{})}
	begun := make(chan error)
	go func() {
		defer close(p.ended)
		runtime.LockOSThread() // the program ends with this thread
		endWithThread(command)
		err := command.Start()
		p.process = command.Process
		begun <- err
		if err == nil {
			p.err = command.Wait()
		}
	}()
	return p, <-begun
}

// Ended is closed when the program has ended.
func (p *Process) Ended() <-chan struct{} { return p.ended }

// Wait waits until the program has ended, and returns why.
func (p *Process) Wait() error {
	<-p.ended
	return p.err
}

// Signal sends a signal to the program.
func (p *Process) Signal(s os.Signal) error { return p.process.Signal(s) }

// Stop sends a signal that ends the program, unless it has ended, and waits for the end.
func (p *Process) Stop(s os.Signal) {
	_ = p.process.Signal(s)
	<-p.ended
}

// Kill kills the program with SIGKILL.
func (p *Process) Kill() { p.Stop(syscall.SIGKILL) }
