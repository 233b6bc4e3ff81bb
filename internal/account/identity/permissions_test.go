package identity

import (
	"testing"

	"plumbline/internal/platform/access"
)

func TestPermissionsAreHeldByProject(t *testing.T) {
	see := access.Permission{Area: access.Alert, Action: access.Retrieve}
	custom := access.Of(access.Permission{Area: access.Project, Action: access.Retrieve})
	p := NewPermissions(access.Normal, []Grant{{ProjectID: 1, Set: access.OfRole(access.Guest)}, {ProjectID: 2, Set: custom}})
	if !p.In(1).Holds(see) || p.In(2).Holds(see) || p.In(3).Holds(see) || !p.In(0).Holds(see) {
		t.Error("a role counts in its project alone; 0 asks for anywhere")
	}
	if p.InEvery(see) || !p.InEvery(access.Permission{Area: access.Project, Action: access.Retrieve}) {
		t.Error("one project that denies it is enough")
	}
	if !NewPermissions(access.Admin, nil).InEvery(see) {
		t.Error("administrators may everything")
	}
	everywhere := NewPermissions(access.Normal, []Grant{{Set: access.Of(see)}, {ProjectID: 2, Set: custom}})
	if !everywhere.InEvery(see) {
		t.Error("what is held everywhere is held in every project")
	}
}

func TestWhatIsHeldEverywhereStopsAtTheBorderOfTheCorporation(t *testing.T) {
	see := access.Permission{Area: access.Alert, Action: access.Retrieve}
	change := access.Permission{Area: access.Project, Action: access.Update}
	account := Account{ID: 9, CorporationID: 1, Type: access.Admin}
	p := NewPermissions(access.Admin, []Grant{{ProjectID: 7, Foreign: true, Set: access.OfRole(access.Guest), Roles: []access.RoleType{access.Guest}}})
	if !p.In(7).Holds(see) || p.In(7).Holds(change) || !p.In(8).Holds(change) {
		t.Error("an administrator is no more than a guest in a project of another corporation")
	}
	if p.InEvery(change) || !p.InEvery(see) {
		t.Error("that project counts in lists over projects")
	}
	if got := p.Roles(7); len(got) != 1 || got[0] != access.Guest {
		t.Errorf("roles in it: %v", got)
	}
	if got, want := p.ScopeOf(account), (access.Scope{Corporation: 1, Account: 9}); got != want {
		t.Errorf("scope %+v, want %+v", got, want)
	}
}

func TestWhoSeesProjectsEverywhereIsNotHeldToMemberships(t *testing.T) {
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
		t.Errorf("without roles the scope is that of the account: %+v", got)
	}
}

func TestNobodyContainsWhoMayMore(t *testing.T) {
	user := access.Permission{Area: access.User, Action: access.Update}
	clerk := NewPermissions(access.Normal, []Grant{{Set: access.Of(user)}})
	owner := NewPermissions(access.Normal, []Grant{{ProjectID: 1, Set: access.OfRole(access.Owner)}})
	admin := NewPermissions(access.Admin, nil)
	if clerk.Contains(owner) || clerk.Contains(admin) || owner.Contains(clerk) || !admin.Contains(owner) || !admin.Contains(clerk) || !clerk.Contains(clerk) {
		t.Error("containing is by project")
	}
	guest := NewPermissions(access.Normal, []Grant{{ProjectID: 5, Foreign: true, Set: access.OfRole(access.Owner)}})
	if clerk.Contains(NewPermissions(access.Normal, []Grant{{ProjectID: 5, Foreign: true, Set: access.OfRole(access.Guest)}})) {
		t.Error("a clerk who is not in that project reaches into it")
	}
	if !admin.Contains(guest) {
		t.Error("what another corporation gave does not put an account out of its administrator's reach")
	}
}
