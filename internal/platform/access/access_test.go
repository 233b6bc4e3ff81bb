package access

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestBuiltInRoles(t *testing.T) {
	for _, c := range []struct {
		area   Area
		action Action
		may    []RoleType
	}{
		{Project, Delete, []RoleType{Owner}},
		{Project, Update, []RoleType{Owner, Manager}},
		{Project, Retrieve, []RoleType{Owner, Manager, Member, Guest}},
		{Alert, Update, []RoleType{Owner, Manager, Member}},
		{Data, Create, []RoleType{Owner, Manager, Member}},
		{Data, Delete, []RoleType{Owner, Manager}},
		{Report, Create, []RoleType{Owner, Manager, Member}},
		{MeasuringPoint, Create, []RoleType{Owner, Manager}},
		{Device, Retrieve, []RoleType{Owner, Manager, Member, Guest}},
		{User, Retrieve, nil},
		{Corporation, Update, nil},
		{OperationLog, Retrieve, nil},
	} {
		for _, role := range RoleTypes() {
			if got, want := OfRole(role).Has(c.area, c.action), slices.Contains(c.may, role); got != want {
				t.Errorf("%s %s:%s = %v, want %v", role, c.area, c.action, got, want)
			}
		}
	}
}

func TestRolesAreNested(t *testing.T) {
	for i, roles := 0, []RoleType{Owner, Manager, Member, Guest, Custom}; i+1 < len(roles); i++ {
		if !OfRole(roles[i]).Contains(OfRole(roles[i+1])) {
			t.Errorf("%s lacks something of %s", roles[i], roles[i+1])
		}
	}
	if !OfAccount(Admin).Contains(OfRole(Owner)) || OfAccount(Normal).Len() != 0 {
		t.Error("permissions of account types are wrong")
	}
	if OfAccount(System) != Of().With(Corporation, Actions()...) {
		t.Error("operators hold other permissions than those of corporations")
	}
}

func TestHelperPermissions(t *testing.T) {
	looking, editing := OfHelper(false), OfHelper(true)
	for _, p := range All().Permissions() {
		if looking.Holds(p) != (p.Action == Retrieve) {
			t.Errorf("helper without edits: wrong for %s", p)
		}
		if want := p.Action == Retrieve || All().InProject().Holds(p); editing.Holds(p) != want {
			t.Errorf("helper with edits: %s, want %v", p, want)
		}
	}
}

func TestMayAssign(t *testing.T) {
	if !MayAssign(Owner, Owner) || MayAssign(Manager, Manager) || !MayAssign(Manager, Guest) || MayAssign(Member, Guest) {
		t.Error("MayAssign is wrong")
	}
}

func TestParsePermissionVocabularies(t *testing.T) {
	want := Permission{Project, Update}
	for _, s := range []string{"Project:Update", "Update:Project", "Project:EDIT", "edit:Project"} {
		if got, ok := ParsePermission(s); !ok || got != want {
			t.Errorf("%q: %v %v", s, got, ok)
		}
	}
	if got, ok := ParsePermission("View:Alert"); !ok || got != (Permission{Alert, Retrieve}) {
		t.Errorf("View:Alert: %v %v", got, ok)
	}
	for _, s := range []string{"", "Project", "Project:Fly", "project:Update", "Update:", ":", "View:View"} {
		if got, ok := ParsePermission(s); ok {
			t.Errorf("%q is not a permission, got %v", s, got)
		}
	}
}

func TestSetNames(t *testing.T) {
	got := Of(Permission{Alert, Update}, Permission{Alert, Retrieve}).Names()
	if diff := cmp.Diff([]string{"View:Alert", "Update:Alert"}, got); diff != "" {
		t.Error(diff)
	}
	if got := (Set{}).Names(); got == nil {
		t.Error("the names of an empty set are nil")
	}
}

func TestScopes(t *testing.T) {
	if !ScopeOf(Admin, 1, 2).Covers(1) || ScopeOf(Admin, 1, 2).Covers(2) {
		t.Error("the scope of an administrator is not the own corporation")
	}
	if operator := ScopeOf(System, 0, 2); !operator.Sees(77) || operator.Covers(77) || operator.Covers(0) {
		t.Error("the scope of an operator is wrong")
	}
	if helper := ScopeOf(System, 1, 2); helper != ScopeOf(Admin, 1, 3) {
		t.Error("the scope of an operator with support access is wrong")
	}
	if (Scope{}).Covers(0) || ScopeOf(Normal, 1, 2) != (Scope{Corporation: 1, Account: 2, Member: true}) {
		t.Error("the zero scope sees something")
	}
}

func TestSetsBehaveAsSets(t *testing.T) {
	permission := rapid.Custom(func(t *rapid.T) Permission {
		return Permission{rapid.SampledFrom(Areas()).Draw(t, "area"), rapid.SampledFrom(Actions()).Draw(t, "action")}
	})
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.SliceOf(permission).Draw(t, "a")
		b := rapid.SliceOf(permission).Draw(t, "b")
		p := permission.Draw(t, "p")
		x, y := Of(a...), Of(b...)
		if x.Union(y).Holds(p) != (slices.Contains(a, p) || slices.Contains(b, p)) {
			t.Fatal("union")
		}
		if !x.Union(y).Contains(x) || x.Contains(y) != (x.Union(y) == x) {
			t.Fatal("contains")
		}
		if Of(x.Permissions()...) != x {
			t.Fatal("listing")
		}
		for _, text := range []string{p.String(), p.Name()} {
			if back, ok := ParsePermission(text); !ok || back != p {
				t.Fatalf("%s does not read back", text)
			}
		}
		if x.Without(p.Area, p.Action).Holds(p) || !x.With(p.Area, p.Action).Holds(p) {
			t.Fatal("With or Without is wrong")
		}
	})
}
