//go:build !linux

package pgtest

import "syscall"

// attributes does nothing on this system: the server survives a killed test.
func attributes(_, _ bool) *syscall.SysProcAttr { return nil }
