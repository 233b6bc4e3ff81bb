package database_test

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// SQLite's translation works only with the version of its C library that its own go.mod requires.
func TestLibcMatchesSQLite(t *testing.T) {
	version := func(arguments ...string) string {
		out, err := exec.Command("go", arguments...).Output()
		if err != nil {
			t.Fatalf("go %v: %v", arguments, err)
		}
		return strings.TrimSpace(string(out))
	}
	ours := version("list", "-m", "-f", "{{.Version}}", "modernc.org/libc")
	its, err := os.ReadFile(version("list", "-m", "-f", "{{.GoMod}}", "modernc.org/sqlite"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(its), "modernc.org/libc "+ours+"\n") {
		t.Errorf("modernc.org/libc is %s, which modernc.org/sqlite does not require", ours)
	}
}
