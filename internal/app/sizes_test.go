package app_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// Maximum lines of a package, file and function, and columns of a line of Go. Biome checks the functions and lines of
// TypeScript.
const (
	fileLines         = 400
	functionLines     = 100
	testFunctionLines = 150
	packageLines      = 6000
	lineColumns       = 160
)

// unwrapped matches what gofumpt cannot wrap: long texts and struct tags. A row of a table that has one may be as long
// as it needs.
var unwrapped = regexp.MustCompile("\"[^\"]{40,}\"|`[^`]{40,}`|^\\s*//|\\p{Han}")

// larger are the exceptions, each with its reason.
var larger = map[string]string{
	"internal/app/calls (tests)": "stories through the calls of all areas, over one harness",

	"internal/core/query":   "a file for each way in which pages read a point, over one walk through its results",
	"internal/core/formula": "a file for each of the system formulas of the domain, which share the types of the compiler",
}

func TestSizes(t *testing.T) {
	packages := map[string]int{}
	used := map[string]bool{}
	tooLong := func(what string, lines, most int) {
		if lines <= most {
			return
		}
		if used[what] = true; larger[what] == "" {
			t.Errorf("%s has %d lines, at most %d: split it, or name it in larger with the reason", what, lines, most)
		}
	}
	sources(t, func(path string, src []byte) {
		lines := bytes.Count(src, []byte("\n"))
		tooLong(path, lines, fileLines)
		if filepath.Ext(path) != ".go" {
			return
		}
		for i, line := range strings.Split(string(src), "\n") {
			if !isTest(path) && len(strings.ReplaceAll(line, "\t", "    ")) > lineColumns && !unwrapped.MatchString(line) {
				t.Errorf("%s:%d is longer than %d columns: wrap it at 120", path, i+1, lineColumns)
			}
		}
		most, folder := functionLines, filepath.Dir(path)
		if isTest(path) {
			most, folder = testFunctionLines, folder+" (tests)"
		}
		packages[folder] += lines
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, path, src, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, declared := range file.Decls {
			if f, ok := declared.(*ast.FuncDecl); ok {
				tooLong(path+" "+f.Name.Name, set.Position(f.End()).Line-set.Position(f.Pos()).Line+1, most)
			}
		}
	})
	for folder, lines := range packages {
		tooLong(folder, lines, packageLines)
	}
	for what := range larger {
		if !used[what] {
			t.Errorf("%s is an exception and needs to be none", what)
		}
	}
}

// isTest reports whether a file serves only tests: test files, and packages such as storetest.
func isTest(path string) bool {
	folder := filepath.Dir(path)
	return strings.HasSuffix(path, "_test.go") || strings.HasPrefix(folder, "internal/testing") || strings.HasSuffix(folder, "test")
}

// sources calls visit with the hand-written source files of server and web, tests included.
func sources(t *testing.T, visit func(path string, src []byte)) {
	for _, root := range []string{"../../internal", "../../cmd", "../../web/src", "../../web/e2e", "../../web/scripts"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if d.IsDir() {
				if d.Name() == "testdata" || d.Name() == "node_modules" || d.Name() == "dist" {
					return fs.SkipDir
				}
				return nil
			}
			name := d.Name()
			switch filepath.Ext(name) {
			case ".go", ".ts", ".tsx", ".mjs":
			default:
				return nil
			}
			if strings.HasSuffix(name, ".gen.d.ts") || strings.HasSuffix(name, ".pb.go") {
				return nil
			}
			src, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			if !bytes.HasPrefix(src, []byte("// Code generated ")) {
				visit(filepath.ToSlash(strings.TrimPrefix(filepath.ToSlash(path), "../../")), src)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
