package storetest

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

// hire creates a user with roles.
func hire(t *testing.T, s *apptest.Site, name string, roles ...int64) identity.Account {
	t.Helper()
	account := identity.Account{Name: name, Type: access.Normal}
	made := must(s.Users.CreateUser(ctx, s.Managing(t, s.Admin), identity.NewAccount{Account: account, Password: apptest.Password}, roles, nil))(t)
	return made.Account
}

// custom creates a role of the corporation.
func custom(t *testing.T, s *apptest.Site, name string, permissions ...string) user.Role {
	t.Helper()
	set := access.Set{}
	for _, text := range permissions {
		p, known := access.ParsePermission(text)
		if !known {
			t.Fatalf("%s is not a permission", text)
		}
		set = set.With(p.Area, p.Action)
	}
	return must(s.Users.CreateRole(ctx, s.Managing(t, s.Admin), user.Role{Name: name, Set: set}))(t)
}

func users(t *testing.T, s *apptest.Site) {
	admin := s.Managing(t, s.Admin)
	page := must(s.Users.Users(ctx, admin, user.UserFilter{Query: paging.Query{Sort: "-name", Size: 2}}))(t)
	same(t, "all of the corporation", page.Total, 6)
	same(t, "sorted down", []string{page.List[0].Name, page.List[1].Name}, []string{"owner", "outsider"})
	no := false
	for what, filter := range map[string]user.UserFilter{
		"administrators": {Type: access.Admin},
		"keyword":        {Query: paging.Query{Keyword: "ADMI"}},
		"of the role":    {RoleID: apptest.GuestRole},
	} {
		want := 1
		if what == "of the role" {
			want = 0
		}
		same(t, what, must(s.Users.Users(ctx, admin, filter))(t).Total, want)
	}
	same(t, "disabled", must(s.Users.Users(ctx, admin, user.UserFilter{Active: &no}))(t).Total, 0)
	_, err := s.Users.Users(ctx, admin, user.UserFilter{Query: paging.Query{Sort: "passwordHash"}})
	refused(t, err, errs.NotOneOf, "sort")
	same(t, "of a stranger", must(s.Users.Users(ctx, s.Managing(t, s.Stranger), user.UserFilter{}))(t).Total, 1)
	_, err = s.Users.User(ctx, s.Managing(t, s.Stranger), s.Guest.ID)
	refused(t, err, errs.NothingHere)

	for range 5 {
		_, _ = s.Identity.SignIn(ctx, identity.SignIn{Name: "guest", Password: "Wrong-2026!", IP: "192.0.2.77"}) // fails and counts as an attempt
	}
	yes := true
	closed := must(s.Users.Users(ctx, admin, user.UserFilter{Locked: &yes}))(t)
	same(t, "closed by wrong passwords", closed.Total, 1)
	if closed.List[0].Name != "guest" || closed.List[0].LockedUntil <= time.Now().UnixMilli() {
		t.Errorf("closed: %+v", closed.List[0])
	}
	same(t, "the others", must(s.Users.Users(ctx, admin, user.UserFilter{Locked: &no}))(t).Total, 5)

	signedIn := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t)
	ok(t, s.Users.SetActive(ctx, admin, []int64{s.Member.ID, s.Guest.ID}, false))
	_, err = s.Identity.Authenticate(ctx, signedIn.Token)
	refused(t, err, errs.SessionExpired)
	same(t, "disabled", must(s.Users.Users(ctx, admin, user.UserFilter{Active: &no}))(t).Total, 2)
	ok(t, s.Users.SetActive(ctx, admin, []int64{s.Member.ID}, true))
	must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t)

	signedIn = must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t)
	ok(t, s.Users.SetInitialPassword(ctx, admin, s.Member.ID, "dyke-62"))
	_, err = s.Identity.Authenticate(ctx, signedIn.Token)
	refused(t, err, errs.SessionExpired)
	again := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: "dyke-62"}))(t)
	if !again.Account.SimplePassword {
		t.Error("six digits do not count as simple")
	}
	refused(t, s.Users.SetInitialPassword(ctx, admin, s.Member.ID, "12345"), errs.TooShort, "password")

	name, mobile := "Li", "123"
	_, err = s.Users.UpdateUser(ctx, admin, s.Member.ID, user.UserChange{DisplayName: &name, Mobile: &mobile})
	refused(t, err, errs.MobileFormat, "mobile")
	changed := must(s.Users.UpdateUser(ctx, admin, s.Member.ID, user.UserChange{DisplayName: &name}))(t)
	same(t, "display name", changed.DisplayName, "Li")
	same(t, "taken", must(s.Users.NameTaken(ctx, "stranger"))(t), true)
	same(t, "free", must(s.Users.NameTaken(ctx, "Stranger2"))(t), false)
}

func removedUsers(t *testing.T, s *apptest.Site) {
	admin := s.Managing(t, s.Admin)
	mobile := "13800138000"
	must(s.Users.UpdateUser(ctx, admin, s.Member.ID, user.UserChange{Mobile: &mobile}))(t)
	p := s.Project
	p.Remarks = "seen by the member"
	who := apptest.Actor(s.Manager)
	must(s.Projects.Update(ctx, who, p))(t)
	token := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "manager", Password: apptest.Password}))(t).Token

	refused(t, s.Users.RemoveUser(ctx, admin, s.Admin.ID), errs.NotOneself)
	refused(t, s.Users.RemoveUser(ctx, admin, s.Owner.ID), errs.LastOwner)
	refused(t, s.Users.RemoveUser(ctx, s.Managing(t, s.Stranger), s.Guest.ID), errs.NothingHere)
	ok(t, s.Users.RemoveUser(ctx, admin, s.Manager.ID))
	_, err := s.Identity.Authenticate(ctx, token)
	refused(t, err, errs.NotSignedIn)
	_, err = s.Identity.SignIn(ctx, identity.SignIn{Name: "manager", Password: apptest.Password})
	refused(t, err, errs.SignInFailed)
	_, err = s.Users.User(ctx, admin, s.Manager.ID)
	refused(t, err, errs.NothingHere)
	same(t, "members left", must(s.Users.Members(ctx, s.Admin.Scope(), user.MemberFilter{ProjectID: s.Project.ID}))(t).Total, 3)

	entries := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{AccountID: s.Manager.ID}))(t)
	if entries.Total == 0 {
		t.Fatal("the account's log entries are gone")
	}
	pseudonym := entries.List[0].AccountName
	if !strings.HasPrefix(pseudonym, "removed-") {
		t.Errorf("the log names %q", pseudonym)
	}
	about := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Kind: "user", ThingID: s.Manager.ID}))(t)
	for _, e := range about.List {
		if e.Content != pseudonym && e.Content != "" || bytes.Contains(e.Before, []byte(`"manager"`)) || bytes.Contains(e.After, []byte(`"manager"`)) {
			t.Errorf("an entry about the account still names it: %s %s %s", e.Content, e.Before, e.After)
		}
	}
	same(t, "nor is it found by its name",
		must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Kind: "user", ThingID: s.Manager.ID, Query: paging.Query{Keyword: "manager"}}))(t).Total, 0)
	_, err = s.Identity.SignIn(ctx, identity.SignIn{Name: pseudonym, Password: apptest.Password})
	refused(t, err, errs.SignInFailed)
	again := hire(t, s, "manager") // the name is available again
	same(t, "a new account under the name holds nothing", must(s.Identity.Permissions(ctx, again))(t).In(0).Len(), 0)
}

func groupsAndRoles(t *testing.T, s *apptest.Site) {
	admin := s.Managing(t, s.Admin)
	crew := must(s.Users.CreateGroup(ctx, admin, user.Group{Name: " Crew ", Note: "in the field"}))(t)
	same(t, "name", crew.Name, "Crew")
	_, err := s.Users.CreateGroup(ctx, admin, user.Group{Name: "Crew"})
	refused(t, err, errs.NameUsed, "name")
	_, err = s.Users.CreateGroup(ctx, admin, user.Group{Name: ""})
	refused(t, err, errs.Empty, "name")
	viewer := custom(t, s, "Viewer", "View:Project", "View:Alert")
	ok(t, s.Users.SetGroupRoles(ctx, admin, crew.ID, []int64{viewer.ID, viewer.ID}))
	before := must(s.Identity.Permissions(ctx, s.Outsider))(t)
	same(t, "before", before.Everywhere.Len(), 0)
	ok(t, s.Users.ChangeGroupUsers(ctx, admin, crew.ID, user.Change{Add: []int64{s.Outsider.ID, s.Guest.ID}}))
	after := must(s.Identity.Permissions(ctx, s.Outsider))(t)
	same(t, "through the group, at once", after.Everywhere, viewer.Set)
	must(s.Projects.Get(ctx, after.ScopeOf(s.Outsider), s.Project.ID))(t)
	refused(t, s.Users.ChangeGroupUsers(ctx, admin, crew.ID, user.Change{Add: []int64{s.Stranger.ID}}), errs.MustExist, "users")
	same(t, "users", must(s.Users.Group(ctx, admin, crew.ID))(t).Users, 2)
	ok(t, s.Users.ChangeGroupUsers(ctx, admin, crew.ID, user.Change{Add: []int64{s.Member.ID, s.Guest.ID}, Replace: true}))
	same(t, "replaced", must(s.Users.Users(ctx, admin, user.UserFilter{GroupID: crew.ID}))(t).Total, 2)
	same(t, "out of the group", must(s.Identity.Permissions(ctx, s.Outsider))(t).Everywhere.Len(), 0)

	set := access.Of(access.Permission{Area: access.Project, Action: access.Retrieve}, access.Permission{Area: access.Role, Action: access.Retrieve})
	same(t, "new permissions", must(s.Users.SetRolePermissions(ctx, admin, viewer.ID, set))(t).Set, set)
	same(t, "hold at once", must(s.Identity.Permissions(ctx, s.Member))(t).Everywhere, set)
	_, err = s.Users.AddMember(ctx, admin, s.Corporation.ID, membership{s.Outsider, []int64{viewer.ID}, 0}.of(s))
	refused(t, err, errs.RoleOfCorporation, "roles")
	must(s.Users.SetRolePermissions(ctx, admin, viewer.ID, set.InProject()))(t)
	must(s.Users.AddMember(ctx, admin, s.Corporation.ID, membership{s.Outsider, []int64{viewer.ID}, 0}.of(s)))(t)
	_, err = s.Users.SetRolePermissions(ctx, admin, viewer.ID, set)
	refused(t, err, errs.RoleInProjects)

	refused(t, s.Users.DeleteRole(ctx, admin, viewer.ID), errs.InUse)
	refused(t, s.Users.DeleteRole(ctx, admin, apptest.GuestRole), errs.RoleBuiltIn)
	_, err = s.Users.SetRolePermissions(ctx, admin, apptest.GuestRole, access.All())
	refused(t, err, errs.RoleBuiltIn)
	_, err = s.Users.UpdateRole(ctx, admin, user.Role{ID: apptest.OwnerRole, Name: "Boss"})
	refused(t, err, errs.RoleBuiltIn)
	_, err = s.Users.Role(ctx, s.Managing(t, s.Stranger), viewer.ID)
	refused(t, err, errs.NothingHere)
	_, err = s.Users.Group(ctx, s.Managing(t, s.Stranger), crew.ID)
	refused(t, err, errs.NothingHere)
	same(t, "roles of a stranger", must(s.Users.Roles(ctx, s.Managing(t, s.Stranger), paging.Query{}))(t).Total, 4)

	roles := must(s.Users.Roles(ctx, admin, paging.Query{}))(t)
	last := roles.List[len(roles.List)-1]
	if last.Name != "Viewer" || last.Groups != 1 || last.Members != 1 || last.Users != 0 {
		t.Errorf("role in the list: %+v", last)
	}
	ok(t, s.Users.RemoveMember(ctx, admin, s.Project.ID, s.Outsider.ID))
	ok(t, s.Users.DeleteGroup(ctx, admin, crew.ID))
	same(t, "a group takes its roles along", must(s.Identity.Permissions(ctx, s.Member))(t).Everywhere.Len(), 0)
	ok(t, s.Users.ChangeRoleUsers(ctx, admin, viewer.ID, user.Change{Add: []int64{s.Member.ID, s.Guest.ID}}))
	same(t, "holders", must(s.Users.Users(ctx, admin, user.UserFilter{RoleID: viewer.ID}))(t).Total, 2)
	ok(t, s.Users.ChangeRoleUsers(ctx, admin, viewer.ID, user.Change{Replace: true}))
	ok(t, s.Users.DeleteRole(ctx, admin, viewer.ID))
}

func nobodyGrantsMore(t *testing.T, s *apptest.Site) {
	admin := s.Managing(t, s.Admin)
	clerks := custom(t, s, "Clerk", "View:User", "Create:User", "Update:User", "Delete:User", "View:Role", "Create:Role", "Update:Role", "Delete:Role",
		"View:UserGroup", "Create:UserGroup", "Update:UserGroup", "Delete:UserGroup", "View:Project")
	mighty := custom(t, s, "Mighty", "View:Project", "Delete:Project")
	held := must(s.Users.CreateGroup(ctx, admin, user.Group{Name: "Held"}))(t)
	ok(t, s.Users.SetGroupRoles(ctx, admin, held.ID, []int64{mighty.ID}))
	clerk := hire(t, s, "clerk", clerks.ID)
	by := s.Managing(t, clerk)
	fresh := func(name string, kind access.AccountType, roles, groups []int64) error {
		_, err := s.Users.CreateUser(ctx, by, identity.NewAccount{Account: identity.Account{Name: name, Type: kind}, Password: "dyke-62"}, roles, groups)
		return err
	}
	name, everything := "X", access.All()
	for what, err := range map[string]error{
		"make an administrator":         fresh("boss", access.Admin, nil, nil),
		"make a user with a role":       fresh("pal", access.Normal, []int64{mighty.ID}, nil),
		"make a user in a group":        fresh("pal2", access.Normal, nil, []int64{held.ID}),
		"give a user a built-in role":   s.Users.SetUserRoles(ctx, by, s.Outsider.ID, []int64{apptest.GuestRole}),
		"give a user a role":            s.Users.SetUserRoles(ctx, by, s.Outsider.ID, []int64{mighty.ID}),
		"give themselves a role":        s.Users.SetUserRoles(ctx, by, clerk.ID, []int64{clerks.ID, mighty.ID}),
		"put a user into a group":       s.Users.SetUserGroups(ctx, by, s.Outsider.ID, []int64{held.ID}),
		"fill a group":                  s.Users.ChangeGroupUsers(ctx, by, held.ID, user.Change{Add: []int64{clerk.ID}}),
		"give a group a role":           s.Users.SetGroupRoles(ctx, by, held.ID, []int64{mighty.ID, apptest.OwnerRole}),
		"delete a group":                s.Users.DeleteGroup(ctx, by, held.ID),
		"make a role":                   second(s.Users.CreateRole(ctx, by, user.Role{Name: "All", Set: everything})),
		"widen their own role":          second(s.Users.SetRolePermissions(ctx, by, clerks.ID, clerks.Set.With(access.Project, access.Delete))),
		"narrow a role":                 second(s.Users.SetRolePermissions(ctx, by, mighty.ID, access.Set{})),
		"give a role to users":          s.Users.ChangeRoleUsers(ctx, by, mighty.ID, user.Change{Add: []int64{clerk.ID}}),
		"delete a role":                 s.Users.DeleteRole(ctx, by, mighty.ID),
		"make somebody a member":        second(s.Users.AddMember(ctx, by, s.Corporation.ID, membership{clerk, []int64{apptest.GuestRole}, 0}.of(s))),
		"make themselves administrator": second(s.Users.UpdateUser(ctx, s.Managing(t, clerk), s.Outsider.ID, user.UserChange{Type: new(access.Admin)})),
	} {
		if !errs.Is(err, errs.GrantTooMuch) {
			t.Errorf("%s: %v, want %s", what, err, errs.GrantTooMuch.Key)
		}
	}
	for what, err := range map[string]error{
		"change":          second(s.Users.UpdateUser(ctx, by, s.Admin.ID, user.UserChange{DisplayName: &name})),
		"change an owner": second(s.Users.UpdateUser(ctx, by, s.Owner.ID, user.UserChange{Email: &name})),
		"hand out":        s.Users.SetInitialPassword(ctx, by, s.Admin.ID, "dyke-62"),
		"disable":         s.Users.SetActive(ctx, by, []int64{s.Outsider.ID, s.Owner.ID}, false),
		"remove":          s.Users.RemoveUser(ctx, by, s.Admin.ID),
	} {
		refused(t, err, errs.ManageMore)
		if err == nil {
			t.Errorf("%s: not refused", what)
		}
	}
	ok(t, fresh("pal", access.Normal, []int64{clerks.ID}, nil)) // managers may grant permissions that they have
	same(t, "an account that nothing is known of", must(s.Users.User(ctx, admin, s.Outsider.ID))(t).Active, true)
	must(s.Users.UpdateUser(ctx, by, s.Outsider.ID, user.UserChange{DisplayName: &name}))(t)
}

// lastOnesStay removes the two owners and the two administrators concurrently: one of each remains.
func lastOnesStay(t *testing.T, s *apptest.Site) {
	admin := s.Managing(t, s.Admin)
	refused(t, s.Store.SetActive(ctx, admin.Actor, []int64{s.Admin.ID}, false), errs.LastAdministrator)
	refused(t, s.Store.RemoveUser(ctx, admin.Actor, s.Admin.ID, "removed-x"), errs.LastAdministrator)
	normal := s.Admin
	normal.Type = access.Normal
	refused(t, s.Store.UpdateUser(ctx, admin.Actor, normal), errs.LastAdministrator)
	refused(t, s.Users.SetActive(ctx, admin, []int64{s.Owner.ID}, false), errs.LastOwner)

	for round := range 6 {
		second := identity.Account{CorporationID: s.Corporation.ID, Name: "second" + string(rune('a'+round)), Type: access.Admin, Active: true}
		ok(t, s.Store.CreateAccount(ctx, admin.Actor, &second, "x"))
		ok(t, s.Store.SetActive(ctx, admin.Actor, []int64{s.Admin.ID}, true))
		ok(t, s.Store.UpdateMember(ctx, admin.Actor, membership{s.Owner, []int64{apptest.OwnerRole}, 0}.of(s)))
		ok(t, s.Store.UpdateMember(ctx, admin.Actor, membership{s.Manager, []int64{apptest.OwnerRole}, 0}.of(s)))
		failures := make([]error, 4)
		var together sync.WaitGroup
		for i, do := range []func() error{
			func() error { return s.Store.SetActive(ctx, admin.Actor, []int64{s.Admin.ID}, false) },
			func() error { return s.Store.RemoveUser(ctx, admin.Actor, second.ID, second.Name+"x") },
			func() error {
				return s.Store.UpdateMember(ctx, admin.Actor, membership{s.Owner, []int64{apptest.GuestRole}, 0}.of(s))
			},
			func() error { return s.Store.SetActive(ctx, admin.Actor, []int64{s.Manager.ID}, false) },
		} {
			together.Go(func() { failures[i] = do() })
		}
		together.Wait()
		if (failures[0] == nil) == (failures[1] == nil) || (failures[2] == nil) == (failures[3] == nil) {
			t.Fatalf("round %d: want exactly one failure of each pair: %v", round, failures)
		}
		for i, last := range []*errs.Message{errs.LastAdministrator, errs.LastAdministrator, errs.LastOwner, errs.LastOwner} {
			if failures[i] != nil {
				refused(t, failures[i], last)
			}
		}
		if failures[1] != nil {
			ok(t, s.Store.SetActive(ctx, admin.Actor, []int64{s.Admin.ID}, true))
			ok(t, s.Store.RemoveUser(ctx, admin.Actor, second.ID, second.Name+"x"))
		}
		ok(t, s.Store.SetActive(ctx, admin.Actor, []int64{s.Manager.ID}, true))
	}
}

func holdings(t *testing.T, s *apptest.Site) {
	admin := s.Managing(t, s.Admin)
	viewer := custom(t, s, "=Viewer", "View:Project")
	crew := must(s.Users.CreateGroup(ctx, admin, user.Group{Name: "Crew"}))(t)
	ok(t, s.Users.SetGroupRoles(ctx, admin, crew.ID, []int64{viewer.ID}))
	ok(t, s.Users.SetUserGroups(ctx, admin, s.Guest.ID, []int64{crew.ID}))
	must(s.Users.AddWithPassword(ctx, admin, s.Corporation.ID, membership{roles: []int64{apptest.GuestRole}}.of(s),
		identity.SignIn{Name: "stranger", Password: apptest.Password}))(t)
	var out bytes.Buffer
	ok(t, s.Users.ExportPermissions(ctx, admin, &out, "en"))
	text, marked := strings.CutPrefix(out.String(), "\uFEFF")
	if !marked {
		t.Error("no byte order mark")
	}
	lines := must(csv.NewReader(strings.NewReader(text)).ReadAll())(t)
	var told []string
	for _, line := range lines[1:] {
		told = append(told, strings.Join([]string{line[0], line[2], line[5], line[6], line[7]}, "|"))
	}
	slices.Sort(told)
	same(t, "who holds what where and through what", told, []string{
		"admin|North bank survey|Whole corporation|Account type|",
		"guest|North bank survey|Landslide K12|Project member|Guest",
		"guest|North bank survey|Whole corporation|User group Crew|'=Viewer",
		"manager|North bank survey|Landslide K12|Project member|Manager",
		"member|North bank survey|Landslide K12|Project member|Member",
		"outsider|North bank survey|||",
		"owner|North bank survey|Landslide K12|Project member|Owner",
		"stranger|South bank survey|Landslide K12|Project member|Guest",
	})
}
