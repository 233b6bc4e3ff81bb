package screens_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"plumbline/internal/app"
	"plumbline/internal/bench/screens"
	"plumbline/internal/httpapi"
)

var parameter = regexp.MustCompile(`\{\w+\}`)

// Every reading call of the document is either measured or excluded with a reason, once.
func TestEveryReadCallIsMeasuredOrExcluded(t *testing.T) {
	document, err := os.ReadFile("../../../api/openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	reading := map[string]string{} // by method and path with blank parameters: the path
	for _, path := range regexp.MustCompile(`(?m)^  (/api/\S+):\n((?:    .*\n|\n)+)`).FindAllStringSubmatch(string(document), -1) {
		for _, method := range regexp.MustCompile(`(?m)^    (get|post):$`).FindAllStringSubmatch(path[2], -1) {
			if method[1] == "get" || strings.HasPrefix(path[1], "/api/monitor/") || strings.HasPrefix(path[1], "/api/characteristic/") {
				reading[strings.ToUpper(method[1])+" "+parameter.ReplaceAllString(path[1], "{}")] = path[1]
			}
		}
	}
	if len(reading) < 100 {
		t.Fatalf("found %d read calls in the document, want at least 100", len(reading))
	}
	declared := map[string]bool{} // by method and path: the operation says why
	api, err := app.Calls()
	if err != nil {
		t.Fatal(err)
	}
	for _, op := range api.Operations() {
		declared[op.Method+" "+httpapi.Prefix+op.Path] = op.Unmeasured != ""
	}
	measured := map[string]bool{}
	for i, call := range screens.Calls {
		if slices.ContainsFunc(screens.Calls[:i], func(other screens.Call) bool { return other.Key == call.Key }) {
			t.Errorf("%s is measured twice", call.Key)
		}
		path, _, _ := strings.Cut(call.Path, "?")
		key := call.Method + " " + parameter.ReplaceAllString(path, "{}")
		if reading[key] == "" {
			t.Errorf("%s: the document has no read call %s %s", call.Key, call.Method, path)
		}
		measured[key] = true
	}
	used := map[string]bool{}
	for key, path := range reading {
		method, _, _ := strings.Cut(key, " ")
		told := declared[method+" "+path]
		for pattern := range screens.Unmeasured {
			beginning, below := strings.CutSuffix(pattern, "*")
			if path == pattern || below && strings.HasPrefix(path, beginning) {
				told, used[pattern] = true, true
			}
		}
		switch {
		case !told && !measured[key]:
			t.Errorf("%s (%s) is not measured: it belongs to Calls, or to Unmeasured with the reason", key, path)
		case told && measured[key]:
			t.Errorf("%s is both measured and excluded", key)
		}
	}
	for pattern := range screens.Unmeasured {
		if !used[pattern] {
			t.Errorf("the document has no read call %s, which is excluded", pattern)
		}
	}
}
