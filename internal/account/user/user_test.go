package user_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/database"
	"plumbline/internal/platform/errs"
	"plumbline/internal/testing/apptest"
)

var ctx = context.Background()

func sets() *rapid.Generator[access.Set] {
	return rapid.Custom(func(t *rapid.T) access.Set {
		set := access.Set{}
		for _, p := range rapid.SliceOfN(rapid.SampledFrom(access.All().Permissions()), 0, 12).Draw(t, "pairs") {
			set = set.Union(access.Of(p))
		}
		return set
	})
}

// desk is a site with a clerk who has a single role. Tests set the permissions of that role.
type desk struct {
	*apptest.Site
	clerk user.Manager
	role  user.Role // the clerk's
	given user.Role // the role that the clerk assigns and revokes
	admin user.Manager
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{Site: apptest.OpenSite(t, database.SQLite)}
	d.admin = d.Managing(t, d.Admin)
	var err error
	if d.role, err = d.Users.CreateRole(ctx, d.admin, user.Role{Name: "clerk's"}); err != nil {
		t.Fatal(err)
	}
	if d.given, err = d.Users.CreateRole(ctx, d.admin, user.Role{Name: "given"}); err != nil {
		t.Fatal(err)
	}
	if err := d.Users.SetUserRoles(ctx, d.admin, d.Outsider.ID, []int64{d.role.ID}); err != nil {
		t.Fatal(err)
	}
	return d
}

// hold sets the clerk's permissions in the whole corporation, and those of the role.
func (d *desk) hold(t fataler, held, role access.Set) {
	for id, set := range map[int64]access.Set{d.role.ID: held, d.given.ID: role} {
		if _, err := d.Users.SetRolePermissions(ctx, d.admin, id, set); err != nil {
			t.Fatal(err)
		}
	}
	permissions, err := d.Identity.Permissions(ctx, d.Outsider)
	if err != nil {
		t.Fatal(err)
	}
	d.clerk = user.Manager{Actor: apptest.Actor(d.Outsider), Permissions: permissions}
}

type fataler interface{ Fatal(args ...any) }

// Nobody can grant or revoke permissions that they lack, through any call: for a user, a group, all holders of a role,
// a new role or the users of a role.
func TestGrantAndRevokeOnlyOwnPermissions(t *testing.T) {
	d := newDesk(t)
	group, err := d.Users.CreateGroup(ctx, d.admin, user.Group{Name: "Crew"})
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		held, role := sets().Draw(t, "held"), sets().Draw(t, "role")
		d.hold(t, held, role)
		may := held.Contains(role)
		check := func(what string, err error) {
			if (err == nil) != may || err != nil && !errs.Is(err, errs.GrantTooMuch) {
				t.Fatalf("%s: %v; the clerk holds %v, the role %v", what, err, held.Names(), role.Names())
			}
		}
		given := []int64{d.given.ID}
		check("to a user", d.Users.SetUserRoles(ctx, d.clerk, d.Guest.ID, given))
		check("to a group", d.Users.SetGroupRoles(ctx, d.clerk, group.ID, given))
		check("by the role", d.Users.ChangeRoleUsers(ctx, d.clerk, d.given.ID, user.Change{Add: []int64{d.Member.ID}}))
		if may { // revoke what the clerk granted, so that each round starts the same
			for _, err := range []error{
				d.Users.SetUserRoles(ctx, d.admin, d.Guest.ID, nil), d.Users.SetGroupRoles(ctx, d.admin, group.ID, nil),
				d.Users.ChangeRoleUsers(ctx, d.admin, d.given.ID, user.Change{Remove: []int64{d.Member.ID}}),
			} {
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if err := d.Users.SetUserRoles(ctx, d.admin, d.Manager.ID, given); err != nil {
			t.Fatal(err)
		}
		check("revoked from a user", d.Users.SetUserRoles(ctx, d.clerk, d.Manager.ID, nil))
		if err := d.Users.SetUserRoles(ctx, d.admin, d.Manager.ID, nil); err != nil {
			t.Fatal(err)
		}
	})
}

// A manager can switch only the permissions of a role that they hold. The rest stays unchanged.
func TestRoleChangesOnlyOwnPermissions(t *testing.T) {
	d := newDesk(t)
	rapid.Check(t, func(t *rapid.T) {
		held, before, after := sets().Draw(t, "held"), sets().Draw(t, "before"), sets().Draw(t, "after")
		d.hold(t, held, before)
		_, err := d.Users.SetRolePermissions(ctx, d.clerk, d.given.ID, after)
		if may := held.Contains(before.Difference(after)); (err == nil) != may {
			t.Fatalf("from %v to %v by a holder of %v: %v", before.Names(), after.Names(), held.Names(), err)
		}
		now, err := d.Users.Role(ctx, d.admin, d.given.ID)
		if err != nil || now.Set != before && now.Set != after {
			t.Fatalf("the role has %v, %v", now.Set.Names(), err)
		}
	})
}

// A manager cannot change a user with more permissions: each call would be
// a way to become that account.
func TestMorePrivilegedAccountIsNotChanged(t *testing.T) {
	d := newDesk(t)
	name := "renamed"
	rapid.Check(t, func(t *rapid.T) {
		held, theirs := sets().Draw(t, "held"), sets().Draw(t, "theirs")
		d.hold(t, held, theirs)
		if err := d.Users.SetUserRoles(ctx, d.admin, d.Guest.ID, []int64{d.given.ID}); err != nil {
			t.Fatal(err)
		}
		// The guest also has the Guest role in a project where the clerk only has these permissions.
		guest := access.OfRole(access.Guest)
		may := held.Contains(theirs.Union(guest))
		_, renamed := d.Users.UpdateUser(ctx, d.clerk, d.Guest.ID, user.UserChange{DisplayName: &name})
		for what, err := range map[string]error{"renamed": renamed, "enabled": d.Users.SetActive(ctx, d.clerk, []int64{d.Guest.ID}, true)} {
			if (err == nil) != may || err != nil && !errs.Is(err, errs.ManageMore) {
				t.Fatalf("%s: %v; the clerk holds %v, the other %v", what, err, held.Names(), theirs.Names())
			}
		}
	})
}

// A membership ends at its date, to the millisecond, without any action. One that has already ended cannot be created.
func TestMembershipEndsOnItsDate(t *testing.T) {
	d := newDesk(t)
	owner := d.Managing(t, d.Owner)
	until := func(at time.Time) error {
		_, err := d.Users.UpdateMember(ctx, owner, d.Corporation.ID, user.Membership{
			ProjectID: d.Project.ID, AccountID: d.Guest.ID, Roles: []int64{apptest.GuestRole}, Until: at.UnixMilli(),
		})
		return err
	}
	if err := until(time.Now()); !errs.Is(err, errs.UntilPassed) {
		t.Errorf("a membership until now: %v", err)
	}
	end := time.Now().Add(300 * time.Millisecond)
	if err := until(end); err != nil {
		t.Fatal(err)
	}
	for sees := true; sees; {
		asked := time.Now()
		_, err := d.Projects.Get(ctx, d.Guest.Scope(), d.Project.ID)
		if sees = err == nil; !sees && asked.Before(end.Truncate(time.Millisecond)) && time.Now().Before(end) {
			t.Errorf("ended %v too early: %v", end.Sub(asked), err)
		}
		if sees && asked.After(end.Add(time.Minute)) {
			t.Fatal("the membership does not end")
		}
	}
	permissions, err := d.Identity.Permissions(ctx, d.Guest)
	if err != nil || permissions.In(d.Project.ID).Len() != 0 {
		t.Errorf("remaining permissions: %v, %v", permissions.In(d.Project.ID).Names(), err)
	}
}

// Removing an account deletes all personal data and frees its name.
func TestRemovedAccountIsAnonymized(t *testing.T) {
	d := newDesk(t)
	email, mobile, shown := "g@example.com", "13800000000", "Grace Hopper"
	if _, err := d.Users.UpdateUser(ctx, d.admin, d.Guest.ID, user.UserChange{DisplayName: &shown, Email: &email, Mobile: &mobile}); err != nil {
		t.Fatal(err)
	}
	if err := d.Users.RemoveUser(ctx, d.admin, d.Guest.ID); err != nil {
		t.Fatal(err)
	}
	var texts [5]string
	err := d.DB.Write(ctx, func(tx *database.Tx) error {
		row := tx.QueryRowContext(ctx, "SELECT name, display_name, email, mobile, avatar FROM account WHERE id = $1", d.Guest.ID)
		return row.Scan(&texts[0], &texts[1], &texts[2], &texts[3], &texts[4])
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(texts[:], "|"); !strings.HasPrefix(got, "removed-") || strings.Contains(got, email) ||
		strings.Contains(got, mobile) || strings.Contains(got, shown) {
		t.Errorf("personal data left: %s", got)
	}
	again := identity.NewAccount{Account: identity.Account{Name: "guest", Type: access.Normal}, Password: apptest.Password}
	if _, err := d.Users.CreateUser(ctx, d.admin, again, nil, nil); err != nil {
		t.Errorf("the name is still in use: %v", err)
	}
	if err := d.Users.RemoveUser(ctx, d.admin, d.Guest.ID); !errs.IsKind(err, errs.NotFound) {
		t.Errorf("removed twice: %v", err)
	}
}

// The exported csv contains no spreadsheet formulas, in every language.
func TestExportIsTranslatedAndHasNoFormulas(t *testing.T) {
	d := newDesk(t)
	formula := `=HYPERLINK("http://evil")`[:20]
	if _, err := d.Users.UpdateUser(ctx, d.admin, d.Guest.ID, user.UserChange{DisplayName: &formula}); err != nil {
		t.Fatal(err)
	}
	for language, want := range map[string][2]string{"zh": {"账号", "访客"}, "en": {"Account", "Guest"}, "zh-TW": {"帳號", "訪客"}} {
		var out bytes.Buffer
		if err := d.Users.ExportPermissions(ctx, d.admin, &out, language); err != nil {
			t.Fatal(err)
		}
		lines, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(out.String(), "\uFEFF"))).ReadAll()
		if err != nil || lines[0][0] != want[0] || !strings.Contains(out.String(), want[1]) {
			t.Errorf("%s: %v, %v", language, lines[0], err)
		}
		for _, line := range lines {
			for _, cell := range line {
				if cell != "" && strings.ContainsRune("=+-@", rune(cell[0])) {
					t.Errorf("%s: a formula: %s", language, cell)
				}
			}
		}
	}
}
