package app

import (
	"time"

	"golang.org/x/sys/windows"
)

// processorTimeUsed returns the processor time of this process.
func processorTimeUsed() time.Duration {
	var created, ended, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(windows.CurrentProcess(), &created, &ended, &kernel, &user); err != nil {
		return 0
	}
	const tick = 100 * time.Nanosecond
	span := func(t windows.Filetime) time.Duration {
		return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * tick
	}
	return span(kernel) + span(user)
}
