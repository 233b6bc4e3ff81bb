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

func signIn(t *testing.T, s *apptest.Site) {
	in := identity.SignIn{Name: "member", Password: apptest.Password, IP: "192.0.2.7", Client: "test"}
	got := must(s.Identity.SignIn(ctx, in))(t)
	same(t, "account", got.Account, s.Member)
	caller := must(s.Identity.Authenticate(ctx, got.Token))(t)
	same(t, "caller", caller.Account, s.Member)

	in.Password = "Wrong-2026!"
	_, wrong := s.Identity.SignIn(ctx, in)
	refused(t, wrong, errs.SignInFailed)
	_, unknown := s.Identity.SignIn(ctx, identity.SignIn{Name: "nobody", Password: apptest.Password, IP: "192.0.2.7"})
	refused(t, unknown, errs.SignInFailed)
	same(t, "an unknown account answers as a wrong password does", unknown.Error(), wrong.Error())

	for _, token := range []string{"", "x", got.Token[1:], "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"} {
		_, err := s.Identity.Authenticate(ctx, token)
		refused(t, err, errs.NotSignedIn)
	}
	ok(t, s.Identity.SignOut(ctx, caller, caller.Actor("", "test")))
	_, err := s.Identity.Authenticate(ctx, got.Token)
	refused(t, err, errs.SessionExpired)
}

func slowedDown(t *testing.T, s *apptest.Site) {
	try := func(name, ip string) error {
		_, err := s.Store.TryAttempt(ctx, identity.Attempt{Name: name, IP: ip, MaxByName: 5, MaxByAddr: 30}, time.Now().Add(-15*time.Minute).UnixMilli())
		return err
	}
	for range 5 {
		ok(t, try("guest", "192.0.2.9"))
	}
	_, err := s.Identity.SignIn(ctx, identity.SignIn{Name: "guest", Password: apptest.Password, IP: "198.51.100.1"})
	refused(t, err, errs.SignInSlowedDown)
	if e, _ := errs.As(err); e != nil {
		if seconds, _ := e.Args["seconds"].(int64); seconds < 1 || seconds > 15*60 {
			t.Errorf("retry after %v s, want up to 15 minutes", e.Args["seconds"])
		}
	}
	must(s.Identity.SignIn(ctx, identity.SignIn{Name: "owner", Password: apptest.Password, IP: "192.0.2.9"}))(t)
	for i := range 25 {
		ok(t, try("guess"+string(rune('a'+i)), "192.0.2.9"))
	}
	// A name that has not failed from this address can still sign in. One that has failed cannot, nor can unknown
	// names.
	must(s.Identity.SignIn(ctx, identity.SignIn{Name: "owner", Password: apptest.Password, IP: "192.0.2.9"}))(t)
	for _, name := range []string{"owner", "nobody"} {
		_, err = s.Identity.SignIn(ctx, identity.SignIn{Name: name, Password: "Wrong-2026!", IP: "192.0.2.9"})
		refused(t, err, errs.SignInFailed)
		_, err = s.Identity.SignIn(ctx, identity.SignIn{Name: name, Password: apptest.Password, IP: "192.0.2.9"})
		refused(t, err, errs.SignInSlowedDown)
	}
	must(s.Identity.SignIn(ctx, identity.SignIn{Name: "owner", Password: apptest.Password, IP: "198.51.100.1"}))(t)
}

func sessions(t *testing.T, s *apptest.Site) {
	in := identity.SignIn{Name: "owner", Password: apptest.Password}
	first := must(s.Identity.SignIn(ctx, in))(t)
	in.Remember = true
	second := must(s.Identity.SignIn(ctx, in))(t)
	if life := second.Session.ExpiresAt - second.Session.CreatedAt; life != (30 * 24 * time.Hour).Milliseconds() {
		t.Errorf("remembered session lives %d ms", life)
	}
	same(t, "sessions", len(must(s.Identity.Sessions(ctx, s.Owner.ID))(t)), 2)
	refused(t, s.Identity.RevokeSession(ctx, apptest.Actor(s.Guest), s.Guest.ID, first.Session.ID), errs.NothingHere)
	ok(t, s.Identity.RevokeSession(ctx, apptest.Actor(s.Owner), s.Owner.ID, first.Session.ID))
	_, err := s.Identity.Authenticate(ctx, first.Token)
	refused(t, err, errs.SessionExpired)

	past := time.Now().Add(-time.Minute).UnixMilli()
	ok(t, s.Store.TouchSession(ctx, second.Session.ID, past, past))
	_, err = s.Identity.Authenticate(ctx, second.Token)
	refused(t, err, errs.SessionExpired)
	ok(t, s.Store.DeleteSessions(ctx, time.Now().UnixMilli()))
	_, err = s.Identity.Authenticate(ctx, second.Token)
	refused(t, err, errs.NotSignedIn)
}

func passwords(t *testing.T, s *apptest.Site) {
	first := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t)
	second := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t)
	caller := must(s.Identity.Authenticate(ctx, first.Token))(t)
	who := caller.Actor("192.0.2.1", "test")
	_, err := s.Identity.ChangePassword(ctx, caller, who, apptest.Password, "weak")
	refused(t, err, errs.PasswordFormat, "password")
	_, err = s.Identity.ChangePassword(ctx, caller, who, apptest.Password, "P@ssw0rd")
	refused(t, err, errs.PasswordCommon, "password")
	_, err = s.Identity.ChangePassword(ctx, caller, who, "Wrong-2026!", "Bridge#2027")
	refused(t, err, errs.PasswordWrong)
	must(s.Identity.Authenticate(ctx, first.Token))(t)
	renewed := must(s.Identity.ChangePassword(ctx, caller, who, apptest.Password, "Bridge#2027"))(t)
	must(s.Identity.Authenticate(ctx, renewed.Token))(t)
	for _, token := range []string{first.Token, second.Token} {
		_, err = s.Identity.Authenticate(ctx, token)
		refused(t, err, errs.SessionExpired)
	}
	must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: "Bridge#2027"}))(t)

	password := must(s.Identity.ResetPassword(ctx, "member", ""))(t)
	if !identity.Strong(password) {
		t.Errorf("reset made %q, which fails the strong rule", password)
	}
	must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: password}))(t)

	_, err = s.Identity.Create(ctx, apptest.Actor(s.Admin),
		identity.NewAccount{Account: identity.Account{CorporationID: s.Corporation.ID, Name: "member", Type: access.Normal}, Password: "dyke-62"})
	refused(t, err, errs.NameUsed, "name")
	simple := must(s.Identity.Create(ctx, apptest.Actor(s.Admin),
		identity.NewAccount{Account: identity.Account{CorporationID: s.Corporation.ID, Name: "simple", Type: access.Normal}, Password: "dyke-62"}))(t)
	_, err = s.Identity.Create(ctx, apptest.Actor(s.Admin),
		identity.NewAccount{Account: identity.Account{CorporationID: s.Corporation.ID, Name: "MEMber", Type: access.Normal}, Password: "dyke-62"})
	refused(t, err, errs.NameUsed, "name")
	same(t, "sign-in ignores the case of a name",
		must(s.Identity.SignIn(ctx, identity.SignIn{Name: "SIMPLE", Password: "dyke-62"}))(t).Account.Name, "simple")
	for _, common := range []string{"123456", "password", "PassWord1"} {
		_, err = s.Identity.Create(ctx, apptest.Actor(s.Admin),
			identity.NewAccount{Account: identity.Account{CorporationID: s.Corporation.ID, Name: "common", Type: access.Normal}, Password: common})
		refused(t, err, errs.PasswordCommon, "password")
	}
	if !simple.SimplePassword {
		t.Error("an initial password of six digits does not count as simple")
	}
	_, err = s.Identity.Create(ctx, apptest.Actor(s.Stranger),
		identity.NewAccount{Account: identity.Account{CorporationID: s.Corporation.ID, Name: "spy", Type: access.Admin}, Password: "dyke-62"})
	refused(t, err, errs.GrantTooMuch)
	theme := "pink"
	_, err = s.Identity.UpdateProfile(ctx, who, s.Member.ID, identity.Profile{Theme: &theme})
	refused(t, err, errs.NotOneOf, "theme")
	white := identity.White
	must(s.Identity.UpdateProfile(ctx, who, s.Member.ID, identity.Profile{Theme: &white}))(t)
	same(t, "theme", must(s.Identity.Account(ctx, s.Admin.Scope(), s.Member.ID))(t).Theme, identity.White)
}

func permissions(t *testing.T, s *apptest.Site) {
	for _, c := range []struct {
		account              identity.Account
		view, handle, delete bool
	}{
		{s.Admin, true, true, true},
		{s.Owner, true, true, true},
		{s.Manager, true, true, false},
		{s.Member, true, true, false},
		{s.Guest, true, false, false},
		{s.Outsider, false, false, false},
	} {
		p := must(s.Identity.Permissions(ctx, c.account))(t)
		set := p.In(s.Project.ID)
		got := [3]bool{set.Has(access.Data, access.Retrieve), set.Has(access.Alert, access.Update), set.Has(access.Project, access.Delete)}
		if got != [3]bool{c.view, c.handle, c.delete} {
			t.Errorf("%s may view, handle alerts, delete the project: %v", c.account.Name, got)
		}
		if other := p.In(s.Project.ID + 1); c.account.Type == access.Normal && other.Len() != 0 {
			t.Errorf("%s may %v in a project that is not its own", c.account.Name, other.Names())
		}
	}
}

func strangers(t *testing.T, s *apptest.Site) {
	for _, who := range []identity.Account{s.Stranger, s.Outsider} {
		scope := who.Scope()
		for name, err := range map[string]error{
			"project":     second(s.Projects.Get(ctx, scope, s.Project.ID)),
			"tree":        second(s.Projects.Tree(ctx, scope, s.Project.ID)),
			"structures":  second(s.Projects.Structures(ctx, scope, s.Project.ID)),
			"structure":   second(s.Projects.Structure(ctx, scope, s.Structure.ID)),
			"members":     second(s.Users.Members(ctx, scope, user.MemberFilter{ProjectID: s.Project.ID})),
			"point":       second(s.Points.Get(ctx, scope, s.Level.ID)),
			"versions":    second(s.Points.Versions(ctx, scope, s.Level.ID, "")),
			"device":      second(s.Devices.Get(ctx, scope, s.Gauge.ID)),
			"deviceState": second(s.Devices.State(ctx, scope, s.Gauge.ID)),
			"deviceConf":  second(s.Devices.Versions(ctx, scope, s.Gauge.ID, "")),
			"secret":      second(s.Bulk.Do(ctx, apptest.Actor(who), s.Bulk.PlanRotation(s.Collector.ID, 0))),
			"corrections": second(s.Corrections.List(ctx, scope, s.Level.ID)),
			"stats":       second(s.Stats.Project(ctx, scope, s.Project.ID, noneJudged)),
			"delete":      s.Projects.Delete(ctx, apptest.Actor(who), s.Project.ID),
			"deletePoint": s.Points.Delete(ctx, apptest.Actor(who), s.Crack.ID),
			"deleteItem":  s.Projects.DeleteStructure(ctx, apptest.Actor(who), s.Item.ID, true),
		} {
			if !errs.IsKind(err, errs.NotFound) {
				t.Errorf("%s of %s: got %v, want not found", name, who.Name, err)
			}
		}
		same(t, "projects", must(s.Projects.List(ctx, scope, paging.Query{}))(t).Total, 0)
		same(t, "markers", len(must(s.Projects.Markers(ctx, scope))(t)), 0)
		figures := must(s.Stats.Corporation(ctx, scope, noneJudged))(t)
		same(t, "points counted", figures.Points, 0)
	}
	// A person who is in no project does not see the other people of the corporation either.
	same(t, "accounts", must(s.Identity.Accounts(ctx, s.Outsider.Scope(), identity.Filter{}))(t).Total, 1)
	same(t, "nothing for the zero scope", must(s.Projects.List(ctx, access.Scope{}, paging.Query{}))(t).Total, 0)
	same(t, "nothing of what corporations own for the platform", must(s.Projects.List(ctx, s.System.Scope(), paging.Query{}))(t).Total, 0)
}

func second[T any](_ T, err error) error { return err }
