//go:build tools

// Package tools pins the programs that check the code.
package tools

import (
	_ "honnef.co/go/tools/cmd/staticcheck"
	_ "mvdan.cc/gofumpt"
)
