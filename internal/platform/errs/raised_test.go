package errs

import (
	"bufio"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// mostWaiting is the maximum length of the list. Lower it when an entry is removed; never raise it.
const mostWaiting = 26

// A test raises every message, except those in testdata/waiting.txt, which names the missing feature of each. Outdated
// and new entries fail.
func TestEveryMessageIsRaised(t *testing.T) {
	raised, tested := uses(t)
	waiting := listed(t, "waiting.txt")
	for _, m := range Catalog() {
		_, waits := waiting[m.Code]
		switch {
		case !raised[m.Code] && !waits:
			t.Errorf("%d %s is raised nowhere: raise it, or remove it", m.Code, m.Key)
		case raised[m.Code] && waits:
			t.Errorf("%d %s is raised: remove it from waiting.txt", m.Code, m.Key)
		case raised[m.Code] && !tested[m.Code]:
			t.Errorf("%d %s is raised by no test", m.Code, m.Key)
		}
	}
	for code, capability := range waiting {
		if _, known := ByCode(code); !known {
			t.Errorf("waiting.txt: unknown message %d", code)
		}
		if capability == "" {
			t.Errorf("waiting.txt does not say what %d waits for", code)
		}
	}
	if len(waiting) > mostWaiting {
		t.Errorf("%d messages wait, want at most %d", len(waiting), mostWaiting)
	}
}

// uses returns the messages that the program names, and those that tests name or expect by code.
func uses(t *testing.T) (raised, tested map[int]bool) {
	t.Helper()
	raised, tested = map[int]bool{}, map[int]bool{}
	codes := map[string]int{}
	declared := regexp.MustCompile(`(\w+)\s*=\s*message\((\d+),`)
	own, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range own {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range declared.FindAllStringSubmatch(string(text), -1) {
			codes[found[1]], _ = strconv.Atoi(found[2])
		}
	}
	keys := map[string]int{}
	for _, m := range Catalog() {
		keys[m.Key] = m.Code
	}
	named := regexp.MustCompile(`\berrs\.([A-Z]\w*)`)
	keyed := regexp.MustCompile(`\b(?:err|msg)[A-Z]\w*`)
	expected := regexp.MustCompile(`"?[cC]ode"?\\?"?(?: != |: ?|:| == )(\d+)`)
	for _, root := range []string{"../..", "../../../cmd"} {
		err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || entry.IsDir() || !strings.HasSuffix(path, ".go") {
				return err
			}
			text, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			isTest := strings.HasSuffix(path, "_test.go") || strings.HasSuffix(filepath.Base(filepath.Dir(path)), "test")
			into := raised
			if isTest {
				into = tested
			}
			for _, found := range named.FindAllStringSubmatch(string(text), -1) {
				if code, ok := codes[found[1]]; ok {
					into[code] = true
				}
			}
			if isTest {
				for _, key := range keyed.FindAllString(string(text), -1) {
					if code, ok := keys[key]; ok {
						tested[code] = true
					}
				}
				for _, found := range expected.FindAllStringSubmatch(string(text), -1) {
					code, _ := strconv.Atoi(found[1])
					tested[code] = true
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return raised, tested
}

// listed reads lines of a code and a comment.
func listed(t *testing.T, name string) map[int]string {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	list := map[int]string{}
	for lines := bufio.NewScanner(file); lines.Scan(); {
		code, remark, _ := strings.Cut(strings.TrimSpace(lines.Text()), " ")
		n, err := strconv.Atoi(code)
		if err != nil {
			t.Fatalf("%s: %q", name, lines.Text())
		}
		list[n] = strings.TrimSpace(remark)
	}
	return list
}
