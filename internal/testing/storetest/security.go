package storetest

import (
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"plumbline/internal/account/identity"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/testing/apptest"
)

// person returns a signed-in caller.
func person(t *testing.T, s *apptest.Site, name string) identity.Caller {
	t.Helper()
	got := must(s.Identity.SignIn(ctx, identity.SignIn{Name: name, Password: apptest.Password, IP: "192.0.2.20", Client: "test"}))(t)
	return must(s.Identity.Authenticate(ctx, got.Token))(t)
}

func again(t *testing.T, s *apptest.Site, c identity.Caller) identity.Caller {
	t.Helper()
	c.Account = must(s.Identity.Account(ctx, access.Scope{All: true}, c.Account.ID))(t)
	return c
}

func codeAt(t *testing.T, secret string, at time.Time) string {
	t.Helper()
	return must(totp.GenerateCode(secret, at))(t)
}

func secondFactors(t *testing.T, s *apptest.Site) {
	who := person(t, s, "member")
	actor := who.Actor("192.0.2.20", "test")
	_, err := s.Identity.BeginSecondFactor(ctx, who, actor, "Wrong-2026!", "Plumbline")
	refused(t, err, errs.PasswordWrong)
	_, err = s.Identity.ConfirmSecondFactor(ctx, who, actor, "123456")
	refused(t, err, errs.SecondFactorOff)
	must(s.Identity.BeginSecondFactor(ctx, who, actor, apptest.Password, "Plumbline"))(t)
	enrolment := must(s.Identity.BeginSecondFactor(ctx, who, actor, apptest.Password, "Plumbline"))(t) // restarted: the first enrolment is no longer valid
	if !strings.HasPrefix(enrolment.URI, "otpauth://totp/Plumbline:member?") || !strings.Contains(enrolment.URI, "secret="+enrolment.Secret) {
		t.Errorf("an app cannot read %q", enrolment.URI)
	}
	must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t) // the second factor is not active yet
	_, err = s.Identity.ConfirmSecondFactor(ctx, who, actor, "abcdef")
	refused(t, err, errs.CodeWrong, "code")

	now := time.Now()
	first := codeAt(t, enrolment.Secret, now)
	recovery := must(s.Identity.ConfirmSecondFactor(ctx, who, actor, first))(t)
	same(t, "recovery codes", len(recovery), identity.RecoveryCodes)
	who = again(t, s, who)
	state := must(s.Identity.SecondFactorOf(ctx, who))(t)
	same(t, "state", state, identity.SecondFactorState{Enabled: true, CodesLeft: identity.RecoveryCodes})
	_, err = s.Identity.BeginSecondFactor(ctx, who, actor, apptest.Password, "Plumbline")
	refused(t, err, errs.SecondFactorOn)

	signIn := func() identity.SignedIn {
		t.Helper()
		got := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password, Remember: true}))(t)
		if got.Token != "" || got.Challenge == "" {
			t.Fatal("the password alone opened a session")
		}
		return got
	}
	step := func(challenge, code string) (identity.SignedIn, error) {
		return s.Identity.SecondStep(ctx, challenge, code, "192.0.2.20", "test")
	}
	open := signIn()
	_, err = s.Identity.Authenticate(ctx, open.Challenge)
	refused(t, err, errs.NotSignedIn) // a challenge is not a session token
	_, err = step(open.Challenge, first)
	refused(t, err, errs.CodeWrong) // already used to confirm the enrolment
	next := codeAt(t, enrolment.Secret, now.Add(30*time.Second))
	got := must(step(open.Challenge, next))(t)
	if life := got.Session.ExpiresAt - got.Session.CreatedAt; life != (30 * 24 * time.Hour).Milliseconds() {
		t.Errorf("remember-me was lost: %d ms", life)
	}
	must(s.Identity.Authenticate(ctx, got.Token))(t)
	_, err = step(open.Challenge, recovery[0])
	refused(t, err, errs.ChallengeOver) // one session per challenge
	_, err = step(signIn().Challenge, next)
	refused(t, err, errs.CodeWrong) // replay
	must(step(signIn().Challenge, " "+strings.ToLower(recovery[1])+" "))(t)
	_, err = step(signIn().Challenge, recovery[1])
	refused(t, err, errs.CodeWrong)
	same(t, "codes left", must(s.Identity.SecondFactorOf(ctx, who))(t).CodesLeft, identity.RecoveryCodes-1)

	fresh := must(s.Identity.RenewRecoveryCodes(ctx, who, actor, apptest.Password, recovery[2]))(t)
	_, err = step(signIn().Challenge, recovery[3])
	refused(t, err, errs.CodeWrong) // replaced
	refused(t, s.Identity.DropSecondFactor(ctx, who, actor, "Wrong-2026!", fresh[0]), errs.PasswordWrong)
	must2 := who
	must2.FactorRequired = true
	refused(t, s.Identity.DropSecondFactor(ctx, must2, actor, apptest.Password, fresh[0]), errs.SecondFactorNeeded)
	ok(t, s.Identity.DropSecondFactor(ctx, who, actor, apptest.Password, fresh[0]))
	if must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t).Token == "" {
		t.Error("a code is required after the second factor was removed")
	}
	entries := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Kind: "user", ThingID: s.Member.ID, Query: paging.Query{Size: 100}}))(t)
	for _, e := range entries.List {
		if text := string(e.Before) + string(e.After) + e.Content; strings.Contains(text, enrolment.Secret) || strings.Contains(text, recovery[0]) {
			t.Errorf("the operation log contains a secret: %s", text)
		}
	}
}

// enrolled gives an account a second factor and returns its secret and recovery codes.
func enrolled(t *testing.T, s *apptest.Site, name string) (secret string, recovery []string) {
	t.Helper()
	who := person(t, s, name)
	actor := who.Actor("192.0.2.20", "test")
	enrolment := must(s.Identity.BeginSecondFactor(ctx, who, actor, apptest.Password, "Plumbline"))(t)
	return enrolment.Secret, must(s.Identity.ConfirmSecondFactor(ctx, who, actor, codeAt(t, enrolment.Secret, time.Now())))(t)
}

func codesAreThrottled(t *testing.T, s *apptest.Site) {
	_, recovery := enrolled(t, s, "member")
	tries := 0
	for range 3 { // a correct password gives a new challenge, but no new attempts
		open := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t)
		for range 3 {
			_, err := s.Identity.SecondStep(ctx, open.Challenge, "000000", "", "")
			if errs.Is(err, errs.SignInSlowedDown) {
				continue
			}
			refused(t, err, errs.CodeWrong)
			tries++
		}
	}
	same(t, "codes that were looked at", tries, 5)
	open := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t)
	_, err := s.Identity.SecondStep(ctx, open.Challenge, recovery[0], "", "")
	refused(t, err, errs.SignInSlowedDown)
	ok(t, s.Identity.Unlock(ctx, apptest.Actor(s.Admin), s.Member.ID))
	must(s.Identity.SecondStep(ctx, open.Challenge, recovery[0], "", ""))(t)
	for _, nothing := range []string{"", "x", strings.Repeat("A", 43)} {
		_, err := s.Identity.SecondStep(ctx, nothing, recovery[1], "", "")
		refused(t, err, errs.ChallengeOver)
	}
}

func lostSecondFactor(t *testing.T, s *apptest.Site) {
	before := person(t, s, "member")
	enrolled(t, s, "member")
	token := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "guest", Password: apptest.Password}))(t).Token
	all := must(s.Identity.Permissions(ctx, s.Admin))(t)
	weak := must(s.Identity.Permissions(ctx, s.Guest))(t)
	refused(t, s.Identity.RemoveSecondFactor(ctx, apptest.Actor(s.Admin), weak, s.Member.ID), errs.GrantTooMuch)
	refused(t, s.Identity.RemoveSecondFactor(ctx, apptest.Actor(s.Stranger), all, s.Member.ID), errs.NothingHere)
	refused(t, s.Identity.RemoveSecondFactor(ctx, apptest.Actor(s.Admin), all, s.Guest.ID), errs.SecondFactorOff)
	ok(t, s.Identity.RemoveSecondFactor(ctx, apptest.Actor(s.Admin), all, s.Member.ID))
	refused(t, s.Identity.RevokeSession(ctx, apptest.Actor(s.Member), s.Member.ID, before.Session.ID), errs.NothingHere) // already ended
	must(s.Identity.Authenticate(ctx, token))(t)
	if must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t).Token == "" {
		t.Error("a code is required without a second factor")
	}
	enrolled(t, s, "admin")
	refused(t, s.Identity.ResetSecondFactor(ctx, "nobody"), errs.NothingHere)
	ok(t, s.Identity.ResetSecondFactor(ctx, "admin"))
	refused(t, s.Identity.ResetSecondFactor(ctx, "admin"), errs.SecondFactorOff)
}

func apiKeys(t *testing.T, s *apptest.Site) {
	owner := person(t, s, "owner")
	actor := owner.Actor("192.0.2.20", "test")
	year := time.Now().AddDate(1, 0, 0).UnixMilli()
	see := access.Permission{Area: access.Data, Action: access.Retrieve}
	form := identity.Key{CorporationID: s.Corporation.ID, AccountID: s.Owner.ID, Name: "pull", Set: access.Of(see), ExpiresAt: year}
	for name, c := range map[string]struct {
		change func(*identity.Key)
		want   *errs.Message
		field  string
	}{
		"no name":              {func(k *identity.Key) { k.Name = " " }, errs.Empty, "name"},
		"nothing at all":       {func(k *identity.Key) { k.Set = access.Set{} }, errs.TooFewEntries, "permissions"},
		"managing people":      {func(k *identity.Key) { k.Set = k.Set.With(access.User, access.Update) }, errs.KeyScope, "permissions"},
		"more than is held":    {func(k *identity.Key) { k.Set = k.Set.With(access.OperationLog, access.Retrieve) }, errs.GrantTooMuch, "permissions"},
		"over already":         {func(k *identity.Key) { k.ExpiresAt = time.Now().UnixMilli() }, errs.OutOfRange, "expiresAt"},
		"for ever":             {func(k *identity.Key) { k.ExpiresAt = year * 2 }, errs.OutOfRange, "expiresAt"},
		"nothing held there":   {func(k *identity.Key) { k.ProjectID = s.Project.ID + 1 }, errs.GrantTooMuch, "permissions"},
		"a name of 21 letters": {func(k *identity.Key) { k.Name = strings.Repeat("键", 21) }, errs.TooLong, "name"},
	} {
		k := form
		c.change(&k)
		_, _, err := s.Identity.CreateKey(ctx, owner, actor, k)
		if !errs.Is(err, c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want.Key)
			continue
		}
		refused(t, err, c.want, c.field)
	}

	key, text, err := s.Identity.CreateKey(ctx, owner, actor, form)
	ok(t, err)
	if !strings.HasPrefix(text, key.Hint) || len(text) < 40 {
		t.Errorf("key %q of %q", key.Hint, text)
	}
	program := must(s.Identity.AuthenticateKey(ctx, text, "192.0.2.30"))(t)
	same(t, "holder", program.Account.ID, s.Owner.ID)
	held, scope, err := s.Identity.Access(ctx, program)
	ok(t, err)
	same(t, "what it may", held.In(s.Project.ID).Names(), []string{"View:Data"})
	same(t, "what it sees", must(s.Projects.List(ctx, scope, paging.Query{}))(t).Total, 1)
	if len(held.Roles(s.Project.ID)) != 0 {
		t.Error("a key has a role")
	}
	_, _, err = s.Identity.CreateKey(ctx, program, actor, form)
	refused(t, err, errs.KeyNotAllowed)
	list := must(s.Identity.Keys(ctx, s.Admin.Scope(), identity.KeyFilter{CorporationID: s.Corporation.ID}))(t)
	if list.Total != 1 || list.List[0].LastIP != "192.0.2.30" || list.List[0].HolderName != "owner" || list.List[0].LastUsedAt == 0 {
		t.Errorf("list %+v does not show the owner and the last use", list)
	}
	same(t, "a stranger's list", must(s.Identity.Keys(ctx, s.Stranger.Scope(), identity.KeyFilter{CorporationID: s.Corporation.ID}))(t).Total, 0)

	for _, wrong := range []string{text[:len(text)-1] + "!", "plk_", identity.KeyPrefix + strings.Repeat("A", 43)} {
		_, err := s.Identity.AuthenticateKey(ctx, wrong, "")
		refused(t, err, errs.NotSignedIn)
	}
	refused(t, s.Identity.RevokeKey(ctx, apptest.Actor(s.Guest), s.Corporation.ID, s.Guest.ID, key.ID), errs.NothingHere)
	refused(t, s.Identity.RevokeKey(ctx, apptest.Actor(s.Stranger), s.Corporation.ID, 0, key.ID), errs.NothingHere)
	ok(t, s.Identity.RevokeKey(ctx, actor, s.Corporation.ID, s.Owner.ID, key.ID))
	_, err = s.Identity.AuthenticateKey(ctx, text, "")
	refused(t, err, errs.KeyEnded)
}

func keysEndWithTheirHolder(t *testing.T, s *apptest.Site) {
	year := time.Now().AddDate(1, 0, 0).UnixMilli()
	owner := person(t, s, "owner")
	_, text, err := s.Identity.CreateKey(ctx, owner, apptest.Actor(s.Owner), identity.Key{
		CorporationID: s.Corporation.ID, AccountID: s.Owner.ID, Name: "pull", ExpiresAt: year,
		Set: access.All().InProject(),
	})
	ok(t, err)
	program := must(s.Identity.AuthenticateKey(ctx, text, ""))(t)
	held, _, err := s.Identity.Access(ctx, program)
	ok(t, err)
	if !held.In(s.Project.ID).Has(access.Project, access.Delete) {
		t.Error("the key of an owner lacks what owners hold")
	}
	if must(s.Identity.Permissions(ctx, s.Guest))(t).In(s.Project.ID).Contains(held.In(s.Project.ID)) {
		t.Fatal("the fixture's guest may as much as its owner")
	}

	admin := person(t, s, "admin")
	_, service, err := s.Identity.CreateKey(ctx, admin, apptest.Actor(s.Admin), identity.Key{
		CorporationID: s.Corporation.ID, Name: "gateway", ProjectID: s.Project.ID, ExpiresAt: year,
		Set: access.Of(access.Permission{Area: access.Data, Action: access.Retrieve}, access.Permission{Area: access.Project, Action: access.Retrieve}),
	})
	ok(t, err)
	machine := must(s.Identity.AuthenticateKey(ctx, service, ""))(t)
	held, scope, err := s.Identity.Access(ctx, machine)
	ok(t, err)
	if !held.In(s.Project.ID).Has(access.Data, access.Retrieve) || held.In(s.Project.ID+1).Len() != 0 || held.Everywhere.Len() != 0 {
		t.Error("a service's key applies outside its project")
	}
	same(t, "projects it sees", must(s.Projects.List(ctx, scope, paging.Query{}))(t).Total, 1)
	second := s.Project
	second.ID, second.Name = 0, "Second"
	other := must(s.Projects.Create(ctx, apptest.Actor(s.Admin), second))(t)
	same(t, "and no more of them", must(s.Projects.List(ctx, scope, paging.Query{}))(t).Total, 1)
	_, err = s.Projects.Get(ctx, scope, other.ID)
	refused(t, err, errs.NothingHere)
	_, _, err = s.Identity.CreateKey(ctx, admin, apptest.Actor(s.Admin), identity.Key{
		CorporationID: s.Corporation.ID, Name: "astray", ProjectID: 999_999_999, ExpiresAt: year,
		Set: access.Of(access.Permission{Area: access.Data, Action: access.Retrieve}),
	})
	refused(t, err, errs.MustExist, "projectId")
}

func verifiedPeople(t *testing.T, s *apptest.Site) {
	meet := func(subject, email string, create bool) (identity.Account, error) {
		return s.Identity.AccountOf(ctx, s.Corporation.ID,
			identity.Verified{Issuer: "https://id.example", Subject: subject, Email: email, Name: "li.wei", DisplayName: "李伟"}, create)
	}
	_, err := meet("1", "li.wei@example.com", false)
	refused(t, err, errs.SSONoAccount)
	email := "li.wei@example.com"
	must(s.Identity.UpdateProfile(ctx, apptest.Actor(s.Member), s.Member.ID, identity.Profile{Email: &email}))(t)
	same(t, "found by e-mail", must(meet("1", "Li.Wei@Example.com", false))(t).ID, s.Member.ID)
	changed := "wei@example.org"
	must(s.Identity.UpdateProfile(ctx, apptest.Actor(s.Member), s.Member.ID, identity.Profile{Email: &changed}))(t)
	same(t, "known from then on", must(meet("1", "", false))(t).ID, s.Member.ID)
	made := must(meet("2", "zhang@example.com", true))(t)
	if made.Type != access.Normal || made.CorporationID != s.Corporation.ID || made.Name != "li.wei" || made.DisplayName != "李伟" {
		t.Errorf("made %+v", made)
	}
	same(t, "a taken name gets a number", must(meet("3", "chen@example.com", true))(t).Name, "li.wei2")
	if p := must(s.Identity.Permissions(ctx, made))(t); p.In(0).Len() != 0 {
		t.Errorf("a new account may %v", p.In(0).Names())
	}
	got := must(s.Identity.OpenVerified(ctx, made.ID, "192.0.2.40", "test"))(t)
	caller := must(s.Identity.Authenticate(ctx, got.Token))(t)
	same(t, "method", caller.Session.Method, identity.BySSO)
	caller.FactorRequired = true
	if caller.MustEnrol() {
		t.Error("a second factor is required after the provider's own")
	}
}
