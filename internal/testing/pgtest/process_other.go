//go:build !linux

package pgtest

import "syscall"

// attributes does nothing on this system.
func attributes(bool) *syscall.SysProcAttr { return nil }

// ended is not known on this system.
func ended(int) bool { return false }
