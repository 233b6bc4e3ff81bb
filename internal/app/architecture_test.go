package app_test

import (
	"os/exec"
	"path"
	"slices"
	"strings"
	"testing"
)

// floors are the folders under internal from the ground up, as ARCHITECTURE.md draws them. A
// package imports from its own folder and from lower floors; folders that share a floor do not
// know each other. A folder that is not listed fails the test: decide where it belongs.
var floors = []string{
	"platform",
	"core",
	"account site",
	"field",
	"store",
	"api",
	"feature",
	"app",
}

// above are the folders that may import everything: they test and measure the product from outside.
var above = []string{"testkit", "proof", "bench"}

// upward are the imports against the direction that still stand. The list may only shrink.
var upward = map[string][]string{
	"platform/oplog": {"core/catalogue"},                                      // names of fields and codes, until their owners register them
	"store":          {"feature/notify"},                                      // until its tables go with it
	"api":            {"feature/basemap", "feature/manual", "feature/notify"}, // until they register their calls
}

// strangers are what packages must not reach, however indirectly: core and site know no HTTP and
// no SQL builder, and what computes from a reading alone knows no database.
var strangers = map[string][]string{
	"core":             {"net/http", "github.com/uptrace/bun"},
	"site":             {"github.com/uptrace/bun"},
	"account":          {"github.com/uptrace/bun"},
	"api":              {"github.com/uptrace/bun"},
	"account/identity": {"net/http"},
	"core/formula":     {"database/sql"},
	"core/catalogue":   {"database/sql"},
	"core/reading":     {"database/sql"},
	"core/dated":       {"database/sql"},
	"field/protocol":   {"database/sql", "net/http"},
	"site/point":       {"net/http"},
	"site/device":      {"net/http"},
	"site/project":     {"net/http"},
}

const root = "plumbline/internal/"

// floorOf is the floor of a package and the folder that it is in.
func floorOf(pkg string) (floor int, folder string) {
	folder, _, _ = strings.Cut(pkg, "/")
	return slices.IndexFunc(floors, func(names string) bool { return slices.Contains(strings.Fields(names), folder) }), folder
}

func TestDependenciesPointDown(t *testing.T) {
	used := map[string]bool{}
	for _, line := range list(t, `{{.ImportPath}} {{join .Imports " "}}`) {
		fields := strings.Fields(line)
		importer, ok := strings.CutPrefix(fields[0], root)
		if !ok {
			continue
		}
		own, folder := floorOf(importer)
		if slices.Contains(above, folder) || strings.HasPrefix(importer, "store/storetest") {
			continue
		}
		if own < 0 {
			t.Errorf("%s is on no floor: add its folder to the list and to ARCHITECTURE.md", importer)
			continue
		}
		for _, imported := range fields[1:] {
			imported, ok := strings.CutPrefix(imported, root)
			below, other := floorOf(imported)
			if !ok || other == folder || below >= 0 && below < own {
				continue
			}
			if slices.Contains(upward[importer], imported) {
				used[importer+" "+imported] = true
				continue
			}
			t.Errorf("%s imports %s: dependencies point down", importer, imported)
		}
	}
	for importer, list := range upward {
		for _, imported := range list {
			if !used[importer+" "+imported] {
				t.Errorf("%s no longer imports %s: take it off the list", importer, imported)
			}
		}
	}
}

func TestPackagesReachNoStrangers(t *testing.T) {
	for _, line := range list(t, `{{.ImportPath}} {{join .Deps " "}}`) {
		fields := strings.Fields(line)
		name, _ := strings.CutPrefix(fields[0], root)
		for at := name; at != "."; at = path.Dir(at) {
			for _, stranger := range strangers[at] {
				if slices.Contains(fields[1:], stranger) {
					t.Errorf("%s reaches %s", name, stranger)
				}
			}
		}
	}
}

func list(t *testing.T, format string) []string {
	t.Helper()
	out, err := exec.Command("go", "list", "-f", format, root+"...").CombinedOutput()
	if err != nil {
		t.Fatalf("go list: %v\n%s", err, out)
	}
	return strings.Split(strings.TrimSpace(string(out)), "\n")
}
