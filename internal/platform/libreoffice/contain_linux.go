package libreoffice

import (
	"os"
	"os/exec"
	"syscall"
)

// contain ends the processes of a command together with it, and on request gives them a network without connections.
func contain(command *exec.Cmd, alone bool) {
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if alone {
		command.SysProcAttr.Cloneflags = syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET
		command.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getuid(), HostID: os.Getuid(), Size: 1}}
		command.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: os.Getgid(), HostID: os.Getgid(), Size: 1}}
	}
	command.Cancel = func() error { return syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
}
