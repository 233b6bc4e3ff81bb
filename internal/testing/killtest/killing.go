// Package killtest runs a test's own binary as a second process and kills it, to check that its work is either
// complete or missing afterwards.
package killtest

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"
)

const task = "PLUMBLINE_KILLED_TASK" // set in the second process, which is killed

// Main runs the tests. In the second process it runs work instead, which calls ready when it has started; the process
// ends with its parent at the latest. Call Main from TestMain.
func Main(m *testing.M, work func(argument string, ready func()) error) int {
	argument, is := os.LookupEnv(task)
	if !is {
		return m.Run()
	}
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin) // returns when the parent ends
		os.Exit(0)
	}()
	if err := work(argument, func() { fmt.Println("ready") }); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// Process is a running second process.
type Process struct {
	t       testing.TB
	command *exec.Cmd
	parent  io.WriteCloser
}

// Start starts the second process with an argument and waits until it is ready.
func Start(t testing.TB, argument string) *Process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &Process{t: t, command: exec.Command(self, "-test.run=^$")}
	p.command.Env = append(os.Environ(), task+"="+argument)
	p.command.Stderr = os.Stderr
	if p.parent, err = p.command.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := p.command.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.command.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		p.Kill()
		t.Fatalf("the process did not start: %q %v", line, err)
	}
	return p
}

// Signal sends a signal to the process.
func (p *Process) Signal(s os.Signal) {
	if err := p.command.Process.Signal(s); err != nil {
		p.t.Error(err)
	}
}

// Wait waits until the process has ended by itself, without an error.
func (p *Process) Wait() {
	if err := p.command.Wait(); err != nil {
		p.t.Error(err)
	}
	_ = p.parent.Close()
}

// Kill kills the process with SIGKILL.
func (p *Process) Kill() {
	if err := p.command.Process.Kill(); err != nil {
		p.t.Error(err)
	}
	_ = p.command.Wait() // killed
	_ = p.parent.Close()
}
