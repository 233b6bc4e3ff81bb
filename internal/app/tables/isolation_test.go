package tables_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// startsQuery are the calls that start a query.
var startsQuery = map[string]bool{
	"NewSelect": true, "NewUpdate": true, "NewDelete": true, "NewRaw": true, "Selects": true, "Update": true, "Exec": true,
	"QueryContext": true, "QueryRowContext": true, "ExecContext": true,
}

// machinery is part of every write: the audit log and the transaction. The package that they use (sqlkit) is not
// examined.
var machinery = []string{"Logged.Log", "Store.Write", "Store.write"}

// folders returns the packages of tables: those named …db.
func folders(t *testing.T) []string {
	t.Helper()
	var found []string
	for _, depth := range []string{"*", "*/*"} {
		list, err := filepath.Glob("../../" + depth + "/*db")
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, list...)
	}
	return found
}

// routine is the analysis of one function of a folder.
type routine struct {
	name   string // methods as "Store.Name"
	reason string // why it needs no scope: the line of its comment that starts with "Unscoped:"
	public bool   // an exported method of a store
	asks   bool   // starts a query
	scopes bool   // passes a tenant scope to another function
	calls  []call
}

// call is a call of another function; who reports whether it gets the scope or the actor.
type call struct {
	name string
	who  bool
}

// unscoped returns the exported functions that start a query, directly or through what they call, without passing on a
// tenant scope.
func unscoped(routines []*routine) []*routine {
	byName := map[string][]*routine{}
	for _, r := range routines {
		_, short, isMethod := strings.Cut(r.name, ".")
		if !isMethod {
			short = r.name
		}
		byName[short] = append(byName[short], r)
		r.asks = r.asks && !slices.Contains(machinery, r.name)
	}
	for changed := true; changed; { // properties of callees apply to the caller
		changed = false
		for _, r := range routines {
			if slices.Contains(machinery, r.name) {
				continue
			}
			for _, c := range r.calls {
				for _, called := range byName[c.name] {
					if called.asks && !r.asks || called.scopes && c.who && !r.scopes {
						r.asks = r.asks || called.asks
						r.scopes = r.scopes || called.scopes && c.who
						changed = true
					}
				}
			}
		}
	}
	var found []*routine
	for _, r := range routines {
		if r.public && r.asks && !r.scopes {
			found = append(found, r)
		}
	}
	return found
}

func routinesOf(t *testing.T, folders ...string) []*routine {
	t.Helper()
	var routines []*routine
	for _, folder := range folders {
		routines = append(routines, routinesIn(t, folder)...)
	}
	return routines
}

func routinesIn(t *testing.T, folder string) []*routine {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil || len(files) == 0 {
		t.Fatalf("%s: %d files, %v", folder, len(files), err)
	}
	var routines []*routine
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution|parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Body != nil {
				routines = append(routines, routineOf(f))
			}
		}
	}
	return routines
}

func routineOf(f *ast.FuncDecl) *routine {
	r := &routine{name: nameOf(f), public: f.Name.IsExported() && strings.HasPrefix(nameOf(f), "Store.")}
	for line := range strings.Lines(f.Doc.Text()) {
		if reason, ok := strings.CutPrefix(line, "Unscoped: "); ok {
			r.reason = strings.TrimSpace(reason)
		}
	}
	ast.Inspect(f.Body, func(n ast.Node) bool {
		made, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		scope, actor := handed(made.Args)
		r.scopes = r.scopes || scope
		switch called := made.Fun.(type) {
		case *ast.Ident:
			r.calls = append(r.calls, call{called.Name, scope || actor})
		case *ast.SelectorExpr:
			r.asks = r.asks || startsQuery[called.Sel.Name]
			r.calls = append(r.calls, call{called.Sel.Name, scope || actor})
		}
		return true
	})
	return r
}

// handed reports whether a call gets a tenant scope, or an actor with one.
func handed(args []ast.Expr) (scope, actor bool) {
	for _, arg := range args {
		switch arg := arg.(type) {
		case *ast.Ident:
			scope, actor = scope || arg.Name == "scope", actor || arg.Name == "who"
		case *ast.SelectorExpr:
			scope = scope || arg.Sel.Name == "Scope"
		}
	}
	return scope, actor
}

func nameOf(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return f.Name.Name
	}
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	return of.(*ast.Ident).Name + "." + f.Name.Name
}

// Queries of a store have a tenant scope, or their method explains why not.
func TestEveryQueryHasATenant(t *testing.T) {
	all := routinesOf(t, folders(t)...)
	found := unscoped(all)
	for _, r := range found {
		if r.reason == "" {
			t.Errorf(
				"%s queries the database without a tenant scope: pass the scope to visible, or give the reason in a line of its comment that begins with \"Unscoped:\"", r.name)
		}
	}
	for _, r := range all {
		if r.reason != "" && !slices.Contains(found, r) {
			t.Errorf("%s is marked as Unscoped, but has a scope or needs none", r.name)
		}
	}
}

// withoutScope returns the methods of stores that explain why they need no scope.
func withoutScope(t *testing.T) map[string]bool {
	t.Helper()
	names := map[string]bool{}
	for _, r := range routinesOf(t, folders(t)...) {
		if _, method, ok := strings.Cut(r.name, "."); ok && r.reason != "" {
			names[method] = true
		}
	}
	return names
}

func TestQueriesWithoutTenantAreFound(t *testing.T) {
	var names []string
	for _, r := range unscoped(routinesOf(t, "testdata/leak")) {
		names = append(names, r.name)
	}
	slices.Sort(names)
	want := []string{"Store.Around", "Store.Everyone", "Store.Ignored", "Store.Logged", "Store.Looked"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}
