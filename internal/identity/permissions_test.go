package identity

import (
	"testing"

	"plumbline/internal/access"
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
