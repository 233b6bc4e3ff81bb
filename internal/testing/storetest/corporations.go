package storetest

import (
	"testing"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/account/license"
	"plumbline/internal/feature/notify"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

func corporations(t *testing.T, s *apptest.Site) {
	operator := apptest.Actor(s.System)
	made := corporation.Corporation{Name: "East bank", DomainPrefix: "East-1", Slogan: "watch closely", RequireSecondFactor: true}
	first := corporation.FirstAdministrator{Name: "east", DisplayName: "East", PasswordHash: "x"}
	ok(t, s.Corporations.CreateWithAdmin(ctx, operator, &made, &first))
	same(t, "made", []any{made.Active, made.DomainPrefix}, []any{true, "east-1"})
	got := must(s.Corporations.Get(ctx, s.System.Scope(), made.ID))(t)
	same(t, "read back", got, made)
	admins := must(s.Store.Accounts(ctx, access.Scope{Corporation: made.ID}, identity.Filter{}))(t)
	if admins.Total != 1 || admins.List[0].Name != "east" || admins.List[0].Type != access.Admin {
		t.Errorf("first administrator: %+v", admins.List)
	}

	refused(t, s.Corporations.CreateWithAdmin(ctx, operator, &corporation.Corporation{Name: "West bank"}, &first), errs.NameUsed, "administrator.name")
	page := must(s.Corporations.List(ctx, s.System.Scope(), corporation.Filter{Query: paging.Query{Keyword: "west"}}))(t)
	same(t, "a corporation without its administrator", page.Total, 0)
	refused(t, s.Corporations.Create(ctx, operator, &corporation.Corporation{Name: "x", DomainPrefix: "EAST-1"}), errs.NameUsed, "domainPrefix")
	refused(t, s.Corporations.Create(ctx, operator, &corporation.Corporation{Name: "East bank"}), errs.NameUsed, "name")
	for _, prefix := range []string{"ab", "-ab", "ab-", "a b", "a.b", "北岸站"} {
		refused(t, s.Corporations.Create(ctx, operator, &corporation.Corporation{Name: "y", DomainPrefix: prefix}), errs.DomainPrefixFormat, "domainPrefix")
	}
	refused(t, s.Corporations.Create(ctx, apptest.Actor(s.Admin), &corporation.Corporation{Name: "mine"}), errs.NotAllowed)

	page = must(s.Corporations.List(ctx, s.System.Scope(), corporation.Filter{Query: paging.Query{Keyword: "north"}}))(t)
	same(t, "found", page.Total, 1)
	ours := page.List[0]
	same(t, "what it holds", []int64{ours.Users, ours.Projects, ours.Points, ours.Devices}, []int64{6, 1, 2, 3})
	same(t, "an administrator's list", must(s.Corporations.List(ctx, s.Admin.Scope(), corporation.Filter{}))(t).Total, 1)
	same(t, "a stranger's", second(s.Corporations.Get(ctx, s.Stranger.Scope(), s.Corporation.ID)) != nil, true)

	changed := s.Corporation
	changed.AllowHelpEdits = true
	_, err := s.Corporations.Update(ctx, operator, changed)
	refused(t, err, errs.HelpEditsOwn, "allowHelpEdits")
	must(s.Corporations.Update(ctx, apptest.Actor(s.Admin), changed))(t)
}

func disabledCorporation(t *testing.T, s *apptest.Site) {
	in := identity.SignIn{Name: "owner", Password: apptest.Password, IP: "192.0.2.7"}
	inside := must(s.Identity.SignIn(ctx, in))(t)
	operator := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "system", Password: apptest.Password}))(t)
	caller := must(s.Identity.Authenticate(ctx, operator.Token))(t)
	helper := must(s.Identity.Help(ctx, caller, apptest.Actor(s.System), s.Corporation.ID))(t)

	_, err := s.Corporations.SetActive(ctx, apptest.Actor(s.Admin), s.Corporation.ID, false)
	refused(t, err, errs.NotAllowed)
	must(s.Corporations.SetActive(ctx, apptest.Actor(s.System), s.Corporation.ID, false))(t)
	for _, token := range []string{inside.Token, helper.Token} {
		_, err := s.Identity.Authenticate(ctx, token)
		refused(t, err, errs.SessionExpired)
	}
	_, err = s.Identity.SignIn(ctx, in)
	refused(t, err, errs.SignInFailed)
	must(s.Identity.Authenticate(ctx, operator.Token))(t)
	same(t, "its brand", must(s.Corporations.LoginInfo(ctx, "north", ""))(t), corporation.Corporation{})
	same(t, "its devices are received", len(must(s.Store.IntakeDevices(ctx, []int64{s.Collector.ID}))(t)), 1)

	must(s.Corporations.SetActive(ctx, apptest.Actor(s.System), s.Corporation.ID, true))(t)
	_, err = s.Identity.Authenticate(ctx, inside.Token)
	refused(t, err, errs.SessionExpired) // an ended session stays ended
	must(s.Identity.SignIn(ctx, in))(t)
	page := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Kind: "corporation"}))(t)
	same(t, "logged", []string{page.List[0].Action, page.List[1].Action}, []string{"enable", "disable"})
}

func loginInfo(t *testing.T, s *apptest.Site) {
	for _, c := range []struct{ prefix, host, want string }{
		{"north", "", "North bank survey"},
		{"NORTH", "", "North bank survey"},
		{"", "north.monitor.example", "North bank survey"},
		{"", "North.monitor.example:8080", "North bank survey"},
		{"south", "north.monitor.example", "South bank survey"},
		{"", "monitor.example", ""},
		{"", "192.0.2.1:8080", ""},
		{"", "[2001:db8::1]:8080", ""},
		{"nowhere", "", ""},
		{"", "nowhere.monitor.example", ""},
		{"", "", ""},
	} {
		same(t, c.prefix+" at "+c.host, must(s.Corporations.LoginInfo(ctx, c.prefix, c.host))(t).Name, c.want)
	}
}

func help(t *testing.T, s *apptest.Site) {
	signedIn := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "system", Password: apptest.Password}))(t)
	operator := must(s.Identity.Authenticate(ctx, signedIn.Token))(t)
	same(t, "an operator outside", must(s.Projects.List(ctx, operator.Account.Scope(), paging.Query{}))(t).Total, 0)
	who := operator.Actor("192.0.2.9", "test")

	_, err := s.Identity.Help(ctx, operator, apptest.Actor(s.Admin), s.Corporation.ID)
	refused(t, err, errs.NotAllowed)
	_, err = s.Identity.Help(ctx, operator, who, 1<<50)
	refused(t, err, errs.NothingHere)

	entered := must(s.Identity.Help(ctx, operator, who, s.Corporation.ID))(t)
	if life := entered.Session.ExpiresAt - entered.Session.CreatedAt; life != 2*60*60*1000 {
		t.Errorf("help lasts %d ms", life)
	}
	inside := must(s.Identity.Authenticate(ctx, entered.Token))(t)
	held, scope, err := s.Identity.Access(ctx, inside)
	ok(t, err)
	same(t, "permissions", held.Everywhere, access.OfHelper(false))
	same(t, "projects", must(s.Projects.List(ctx, scope, paging.Query{}))(t).Total, 1)
	_, err = s.Identity.Help(ctx, inside, inside.Actor("", ""), s.Other.ID)
	refused(t, err, errs.NotAllowed) // an operator enters another corporation only from the platform

	ok(t, s.Store.TouchSession(ctx, entered.Session.ID, entered.Session.CreatedAt-3_600_000, entered.Session.ExpiresAt)) // unused for an hour
	again := must(s.Identity.Authenticate(ctx, entered.Token))(t)
	same(t, "use does not prolong help", again.Session.ExpiresAt, entered.Session.ExpiresAt)

	ours := s.Corporation
	ours.AllowHelpEdits = true
	must(s.Corporations.Update(ctx, apptest.Actor(s.Admin), ours))(t)
	inside = must(s.Identity.Authenticate(ctx, entered.Token))(t)
	held, _, err = s.Identity.Access(ctx, inside)
	ok(t, err)
	same(t, "permissions once its administrator allows more", held.Everywhere, access.OfHelper(true))

	news := must(notify.New(s.Store).List(ctx, s.Admin.Scope(), s.Admin.ID, notify.Filter{}))(t)
	same(t, "notifications", []any{news.Total, news.List[0].Title("en")}, []any{1, "system of the platform started support access"})
	same(t, "notifications of others", must(notify.New(s.Store).List(ctx, s.Owner.Scope(), s.Owner.ID, notify.Filter{}))(t).Total, 0)
	page := must(s.Identity.Helps(ctx, s.Admin.Scope(), s.Corporation.ID, paging.Query{}))(t)
	same(t, "visits", []any{page.Total, page.List[0].Operator, page.List[0].Ended}, []any{1, "system", false})
	same(t, "visits, for a stranger", must(s.Identity.Helps(ctx, s.Stranger.Scope(), s.Corporation.ID, paging.Query{}))(t).Total, 0)

	refused(t, s.Identity.EndHelp(ctx, apptest.Actor(s.Stranger), s.Other.ID, entered.Session.ID), errs.NothingHere)
	ok(t, s.Identity.EndHelp(ctx, apptest.Actor(s.Admin), s.Corporation.ID, entered.Session.ID))
	refused(t, s.Identity.EndHelp(ctx, apptest.Actor(s.Admin), s.Corporation.ID, entered.Session.ID), errs.HelpEnded)
	_, err = s.Identity.Authenticate(ctx, entered.Token)
	refused(t, err, errs.SessionExpired)
	must(s.Identity.Authenticate(ctx, signedIn.Token))(t)
	same(t, "ended", must(s.Identity.Helps(ctx, s.Admin.Scope(), s.Corporation.ID, paging.Query{}))(t).List[0].Ended, true)
	entries := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Kind: "corporation"}))(t)
	same(t, "logged", []string{entries.List[0].Action, entries.List[2].Action, entries.List[2].AccountName}, []string{"endHelp", "enter", "system"})
}

func licenseCode(t *testing.T, s *apptest.Site) {
	same(t, "none", must(s.Store.LicenseCode(ctx))(t), "")
	for _, code := range []string{"first", "second"} {
		ok(t, s.Store.SetLicenseCode(ctx, apptest.Actor(s.Admin), code, license.Terms{Points: 10, Devices: license.Unlimited}))
		same(t, "code", must(s.Store.LicenseCode(ctx))(t), code)
	}
	same(t, "use", must(s.Store.LicenseUsage(ctx))(t), license.Usage{Points: 2, Devices: 3})
	page := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Kind: "license"}))(t)
	same(t, "logged", page.Total, 2)
	licenseOfTwoProcesses(t, s)
}
