package e2e

import (
	"testing"

	"go.uber.org/goleak"
)

// The cache of permissions sweeps itself until the process ends, the private PostgreSQL lives as long.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/maypok86/otter/v2.periodicCleanUp[...]"), goleak.IgnoreAnyFunction("plumbline/internal/testing/pgtest.(*Server).start.func1"))
}
