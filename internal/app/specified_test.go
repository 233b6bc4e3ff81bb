package app

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// Each call of the specification is an operation of the API, or waits for a capability that is named.
func TestSpecifiedCallsAreOperations(t *testing.T) {
	page, err := os.ReadFile("../../docs/specified-calls.md")
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile("../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	operations := map[string]bool{}
	for _, found := range regexp.MustCompile(`operationId: (\w+)`).FindAllSubmatch(document, -1) {
		operations[string(found[1])] = true
	}
	row := regexp.MustCompile(`(?m)^\| ([^|]+) \| ([^|]+) \|$`)
	named := regexp.MustCompile("`(\\w+)`")
	rows := 0
	for _, cells := range row.FindAllStringSubmatch(string(page), -1) {
		call, is := cells[1], cells[2]
		if call == "call" {
			continue
		}
		rows++
		names := named.FindAllStringSubmatch(is, -1)
		if waits := strings.HasPrefix(is, "waits for "); waits == (len(names) > 0) {
			t.Errorf("%s: want operations, or the capability that it waits for", call)
		}
		for _, name := range names {
			if !operations[name[1]] {
				t.Errorf("%s: the API has no operation %s", call, name[1])
			}
		}
	}
	if rows < 50 {
		t.Errorf("the page lists %d calls", rows)
	}
}
