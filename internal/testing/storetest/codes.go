package storetest

import (
	"testing"
	"time"

	"plumbline/internal/account/identity"
	"plumbline/internal/account/verification"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/testing/apptest"
)

// visitor returns an actor without a session.
func visitor(ip string) audit.Actor { return audit.Actor{IP: ip, Client: "test"} }

func codeStands(t *testing.T, s *apptest.Site) {
	issue := func(ip string, account int64) (verification.Code, int64) {
		c := verification.Code{
			Purpose: verification.Reset, Target: "li@example.com", Hash: "h", IP: ip, AccountID: account, ExpiresAt: time.Now().Add(time.Minute).UnixMilli(),
		}
		l := verification.Limits{PerTarget: 100, PerIP: 3, PerAccount: 2, Window: time.Hour}
		wait := must(s.Store.IssueCode(ctx, visitor(ip), &c, l, func(id int64) (jobs.New, error) {
			return jobs.New{Kind: verification.SendJob, Args: map[string]int64{"codeId": id}}, nil
		}))(t)
		return c, wait
	}
	key := verification.Key{Purpose: verification.Reset, Target: "li@example.com"}
	first, _ := issue("192.0.2.1", 0)
	second, _ := issue("192.0.2.1", 0)
	same(t, "jobs that send", must(s.Store.Jobs(ctx, access.Scope{All: true}, jobs.Filter{Kind: verification.SendJob}))(t).Total, 2)
	for try := range 3 {
		c, ok, spent, err := s.Store.TryCode(ctx, key, 2)
		if err != nil || !ok || c.ID != second.ID || spent != (try == 2) {
			t.Errorf("try %d: code %d (want the newest, %d; the first was %d), %t, spent %t, %v", try, c.ID, second.ID, first.ID, ok, spent, err)
		}
	}
	if _, ok, _, _ := s.Store.TryCode(ctx, verification.Key{Purpose: verification.SignUp, Target: key.Target}, 2); ok {
		t.Error("the code of one purpose is found for another")
	}
	ok(t, s.Store.CodeSent(ctx, second.ID, s.Member.ID))
	same(t, "codes of the account", must(s.Store.CodesSent(ctx, s.Member.ID, 0))(t), 1)

	issue("192.0.2.1", 0)
	if _, wait := issue("192.0.2.1", 0); wait <= 0 || wait > time.Hour.Milliseconds() {
		t.Errorf("the fourth code of an address on the net waits %d ms", wait)
	}
	issue("192.0.2.2", s.Guest.ID)
	issue("192.0.2.3", s.Guest.ID)
	if _, wait := issue("192.0.2.4", s.Guest.ID); wait <= 0 {
		t.Error("codes per account are not limited")
	}
	ok(t, s.Store.ForgetCodes(ctx, time.Now().Add(time.Minute).UnixMilli()))
	if _, found, _ := s.Store.Code(ctx, second.ID); found {
		t.Error("old codes are never deleted")
	}
}

func signUp(t *testing.T, s *apptest.Site) {
	post := s.WithMail(t)
	const address = "li@example.com"
	who := visitor("192.0.2.50")
	must(s.Verification.Ask(ctx, who, verification.SignUp, " Li@Example.com", errs.English))(t)
	_, again := s.Verification.Ask(ctx, who, verification.SignUp, address, errs.English)
	refused(t, again, errs.CodeTooOften)
	code := post.Code(t, address)
	in := verification.NewCorporation{
		Address: address, Code: wrongOf(code), Corporation: "East bank survey", Name: "li", Password: "Bridge#2027", AcceptTerms: true, Language: errs.English,
	}
	try := func(change func(*verification.NewCorporation)) error {
		changed := in
		change(&changed)
		_, err := s.Verification.SignUpCorporation(ctx, who, changed)
		return err
	}
	refused(t, try(func(n *verification.NewCorporation) {
		n.Password, n.AcceptTerms, n.Name, n.Corporation = "simple", false, "li@example.com", ""
	}), errs.Empty, "corporation", "name", "password", "acceptTerms")
	refused(t, try(func(*verification.NewCorporation) {}), errs.CodeRefused, "code")
	in.Code = code
	refused(t, try(func(n *verification.NewCorporation) { n.Corporation = s.Corporation.Name }), errs.NameUsed, "corporation")
	refused(t, try(func(n *verification.NewCorporation) { n.Name = "owner" }), errs.NameUsed, "name")
	if taken := must(s.Verification.CheckSignUp(ctx, address, code))(t); taken {
		t.Error("the address must be free")
	}
	made := must(s.Verification.SignUpCorporation(ctx, who, in))(t)
	if made.Type != access.Admin || made.Email != address || !made.EmailVerified ||
		made.TermsVersion != verification.TermsVersion || made.TermsAcceptedAt == 0 {
		t.Errorf("signed up: %+v", made)
	}
	tenant := must(s.Corporations.Get(ctx, made.Scope(), made.CorporationID))(t)
	same(t, "corporation", tenant.Name, "East bank survey")
	refused(t, try(func(n *verification.NewCorporation) { n.Name, n.Corporation = "li2", "Second" }), errs.CodeRefused, "code")
	for _, name := range []string{"li", "LI@example.com"} {
		got := must(s.Identity.SignIn(ctx, identity.SignIn{Name: name, Password: "Bridge#2027"}))(t)
		same(t, "signed in by "+name, got.Account.ID, made.ID)
	}
	log := must(s.Store.Entries(ctx, made.Scope(), audit.Filter{Kind: "user", Action: "create"}))(t)
	if log.Total != 1 || log.List[0].IP != "192.0.2.50" {
		t.Errorf("log of the sign-up: %+v", log)
	}
}

// wrongOf returns a different code.
func wrongOf(code string) string {
	if code == "" || code[0] != '9' {
		return "9" + code[min(1, len(code)):]
	}
	return "0" + code[1:]
}

func forgotten(t *testing.T, s *apptest.Site) {
	post := s.WithMail(t)
	const address = "member@example.com"
	set := func(a identity.Account, email string) {
		must(s.Identity.UpdateProfile(ctx, apptest.Actor(a), a.ID, identity.Profile{Email: &email}))(t)
	}
	set(s.Member, address)
	who := visitor("192.0.2.60")
	signedIn := must(s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: apptest.Password}))(t)

	asked := must(s.Verification.Ask(ctx, who, verification.Reset, address, errs.English))(t)
	nobody := must(s.Verification.Ask(ctx, who, verification.Reset, "nobody@example.com", errs.English))(t)
	same(t, "response for an unknown address", nobody, asked)
	code := post.Code(t, address)
	if len(post.Mails()) != 1 || code == "" {
		t.Fatalf("%d mails, want one to the member", len(post.Mails()))
	}
	_, guessed := s.Verification.SignUpCorporation(ctx, who, verification.NewCorporation{
		Address: address, Code: code, Corporation: "X", Name: "x", Password: "Bridge#2027", AcceptTerms: true,
	})
	refused(t, guessed, errs.CodeRefused, "code") // a code works for one purpose only
	reset := func(code, password string) error {
		return s.Verification.ResetPassword(ctx, who, address, code, password)
	}
	refused(t, reset(code, "weak"), errs.PasswordFormat, "password")
	refused(t, reset(wrongOf(code), "Bridge#2027"), errs.CodeRefused, "code")
	for range 5 { // five wrong passwords lock the account; the reset unlocks it
		_, err := s.Identity.SignIn(ctx, identity.SignIn{Name: "member", Password: "Wrong-2026!"})
		refused(t, err, errs.SignInFailed)
	}
	ok(t, reset(code, "Bridge#2027"))
	refused(t, reset(code, "Bridge#2028"), errs.CodeRefused, "code") // a code works once
	_, err := s.Identity.Authenticate(ctx, signedIn.Token)
	refused(t, err, errs.SessionExpired)
	got := must(s.Identity.SignIn(ctx, identity.SignIn{Name: address, Password: "Bridge#2027"}))(t)
	if !got.Account.EmailVerified || got.Account.ID != s.Member.ID {
		t.Errorf("after the reset: %+v", got.Account)
	}
}

func codesAreTriedAFewTimes(t *testing.T, s *apptest.Site) {
	post := s.WithMail(t)
	email := "guest@example.com"
	must(s.Identity.UpdateProfile(ctx, apptest.Actor(s.Guest), s.Guest.ID, identity.Profile{Email: &email}))(t)
	must(s.Verification.Ask(ctx, visitor(""), verification.Reset, email, errs.Chinese))(t)
	code := post.Code(t, email)
	var err error
	for range 8 {
		err = s.Verification.ResetPassword(ctx, visitor(""), email, wrongOf(code), "Bridge#2027")
		refused(t, err, errs.CodeRefused, "code")
	}
	refused(t, s.Verification.ResetPassword(ctx, visitor(""), email, code, "Bridge#2027"), errs.CodeSpent, "code")
}

func ownAddress(t *testing.T, s *apptest.Site) {
	post := s.WithMail(t)
	const address = "bridge@example.com"
	owner, guest := apptest.Actor(s.Owner), apptest.Actor(s.Guest)
	must(s.Verification.AskOwn(ctx, owner, address, errs.Chinese))(t)
	code := post.Code(t, address)
	_, err := s.Verification.SetAddress(ctx, guest, address, code) // code of a different account
	refused(t, err, errs.CodeRefused, "code")
	changed := must(s.Verification.SetAddress(ctx, owner, address, code))(t)
	if changed.Email != address || !changed.EmailVerified {
		t.Errorf("after the change: %+v", changed)
	}
	got := must(s.Identity.SignIn(ctx, identity.SignIn{Name: address, Password: apptest.Password}))(t)
	same(t, "signed in", got.Account.ID, s.Owner.ID)
	// A different account verifies the same address: the first one keeps it.
	must(s.Verification.AskOwn(ctx, guest, "other@example.com", errs.Chinese))(t)
	proof, found, _, err := s.Store.TryCode(ctx, verification.Key{Purpose: verification.OwnAddress, Target: "other@example.com", AccountID: s.Guest.ID}, 5)
	if err != nil || !found {
		t.Fatalf("%v %v", found, err)
	}
	proof.Target = address
	_, err = s.Store.SetAddress(ctx, guest, proof, s.Guest.ID)
	refused(t, err, errs.AddressUsed, "account")
	if _, err := s.Verification.AskOwn(ctx, guest, "mobile", errs.Chinese); err == nil {
		t.Error("a code was sent to an invalid address")
	}
	_, err = s.Verification.AskOwn(ctx, guest, "13800138000", errs.Chinese)
	refused(t, err, errs.SMSMissing)
}

// An address signs in to the account that verified it, or else to the only account that has it.
func addressesOpenOne(t *testing.T, s *apptest.Site) {
	set := func(a identity.Account, email, mobile string) {
		must(s.Identity.UpdateProfile(ctx, apptest.Actor(a), a.ID, identity.Profile{Email: &email, Mobile: &mobile}))(t)
	}
	opens := func(name string) int64 {
		t.Helper()
		got, err := s.Identity.SignIn(ctx, identity.SignIn{Name: name, Password: apptest.Password})
		if errs.Is(err, errs.SignInFailed) {
			return 0
		}
		ok(t, err)
		return got.Account.ID
	}
	set(s.Owner, "Shared@example.com", "13800138000")
	same(t, "one account has it", opens("shared@EXAMPLE.com"), s.Owner.ID)
	same(t, "by mobile", opens("13800138000"), s.Owner.ID)
	set(s.Guest, "shared@example.com", "")
	same(t, "two accounts have it", opens("shared@example.com"), int64(0))

	post := s.WithMail(t)
	must(s.Verification.AskOwn(ctx, apptest.Actor(s.Owner), "shared@example.com", errs.Chinese))(t)
	must(s.Verification.SetAddress(ctx, apptest.Actor(s.Owner), "shared@example.com", post.Code(t, "shared@example.com")))(t)
	same(t, "one of the two has proven it", opens("shared@example.com"), s.Owner.ID)

	set(s.Owner, "other@example.com", "13800138000")
	set(s.Owner, "shared@example.com", "13800138000")
	if again := must(s.Identity.Account(ctx, s.Admin.Scope(), s.Owner.ID))(t); again.EmailVerified {
		t.Error("an address set without a code counts as verified")
	}
	for _, name := range []string{"13800138001", "spy@example.com"} {
		_, err := s.Identity.Create(ctx, apptest.Actor(s.Admin), identity.NewAccount{
			Account: identity.Account{CorporationID: s.Corporation.ID, Name: name, Type: access.Normal}, Password: "dyke-62",
		})
		refused(t, err, errs.NameIsAddress, "name")
	}
}

// A locked account is locked under all of its names, without revealing that they belong to one account.
func closedUnderAllNames(t *testing.T, s *apptest.Site) {
	email := "member@example.com"
	must(s.Identity.UpdateProfile(ctx, apptest.Actor(s.Member), s.Member.ID, identity.Profile{Email: &email}))(t)
	try := func(name, password string) error {
		_, err := s.Identity.SignIn(ctx, identity.SignIn{Name: name, Password: password})
		return err
	}
	locked := func() int64 {
		return must(s.Identity.LockedUntil(ctx, []int64{s.Member.ID, s.Guest.ID}))(t)[s.Member.ID]
	}
	for range 5 {
		refused(t, try("member", "Wrong-2026!"), errs.SignInFailed)
	}
	refused(t, try("MEMBER", apptest.Password), errs.SignInSlowedDown)
	refused(t, try(email, apptest.Password), errs.SignInFailed) // correct, but locked; the error does not reveal that
	until := locked()
	if left := time.Until(time.UnixMilli(until)); left <= 0 || left > 15*time.Minute {
		t.Errorf("locked for %v more", left)
	}
	for range 4 {
		refused(t, try(email, "Wrong-2026!"), errs.SignInFailed)
	}
	refused(t, try(email, "Wrong-2026!"), errs.SignInSlowedDown)
	same(t, "closed until", locked(), until) // attempts on a locked account do not extend the lock

	refused(t, s.Identity.Unlock(ctx, apptest.Actor(s.Stranger), s.Member.ID), errs.NothingHere)
	ok(t, s.Identity.Unlock(ctx, apptest.Actor(s.Admin), s.Member.ID))
	same(t, "closed", locked(), int64(0))
	ok(t, try(email, apptest.Password))
	ok(t, try("member", apptest.Password))
	log := must(s.Store.Entries(ctx, s.Admin.Scope(), audit.Filter{Action: "unlock"}))(t)
	same(t, "entries about it", log.Total, 1)
}
