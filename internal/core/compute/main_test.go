package compute_test

import (
	"flag"
	"testing"

	"go.uber.org/goleak"
)

func TestMain(m *testing.M) {
	// Each check runs a history on a real database: run few of them by default.
	if err := flag.Set("rapid.checks", "30"); err != nil {
		panic(err)
	}
	// The private PostgreSQL lives as long as the process.
	goleak.VerifyTestMain(m, goleak.IgnoreAnyFunction("plumbline/internal/testing/process.Start.func1"))
}
