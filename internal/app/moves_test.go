package app_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

var (
	moved  = regexp.MustCompile("(?m)^\\| `([^`]+)` \\| (.+) \\|$")
	quoted = regexp.MustCompile("`([^`]+)`")
)

// TestMovesMatchPackages compares docs/moves.md with the tree: every old package is listed once, and its target
// exists.
func TestMovesMatchPackages(t *testing.T) {
	table, err := os.ReadFile("../../docs/moves.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]bool{}
	for _, line := range list(t, "{{.ImportPath}}") {
		there[strings.TrimPrefix(line, root)] = true
	}
	before := map[string]bool{}
	for _, row := range moved.FindAllStringSubmatch(string(table), -1) {
		if before[row[1]] {
			t.Errorf("%s is in the table twice", row[1])
		}
		before[row[1]] = true
		for _, now := range quoted.FindAllStringSubmatch(row[2], -1) {
			if !there[now[1]] {
				t.Errorf("docs/moves.md maps %s to %s, which is not a package", row[1], now[1])
			}
		}
	}
	if packages := 81; len(before) != packages {
		t.Errorf("%d packages are in the table, there were %d", len(before), packages)
	}
}
