package identity

import (
	"testing"

	"plumbline/internal/platform/access"
)

func TestPermissionsPerProject(t *testing.T) {
	see := access.Permission{Area: access.Alert, Action: access.Retrieve}
	custom := access.Of(access.Permission{Area: access.Project, Action: access.Retrieve})
	p := NewPermissions(access.Normal, []Grant{{ProjectID: 1, Set: access.OfRole(access.Guest)}, {ProjectID: 2, Set: custom}})
	if !p.In(1).Holds(see) || p.In(2).Holds(see) || p.In(3).Holds(see) || !p.In(0).Holds(see) {
		t.Error("a role must apply only in its project; project 0 means any")
	}
	if p.InEvery(see) || !p.InEvery(access.Permission{Area: access.Project, Action: access.Retrieve}) {
		t.Error("InEvery must be false if one project denies it")
	}
	if !NewPermissions(access.Admin, nil).InEvery(see) {
		t.Error("an administrator lacks a permission")
	}
	everywhere := NewPermissions(access.Normal, []Grant{{Set: access.Of(see)}, {ProjectID: 2, Set: custom}})
	if !everywhere.InEvery(see) {
		t.Error("a corporation-wide permission is missing in a project")
	}
}

func TestAdminHoldsOnlyGrantsInForeignProjects(t *testing.T) {
	see := access.Permission{Area: access.Alert, Action: access.Retrieve}
	change := access.Permission{Area: access.Project, Action: access.Update}
	account := Account{ID: 9, CorporationID: 1, Type: access.Admin}
	p := NewPermissions(access.Admin, []Grant{{ProjectID: 7, Foreign: true, Set: access.OfRole(access.Guest), Roles: []access.RoleType{access.Guest}}})
	if !p.In(7).Holds(see) || p.In(7).Holds(change) || !p.In(8).Holds(change) {
		t.Error("an administrator must only be a guest in the foreign project")
	}
	if p.InEvery(change) || !p.InEvery(see) {
		t.Error("InEvery ignores the foreign project")
	}
	if got := p.Roles(7); len(got) != 1 || got[0] != access.Guest {
		t.Errorf("roles in the foreign project: %v", got)
	}
	if got, want := p.ScopeOf(account), (access.Scope{Corporation: 1, Account: 9}); got != want {
		t.Errorf("scope %+v, want %+v", got, want)
	}
}

func TestCorporationWideViewIgnoresMemberships(t *testing.T) {
	view := access.Permission{Area: access.Project, Action: access.Retrieve}
	see := access.Permission{Area: access.Alert, Action: access.Retrieve}
	account := Account{ID: 9, CorporationID: 1, Type: access.Normal}
	p := NewPermissions(access.Normal, []Grant{{Set: access.Of(view)}})
	if got, want := p.ScopeOf(account), (access.Scope{Corporation: 1}); got != want {
		t.Errorf("scope %+v, want %+v", got, want)
	}
	if p.InEvery(see) {
		t.Error("a list over all projects would show alerts of projects that deny them")
	}
	if got := NewPermissions(access.Normal, nil).ScopeOf(account); got != account.Scope() {
		t.Errorf("scope without roles %+v, want that of the account", got)
	}
}

func TestContainsComparesByProject(t *testing.T) {
	user := access.Permission{Area: access.User, Action: access.Update}
	clerk := NewPermissions(access.Normal, []Grant{{Set: access.Of(user)}})
	owner := NewPermissions(access.Normal, []Grant{{ProjectID: 1, Set: access.OfRole(access.Owner)}})
	admin := NewPermissions(access.Admin, nil)
	if clerk.Contains(owner) || clerk.Contains(admin) || owner.Contains(clerk) || !admin.Contains(owner) || !admin.Contains(clerk) || !clerk.Contains(clerk) {
		t.Error("Contains does not compare by project")
	}
	guest := NewPermissions(access.Normal, []Grant{{ProjectID: 5, Foreign: true, Set: access.OfRole(access.Owner)}})
	if clerk.Contains(NewPermissions(access.Normal, []Grant{{ProjectID: 5, Foreign: true, Set: access.OfRole(access.Guest)}})) {
		t.Error("a clerk without a role in the foreign project contains it")
	}
	if !admin.Contains(guest) {
		t.Error("roles in foreign projects must not protect an account from its administrator")
	}
}
