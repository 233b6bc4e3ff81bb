// Package await is for tests that look again and again at what another goroutine, program or server does.
package await

import "time"

// Pause leaves the processor to what a test waits for, between two looks. It is no length of time that a test relies on.
func Pause() { time.Sleep(2 * time.Millisecond) }
