package store_test

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

// startsQuery are the calls that begin a query.
var startsQuery = map[string]bool{
	"NewSelect": true, "NewUpdate": true, "NewDelete": true, "NewRaw": true, "selects": true, "update": true, "exec": true,
	"QueryContext": true, "QueryRowContext": true, "ExecContext": true,
}

// machinery asks for the time and the next id, which are nobody's, and writes the log
// of operations.
var machinery = []string{"Store.now", "ids.takeFrom", "change.log", "Store.write"}

// routine is what the test knows of one function of a folder.
type routine struct {
	name   string // methods as "Store.Name"
	door   bool   // can be called from other packages
	asks   bool   // begins a query
	scopes bool   // hands a tenant scope to another function
	calls  []call
}

// call is a call of another function; who tells whether it gets the scope or the actor.
type call struct {
	name string
	who  bool
}

// unscoped finds the doors of a folder behind which a query begins and no tenant scope
// is handed on, themselves or by what they call.
func unscoped(t *testing.T, folder string) []string {
	t.Helper()
	routines := routinesOf(t, folder)
	byName := map[string][]*routine{}
	for _, r := range routines {
		_, short, isMethod := strings.Cut(r.name, ".")
		if !isMethod {
			short = r.name
		}
		byName[short] = append(byName[short], r)
		r.asks = r.asks && !slices.Contains(machinery, r.name)
	}
	for changed := true; changed; { // what is called counts for the caller
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
	var found []string
	for _, r := range routines {
		if r.door && r.asks && !r.scopes {
			found = append(found, r.name)
		}
	}
	slices.Sort(found)
	return found
}

func routinesOf(t *testing.T, folder string) []*routine {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var routines []*routine
	for _, path := range files {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
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
	r := &routine{name: nameOf(f), door: f.Name.IsExported()}
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

// handed tells whether a call gets a tenant scope, or an actor with one.
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

// TestEveryQueryHasATenant lets nobody ask the database through the store without a
// tenant scope, but for the doors that were looked at and listed with the reason.
func TestEveryQueryHasATenant(t *testing.T) {
	found := unscoped(t, ".")
	for _, name := range found {
		if _, listed := withoutScope[name]; !listed {
			t.Errorf("%s asks the database without a tenant scope: hand the scope to visible, or list it with the reason in unscoped_test.go", name)
		}
	}
	for name, reason := range withoutScope {
		if !slices.Contains(found, name) {
			t.Errorf("%s is listed and needs it no more", name)
		}
		if reason == "" {
			t.Errorf("%s is listed without a reason", name)
		}
	}
}

func TestWrongQueriesAreFound(t *testing.T) {
	want := []string{"Store.Around", "Store.Everyone", "Store.Ignored", "Store.Logged", "Store.Looked"}
	if diff := cmp.Diff(want, unscoped(t, "testdata/leak")); diff != "" {
		t.Error(diff)
	}
}
