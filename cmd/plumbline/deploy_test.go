package main

import (
	"errors"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestDeploymentsUseRealSettings: each variable in the files of docs/deploy and in the systemd units is
// one of a flag.
func TestDeploymentsUseRealSettings(t *testing.T) {
	var help strings.Builder
	if _, err := serveConfig([]string{"--help"}, &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, name := range regexp.MustCompile(`(?m)^  -([a-z0-9-]+)`).FindAllStringSubmatch(help.String(), -1) {
		known[variable(name[1])] = true
	}
	help.Reset()
	if _, _, err := watcher([]string{"--help"}, &help); !errors.Is(err, flag.ErrHelp) {
		t.Fatal(err)
	}
	for _, name := range regexp.MustCompile(`(?m)^  -([a-z0-9-]+)`).FindAllStringSubmatch(help.String(), -1) {
		known[variable(name[1])] = true
	}
	if len(known) < 20 {
		t.Fatalf("only %d flags found", len(known))
	}
	for _, other := range []string{"PLUMBLINE_VERSION", "PLUMBLINE_KEY"} { // of compose; without a flag
		known[other] = true
	}
	files, err := filepath.Glob("../../docs/deploy/*")
	if err != nil || len(files) < 3 {
		t.Fatalf("files %v, %v", files, err)
	}
	for _, path := range append(files, "../../docs/plumbline.service", "../../docs/plumbline-watch.service") {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range regexp.MustCompile(`PLUMBLINE_[A-Z_]+[A-Z]`).FindAllString(string(text), -1) {
			if !known[name] {
				t.Errorf("%s: no flag has the variable %s", path, name)
			}
		}
	}
}
