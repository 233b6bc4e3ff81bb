//go:build !linux

package pgtest

import "syscall"

// attributes does nothing: a server of a test that is killed lives on here.
func attributes(_, _ bool) *syscall.SysProcAttr { return nil }
