//go:build !linux

package libreoffice

import "os/exec"

// contain does nothing: other systems have no such means.
func contain(*exec.Cmd, bool) {}
