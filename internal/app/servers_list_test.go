package app_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestEveryStateOfAProcessIsListed: with several servers, whatever one process keeps to itself needs a home. So every
// struct and variable with a mutex, an atomic or a cache is listed in docs/servers.md, and nothing else is.
func TestEveryStateOfAProcessIsListed(t *testing.T) {
	document, err := os.ReadFile("../../docs/servers.md")
	if err != nil {
		t.Fatal(err)
	}
	homes := regexp.MustCompile(`^(database|partition|lane|asked|server|call)$`)
	listed := map[string]bool{}
	for _, row := range regexp.MustCompile("(?m)^\\| (`[^|]+`) \\| (\\w+) \\| ([^|]+) \\|$").FindAllStringSubmatch(string(document), -1) {
		if !homes.MatchString(row[2]) || strings.TrimSpace(row[3]) == "" {
			t.Errorf("%s: %q is no home, or the reason is missing", row[1], row[2])
		}
		for _, name := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(row[1], -1) {
			listed[name[1]] = true
		}
	}
	found := statesOf(t)
	for _, name := range slices.Sorted(maps.Keys(found)) {
		if !listed[name] {
			t.Errorf("docs/servers.md does not list %s: state where it lives when there are several servers", name)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(listed)) {
		if !found[name] {
			t.Errorf("docs/servers.md lists %s, which keeps nothing", name)
		}
	}
}

// statesOf returns the structs and variables of the product that a process shares between goroutines, as package.Name.
func statesOf(t *testing.T) map[string]bool {
	t.Helper()
	found := map[string]bool{}
	err := filepath.WalkDir("..", func(path string, entry fs.DirEntry, err error) error {
		switch slash := filepath.ToSlash(path); {
		case err != nil:
			return err
		case entry.IsDir() && (slash == "../testing" || slash == "../bench" || strings.HasSuffix(slash, "/intaketest") || strings.HasSuffix(slash, "/loadgen")):
			return fs.SkipDir
		case entry.IsDir() || !strings.HasSuffix(slash, ".go") || strings.HasSuffix(slash, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		pkg := strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "../")
		for _, declaration := range file.Decls {
			general, ok := declaration.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if isState(spec.Type) {
						found[pkg+"."+spec.Name.Name] = true
					}
				case *ast.ValueSpec:
					if slices.ContainsFunc(append(spec.Values, spec.Type), func(e ast.Expr) bool { return e != nil && isState(e) }) {
						found[pkg+"."+spec.Names[0].Name] = true
					}
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(found) < 30 {
		t.Fatalf("found %d states, want at least 30", len(found))
	}
	return found
}

// isState reports whether a type or value contains a mutex, an atomic or a cache, outside of functions.
func isState(in ast.Expr) (state bool) {
	ast.Inspect(in, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.FuncType, *ast.FuncLit:
			return false
		case *ast.SelectorExpr:
			of, ok := node.X.(*ast.Ident)
			switch {
			case !ok:
			case of.Name == "sync" && (node.Sel.Name == "Mutex" || node.Sel.Name == "RWMutex" || node.Sel.Name == "Map"),
				of.Name == "atomic", of.Name == "otter":
				state = true
			}
		}
		return !state
	})
	return state
}
