package app_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var decision = regexp.MustCompile(`^# (.+)\n\nDate: \d{4}-\d\d-\d\d\nStatus: (accepted|(?:amended|superseded) by (\d{4}))\n\n\S`)

// TestDecisionsAreListed checks the form of docs/decisions/NNNN-title.md, that numbers are unique and without gaps,
// and that README.md there is their index. UPDATE=1 writes the index.
func TestDecisionsAreListed(t *testing.T) {
	const folder = "../../docs/decisions"
	pages, err := filepath.Glob(folder + "/[0-9]*.md")
	if err != nil || len(pages) == 0 {
		t.Fatalf("no decisions in %s: %v", folder, err)
	}
	var index strings.Builder
	index.WriteString("# Decisions\n\nOne decision a file: what was decided and why. To change one, write a new one and set the old one's status to\n" +
		"`superseded by NNNN` (or `amended by NNNN` if the rest still holds). `make decisions` updates this list, newest first.\n\n")
	for i := len(pages) - 1; i >= 0; i-- {
		name := filepath.Base(pages[i])
		if number := fmt.Sprintf("%04d-", i+1); !strings.HasPrefix(name, number) {
			t.Fatalf("%s: the number should be %s", name, number[:4])
		}
		page, err := os.ReadFile(pages[i])
		if err != nil {
			t.Fatal(err)
		}
		part := decision.FindStringSubmatch(string(page))
		if part == nil {
			t.Errorf("%s does not begin with a title, a date and a status", name)
			continue
		}
		status := ""
		if part[2] != "accepted" {
			status = " (" + part[2] + ")"
			if later, _ := filepath.Glob(folder + "/" + part[3] + "-*.md"); len(later) != 1 || part[3] <= name[:4] {
				t.Errorf("%s is %s, which is not a later decision", name, part[2])
			}
		}
		fmt.Fprintf(&index, "- [%s](%s) %s%s\n", name[:4], name, part[1], status)
	}
	readme := folder + "/README.md"
	if os.Getenv("UPDATE") != "" {
		if err := os.WriteFile(readme, []byte(index.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if now, _ := os.ReadFile(readme); string(now) != index.String() {
		t.Error("docs/decisions/README.md is not the list of the folder: run make decisions")
	}
}
