package app_test

import (
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// floors are the folders under internal from the bottom up, as drawn in ARCHITECTURE.md. A package imports from its
// own folder and from lower floors; folders on the same floor do not import each other. An unlisted folder fails the
// test: decide where it belongs.
var floors = []string{
	"platform",
	"core",
	"account site",
	"field",
	"httpapi",
	"feature",
	"app",
}

// above are the folders that may import everything: they test and measure the product from outside.
var above = []string{"testing", "bench"}

// strangers are packages that others must not reach, even indirectly: core and site use no HTTP and, outside their
// tables (packages named …db), no SQL builder; what computes only from a reading uses no database.
var strangers = map[string][]string{
	"core":             {"net/http", sqlBuilder},
	"site":             {sqlBuilder},
	"account":          {sqlBuilder},
	"httpapi":          {sqlBuilder},
	"account/identity": {"net/http"},
	"core/formula":     {"database/sql"},
	"core/catalog":     {"database/sql"},
	"core/reading":     {"database/sql"},
	"core/timeline":    {"database/sql"},
	"field/protocol":   {"database/sql", "net/http"},
	"site/point":       {"net/http"},
	"site/device":      {"net/http"},
	"site/project":     {"net/http"},
}

const sqlBuilder = "github.com/uptrace/bun"

const root = "plumbline/internal/"

// floorOf returns the floor and folder of a package.
func floorOf(pkg string) (floor int, folder string) {
	folder, _, _ = strings.Cut(pkg, "/")
	return slices.IndexFunc(floors, func(names string) bool { return slices.Contains(strings.Fields(names), folder) }), folder
}

// otherFeature reports whether one feature imports another, which is forbidden. All may import the package feature.
func otherFeature(importer, imported string) bool {
	from, to := strings.Split(importer, "/"), strings.Split(imported, "/")
	return from[0] == "feature" && to[0] == "feature" && len(to) > 1 && (len(from) == 1 || from[1] != to[1])
}

func TestDependenciesPointDown(t *testing.T) {
	for _, line := range list(t, `{{.ImportPath}} {{join .Imports " "}}`) {
		fields := strings.Fields(line)
		importer, ok := strings.CutPrefix(fields[0], root)
		if !ok {
			continue
		}
		own, folder := floorOf(importer)
		if slices.Contains(above, folder) {
			continue
		}
		if own < 0 {
			t.Errorf("%s is on no floor: add its folder to the list and to ARCHITECTURE.md", importer)
			continue
		}
		for _, imported := range fields[1:] {
			imported, ok := strings.CutPrefix(imported, root)
			below, other := floorOf(imported)
			if !ok || other == folder && !otherFeature(importer, imported) || below >= 0 && below < own {
				continue
			}
			t.Errorf("%s imports %s: dependencies point down", importer, imported)
		}
	}
}

// TestFloorsMatchTheTable compares the table in ARCHITECTURE.md with the tree: the row of a folder names exactly
// its packages. Features are listed in features.go, so the table need not name all of them.
func TestFloorsMatchTheTable(t *testing.T) {
	text, err := os.ReadFile("../../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	there := map[string]map[string]bool{}
	for _, pkg := range list(t, "{{.ImportPath}}") {
		folder, rest, _ := strings.Cut(strings.TrimPrefix(pkg, root), "/")
		if there[folder] == nil {
			there[folder] = map[string]bool{}
		}
		if name, _, _ := strings.Cut(rest, "/"); name != "" {
			there[folder][name] = true
		}
	}
	for _, row := range regexp.MustCompile("(?m)^\\| (\\d) \\| `(\\w+)` \\| (.+) \\|$").FindAllStringSubmatch(string(text), -1) {
		folder := row[2]
		if floor, _ := floorOf(folder); strconv.Itoa(floor+1) != row[1] {
			t.Errorf("%s is on floor %d, ARCHITECTURE.md says %s", folder, floor+1, row[1])
		}
		for _, name := range quoted.FindAllStringSubmatch(row[3], -1) {
			if !strings.Contains(name[1], "/") && !there[folder][name[1]] {
				t.Errorf("ARCHITECTURE.md names %s, which is not in %s", name[1], folder)
			}
			delete(there[folder], name[1])
		}
		if folder == "feature" {
			continue
		}
		for name := range there[folder] {
			t.Errorf("%s of %s is not in ARCHITECTURE.md", name, folder)
		}
	}
}

func TestPackagesReachNoStrangers(t *testing.T) {
	for _, line := range list(t, `{{.ImportPath}} {{join .Deps " "}}`) {
		fields := strings.Fields(line)
		name, _ := strings.CutPrefix(fields[0], root)
		for at := name; at != "."; at = path.Dir(at) {
			for _, stranger := range strangers[at] {
				if slices.Contains(fields[1:], stranger) && !(stranger == sqlBuilder && strings.HasSuffix(name, "db")) {
					t.Errorf("%s reaches %s", name, stranger)
				}
			}
		}
	}
}

// machineTime are the folders where the time of day is that of the machine: devices, measurements and programs that
// run next to a server, and tests.
var machineTime = []string{"bench", "field/simulate", "field/command/deviceside", "feature/backup"}

var timeOfDay = regexp.MustCompile(`time\.Now\(\)\.(Unix|UTC|Local|In|Format|Date|Truncate|Round)\w*\(`)

// TestTimeIsThatOfTheInstallation: the clock of one server may be wrong, so that the time of day comes from the package
// clock. The package time only measures durations.
func TestTimeIsThatOfTheInstallation(t *testing.T) {
	err := filepath.WalkDir("..", func(file string, _ fs.DirEntry, err error) error {
		folder := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(file)), "../")
		if err != nil || !strings.HasSuffix(file, ".go") || strings.HasSuffix(file, "_test.go") ||
			strings.HasPrefix(folder, "testing") || slices.Contains(machineTime, folder) {
			return err
		}
		text, err := os.ReadFile(file)
		if found := timeOfDay.Find(text); found != nil {
			t.Errorf("%s: %s) is the time of this machine: use clock.Now", file, found)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
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
