package calls_test

import (
	"testing"

	"go.uber.org/goleak"
)

// The permission cache sweeps itself until the process ends.
func TestMain(m *testing.M) {
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("github.com/maypok86/otter/v2.periodicCleanUp[...]"))
}
