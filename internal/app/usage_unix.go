//go:build unix

package app

import (
	"syscall"
	"time"
)

// processorTimeUsed returns the processor time of this process.
func processorTimeUsed() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		return 0
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
