package app_test

import (
	"os/exec"
	"strings"
	"testing"
)

// floors lists the packages under internal from the ground up, as ARCHITECTURE.md
// draws them. A package imports only from lower floors or from its own folder.
// A package that is not listed fails the test: decide where it belongs.
var floors = []string{
	"platform/blob platform/vault core/reading core/dated platform/fault platform/database platform/listing core/catalogue platform/signal platform/access platform/csvfile",
	"platform/workbook platform/oplog feature/manual core/formula core/series field/protocol testkit/pgtest",
	"core/alarm feature/basemap core/marks core/correction account/corporation account/identity platform/jobs account/license site/project site/stats platform/upload",
	"core/definition",
	"core/computation",
	"site/device core/monitor",
	"site/deviceimport site/shiftimport site/plan site/point account/sso feature/notify field/command site/topology",
	"site/action account/people account/verification site/configuration field/firmware",
	"field/intake",
	"store field/transport platform/telemetry platform/webui feature/backup",
	"api field/simulate feature/demo testkit",
	"app store/storetest",
	"bench proof",
}

// strangers are what a package must not reach, however indirectly: domains know no
// HTTP and no SQL builder, and the folds not even how frames arrive.
var strangers = map[string][]string{
	"core/formula":     {"net/http", "database/sql"},
	"core/catalogue":   {"net/http", "database/sql"},
	"core/reading":     {"net/http", "database/sql"},
	"core/dated":       {"net/http", "database/sql"},
	"field/protocol":   {"net/http", "database/sql"},
	"core/alarm":       {"net/http", "github.com/uptrace/bun"},
	"core/computation": {"net/http", "github.com/uptrace/bun", root + "device", root + "point"},
	"core/definition":  {"net/http", "github.com/uptrace/bun", root + "device", root + "point"},
	"core/monitor":     {"net/http", "github.com/uptrace/bun", root + "device", root + "point"},
	"site/point":       {"net/http", "github.com/uptrace/bun"},
	"site/device":      {"net/http", "github.com/uptrace/bun"},
	"site/project":     {"net/http", "github.com/uptrace/bun"},
	"account/identity": {"net/http", "github.com/uptrace/bun"},
	"api":              {"github.com/uptrace/bun"},
}

const root = "plumbline/internal/"

func TestDependenciesPointDown(t *testing.T) {
	floorOf := map[string]int{}
	for i, names := range floors {
		for _, name := range strings.Fields(names) {
			floorOf[name] = i
		}
	}
	floor := func(path string) (int, string, bool) {
		for name := path; name != "."; {
			if f, ok := floorOf[name]; ok {
				return f, name, true
			}
			cut := strings.LastIndexByte(name, '/')
			if cut < 0 {
				break
			}
			name = name[:cut]
		}
		return 0, "", false
	}
	for _, line := range list(t, `{{.ImportPath}} {{join .Imports " "}}`) {
		fields := strings.Fields(line)
		importer, ok := strings.CutPrefix(fields[0], root)
		if !ok {
			continue
		}
		own, home, known := floor(importer)
		if !known {
			t.Errorf("%s stands on no floor: add it to the list and to ARCHITECTURE.md", importer)
			continue
		}
		for _, path := range fields[1:] {
			imported, ok := strings.CutPrefix(path, root)
			if !ok {
				continue
			}
			below, other, known := floor(imported)
			if known && other != home && below >= own {
				t.Errorf("%s (floor %d) imports %s (floor %d): dependencies point down", importer, own, imported, below)
			}
		}
	}
}

func TestDomainsReachNoStrangers(t *testing.T) {
	for _, line := range list(t, `{{.ImportPath}} {{join .Deps " "}}`) {
		fields := strings.Fields(line)
		name, _ := strings.CutPrefix(fields[0], root)
		for _, stranger := range strangers[name] {
			for _, path := range fields[1:] {
				if path == stranger {
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
