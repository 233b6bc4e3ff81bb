//go:build !linux

package pgtest

import "syscall"

// attributes does nothing on this system.
func attributes(bool) *syscall.SysProcAttr { return nil }
