// Package peers finds the programs of other people that tests talk to.
package peers

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// Need returns the folder of the programs that are written for a test, seen from its package, and skips the test where those
// or other programs are not installed, except in the whole run. root leads from the package to the top of the project.
func Need(t testing.TB, root string, programs ...string) (folder string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			missing(t, program)
		}
	}
	folder = filepath.Join(root, "tools", "peers")
	if _, err := os.Stat(filepath.Join(folder, "node_modules")); err != nil {
		missing(t, "tools/peers/node_modules")
	}
	return folder
}

func missing(t testing.TB, what string) {
	t.Helper()
	if os.Getenv("REQUIRE_PEERS") != "" {
		t.Fatalf("%s is not installed", what)
	}
	t.Skipf("%s is not installed", what)
}
