package tables_test

import (
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	// The private PostgreSQL of the tests ends with the process.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("plumbline/internal/testing/process.Start.func1"))
}
