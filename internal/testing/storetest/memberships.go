package storetest

import (
	"testing"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/user"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

func (in membership) of(s *apptest.Site) user.Membership {
	return user.Membership{ProjectID: s.Project.ID, AccountID: in.account.ID, Roles: in.roles, Until: in.until}
}

type membership struct {
	account identity.Account
	roles   []int64
	until   int64
}

func members(t *testing.T, s *apptest.Site) {
	owner, manager, member := s.Managing(t, s.Owner), s.Managing(t, s.Manager), s.Managing(t, s.Member)
	ours := s.Corporation.ID
	page := must(s.Users.Members(ctx, s.Guest.Scope(), user.MemberFilter{ProjectID: s.Project.ID}))(t)
	same(t, "members", page.Total, 4)
	found := must(s.Users.Members(ctx, s.Guest.Scope(),
		user.MemberFilter{ProjectID: s.Project.ID, RoleID: apptest.GuestRole, Query: paging.Query{Keyword: "GUE"}}))(t)
	same(t, "guests", found.Total, 1)
	same(t, "role", found.List[0].Roles[0].Type, access.Guest)

	add := func(by user.Manager, account identity.Account, roles ...int64) error {
		_, err := s.Users.AddMember(ctx, by, ours, membership{account, roles, 0}.of(s))
		return err
	}
	update := func(by user.Manager, account identity.Account, until int64, roles ...int64) error {
		_, err := s.Users.UpdateMember(ctx, by, ours, membership{account, roles, until}.of(s))
		return err
	}
	refused(t, s.Users.RemoveMember(ctx, owner, s.Project.ID, s.Owner.ID), errs.LastOwner)
	refused(t, update(owner, s.Owner, 0, apptest.GuestRole), errs.LastOwner)
	refused(t, update(owner, s.Owner, time.Now().Add(time.Hour).UnixMilli(), apptest.OwnerRole), errs.LastOwner)
	refused(t, add(manager, s.Outsider, apptest.OwnerRole), errs.GrantTooMuch)
	refused(t, add(manager, s.Outsider, apptest.ManagerRole), errs.GrantTooMuch)
	refused(t, s.Users.RemoveMember(ctx, manager, s.Project.ID, s.Owner.ID), errs.GrantTooMuch)
	refused(t, update(manager, s.Manager, 0, apptest.ManagerRole, apptest.GuestRole), errs.GrantTooMuch)
	refused(t, add(member, s.Outsider, apptest.GuestRole), errs.GrantTooMuch)
	refused(t, add(owner, s.Stranger, apptest.GuestRole), errs.MustExist, "userId")
	refused(t, add(owner, s.Outsider, 99), errs.MustExist, "roles")
	refused(t, add(owner, s.Outsider), errs.Empty, "roles")
	refused(t, update(owner, s.Outsider, 0, apptest.GuestRole), errs.NothingHere)
	refused(t, s.Users.RemoveMember(ctx, owner, s.Project.ID, s.Outsider.ID), errs.NothingHere)

	names := func(by user.Manager) (list []string) {
		for _, r := range must(s.Users.AssignableRoles(ctx, by, ours, s.Project.ID))(t) {
			list = append(list, r.Name)
		}
		return list
	}
	same(t, "owners may name", names(owner), []string{"Owner", "Manager", "Member", "Guest"})
	same(t, "managers may name", names(manager), []string{"Member", "Guest"})
	same(t, "administrators may name", names(s.Managing(t, s.Admin)), []string{"Owner", "Manager", "Member", "Guest"})

	candidates := must(s.Users.Candidates(ctx, owner, ours, s.Project.ID, paging.Query{Keyword: "out"}))(t)
	same(t, "candidates", candidates.List[0].ID, s.Outsider.ID)
	ok(t, add(manager, s.Outsider, apptest.GuestRole, apptest.MemberRole, apptest.GuestRole))
	refused(t, add(manager, s.Outsider, apptest.GuestRole), errs.MemberAlready)
	same(t, "no candidates left", must(s.Users.Candidates(ctx, owner, ours, s.Project.ID, paging.Query{Keyword: "out"}))(t).Total, 0)
	must(s.Projects.Get(ctx, s.Outsider.Scope(), s.Project.ID))(t)
	ok(t, update(owner, s.Manager, 0, apptest.OwnerRole))
	ok(t, s.Users.RemoveMember(ctx, owner, s.Project.ID, s.Owner.ID))
	_, err := s.Projects.Get(ctx, s.Owner.Scope(), s.Project.ID)
	refused(t, err, errs.NothingHere)
}

func externalMembers(t *testing.T, s *apptest.Site) {
	owner, ours := s.Managing(t, s.Owner), s.Corporation.ID
	as := membership{roles: []int64{apptest.GuestRole}}.of(s)
	vouch := func(name, password string) error {
		_, err := s.Users.AddWithPassword(ctx, owner, ours, as, identity.SignIn{Name: name, Password: password, IP: "192.0.2.5"})
		return err
	}
	wrong := vouch("stranger", "Wrong-2026!")
	refused(t, wrong, errs.VouchFailed, "password")
	unknown := vouch("nobody", apptest.Password)
	same(t, "an unknown account answers as a wrong password does", unknown.Error(), wrong.Error())
	same(t, "and an operator of the platform", vouch("system", apptest.Password).Error(), wrong.Error())
	ok(t, vouch("stranger", apptest.Password))
	refused(t, vouch("stranger", apptest.Password), errs.MemberAlready)

	p := must(s.Identity.Permissions(ctx, s.Stranger))(t)
	scope := p.ScopeOf(s.Stranger)
	must(s.Projects.Get(ctx, scope, s.Project.ID))(t)
	same(t, "points", must(s.Points.Get(ctx, scope, s.Level.ID))(t).ID, s.Level.ID)
	must(s.Devices.Get(ctx, scope, s.Gauge.ID))(t)
	_, err := s.Devices.Get(ctx, scope, s.Spare.ID) // in stock, in no project
	refused(t, err, errs.NothingHere)
	same(t, "an administrator elsewhere is a guest here", p.In(s.Project.ID), access.OfRole(access.Guest))
	same(t, "projects", must(s.Projects.List(ctx, scope, paging.Query{}))(t).Total, 1)
	same(t, "people", must(s.Users.Users(ctx, s.Managing(t, s.Stranger), user.UserFilter{}))(t).Total, 1)
	same(t, "candidates", must(s.Users.Candidates(ctx, s.Managing(t, s.Stranger), ours, s.Project.ID, paging.Query{}))(t).Total, 0)
	member := must(s.Store.Member(ctx, s.Admin.Scope(), s.Project.ID, s.Stranger.ID))(t)
	same(t, "corporation", member.CorporationName, s.Other.Name)

	for range 5 {
		_ = vouch("outsider", "Wrong-2026!") // the sixth attempt is throttled
	}
	refused(t, vouch("outsider", apptest.Password), errs.SignInSlowedDown)

	ok(t, s.Users.RemoveMember(ctx, owner, s.Project.ID, s.Stranger.ID))
	p = must(s.Identity.Permissions(ctx, s.Stranger))(t)
	_, err = s.Projects.Get(ctx, p.ScopeOf(s.Stranger), s.Project.ID)
	refused(t, err, errs.NothingHere)
}

func membershipsEnd(t *testing.T, s *apptest.Site) {
	owner, ours := s.Managing(t, s.Owner), s.Corporation.ID
	past := membership{s.Outsider, []int64{apptest.GuestRole}, time.Now().Add(-time.Minute).UnixMilli()}.of(s)
	_, err := s.Users.AddMember(ctx, owner, ours, past)
	refused(t, err, errs.UntilPassed, "until")
	soon := past
	soon.Until = time.Now().Add(time.Hour).UnixMilli()
	same(t, "until", must(s.Users.AddMember(ctx, owner, ours, soon))(t).Until, soon.Until)
	must(s.Projects.Get(ctx, s.Outsider.Scope(), s.Project.ID))(t)
	same(t, "held", must(s.Identity.Permissions(ctx, s.Outsider))(t).In(s.Project.ID), access.OfRole(access.Guest))

	ok(t, s.Store.UpdateMember(ctx, owner.Actor, past)) // simulates elapsed time
	s.Identity.ForgetPermissions(s.Outsider.ID)
	_, err = s.Projects.Get(ctx, s.Outsider.Scope(), s.Project.ID)
	refused(t, err, errs.NothingHere)
	same(t, "held after the end", must(s.Identity.Permissions(ctx, s.Outsider))(t).In(s.Project.ID).Len(), 0)
	same(t, "grants after the end", len(must(s.Store.Grants(ctx, s.Outsider.ID, time.Now().UnixMilli()))(t)), 0)
	same(t, "still listed", must(s.Store.Member(ctx, s.Admin.Scope(), s.Project.ID, s.Outsider.ID))(t).Until, past.Until)
	soon.Until = 0
	must(s.Users.AddMember(ctx, owner, ours, soon))(t) // an expired member can be added again
	must(s.Projects.Get(ctx, s.Outsider.Scope(), s.Project.ID))(t)
}
