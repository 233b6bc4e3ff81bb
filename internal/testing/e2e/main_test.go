package e2e

import (
	"testing"

	"go.uber.org/goleak"
)

// Two goroutines run until the process ends: the sweep of the permission cache and the private PostgreSQL.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/maypok86/otter/v2.periodicCleanUp[...]"),
		goleak.IgnoreAnyFunction("plumbline/internal/testing/process.Start.func1"))
}
