package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plumbline/internal/testing/pgtest"
)

// elsewhere are beginnings of commands that other tests run.
var elsewhere = []string{
	"serve ",      // start in commands_test.go
	"blobs copy ", // blobs_test.go
	"watch ",      // watch_test.go
	"distribute ", // on Citus: internal/app/distribute_test.go
}

// inOperations finds commands of the program, in lines without other words or in backquotes, with variables before them.
var inOperations = regexp.MustCompile("(?m)(?:^    |`)((?:[A-Z_]+=\\S+ )*plumbline [a-z][^`\\n]*)")

// TestCommandsOfOperations runs the commands of docs/operations.md as written there, with real values for the words in
// capitals, on an embedded installation and on PostgreSQL.
func TestCommandsOfOperations(t *testing.T) {
	text, err := os.ReadFile("../../docs/operations.md")
	if err != nil {
		t.Fatal(err)
	}
	path, folder := binary(t), t.TempDir()
	data := filepath.Join(folder, "data")
	url := pgtest.URL(t)
	start(t, path, data).stop()
	start(t, path, filepath.Join(folder, "second"), "--database-url", url, "--key-file", filepath.Join(data, "secret.key")).stop()
	in := operations{T: t, path: path, values: map[string]string{
		"DIR": data, "NAME": "admin", "URL": url, "FILE": filepath.Join(folder, "saved"), "NEWDIR": filepath.Join(folder, "new"),
	}}
	seen := map[string]bool{}
	for _, found := range inOperations.FindAllStringSubmatch(string(text), -1) {
		if command := strings.TrimSpace(found[1]); !seen[command] {
			seen[command] = true
			in.run(command)
		}
	}
	if len(seen) < 12 {
		t.Errorf("only %d commands found: %v", len(seen), seen)
	}
}

// noSecondFactor is what remove-second-factor says of the administrator of a new installation.
const noSecondFactor = "Two-step verification is off"

type operations struct {
	*testing.T
	path   string
	values map[string]string
}

// run runs a command of the document.
func (in *operations) run(command string) {
	in.Helper()
	before, after, _ := strings.Cut(command, "plumbline ")
	args, onPostgres := strings.Fields(after), strings.Contains(after, "--database-url")
	if len(args) < 2 || after == "admin reset-password" { // only mentioned
		return
	}
	for _, known := range elsewhere {
		if strings.HasPrefix(after, known) {
			return
		}
	}
	for i, word := range args {
		switch value := in.values[word]; {
		case word == "…" && i > 0 && args[i-1] == "--database-url":
			args[i] = in.values["URL"]
		case word == "FILE" && onPostgres, word == "NEWDIR" && onPostgres:
			args[i] = value + "-postgres"
		case word == "NAME" && args[1] == "create-operator":
			args[i] = "operator"
		case value != "":
			args[i] = value
		}
	}
	if onPostgres && args[0] == "restore" {
		args[slices.Index(args, "--database-url")+1] = pgtest.URL(in.T)
	}
	program := exec.Command(in.path, args...)
	program.Env = append(os.Environ(), strings.Fields(strings.ReplaceAll(before, "…", "secret"))...)
	out, err := program.CombinedOutput()
	if err != nil && !(args[0] == "admin" && strings.Contains(string(out), noSecondFactor)) {
		in.Errorf("%s: %v\n%s", command, err, out)
	}
	if args[0] == "license" && args[1] == "make" {
		in.values["CODE"] = strings.TrimSpace(string(out))
	}
}
