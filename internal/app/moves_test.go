package app_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var moved = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\|$")

// TestTheTableOfMovesIsTrue holds docs/moves.md to the tree: every package before stands in it once, and every
// package now is where one of them went, or is listed as new.
func TestTheTableOfMovesIsTrue(t *testing.T) {
	table, err := os.ReadFile("../../docs/moves.md")
	if err != nil {
		t.Fatal(err)
	}
	before, now := map[string]bool{}, map[string]bool{}
	for _, row := range moved.FindAllStringSubmatch(string(table), -1) {
		if before[row[1]] {
			t.Errorf("%s is in the table twice", row[1])
		}
		before[row[1]], now[row[2]] = true, true
	}
	_, fresh, _ := strings.Cut(string(table), "New: ")
	for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(fresh, -1) {
		now[name[1]] = true
	}
	there := map[string]bool{}
	for _, line := range list(t, "{{.ImportPath}}") {
		pkg := strings.TrimPrefix(line, root)
		there[pkg] = true
		if !now[pkg] {
			t.Errorf("%s is not in docs/moves.md", pkg)
		}
	}
	for pkg := range now {
		if !there[pkg] {
			t.Errorf("docs/moves.md leads to %s, where there is no package", pkg)
		}
	}
}
