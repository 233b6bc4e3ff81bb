package identity

import (
	"context"
	"fmt"
	"time"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/platform/secrets"
)

// Lifetime of sessions and limits of sign-ins (decisions 0024 and 0185).
const (
	sessionLife     = 12 * time.Hour      // sliding
	rememberLife    = 30 * 24 * time.Hour // sliding
	attemptWindow   = 15 * time.Minute
	attemptsAccount = 5
	attemptsAddress = 30
	touchEvery      = time.Minute // minimum interval between writes of a session's last use
)

// SignIn is the input of a sign-in.
type SignIn struct {
	Name     string
	Password string
	Remember bool
	IP       string
	Client   string
}

// SignedIn is the result of a sign-in: a session, or a Challenge if a second factor is required first.
type SignedIn struct {
	Challenge          string
	ChallengeExpiresAt int64 // UTC ms

	Token       string
	MustEnrol   bool // the corporation requires a second factor and the account has none
	Session     Session
	Account     Account
	Permissions Permissions
}

// NewAccount is the input of an administrator who creates an account.
type NewAccount struct {
	Account
	Password string // at least 6 characters; one that fails the strong rule marks the account as "simple"
}

// Profile is what people change about their own account; nil fields stay unchanged.
type Profile struct {
	DisplayName, Theme, Language, Mobile, Email, Avatar *string
}

// Accounts lists the accounts in the scope.
func (s *Service) Accounts(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Account], error) {
	return s.store.Accounts(ctx, scope, filter)
}

// Account returns an account in the scope.
func (s *Service) Account(ctx context.Context, scope access.Scope, id int64) (Account, error) {
	return s.store.Account(ctx, scope, id)
}

// Service manages accounts and sessions.
type Service struct {
	store       Store
	hasher      *hasher
	dummy       string // hash that is checked for unknown accounts, so that they cost the same
	permissions held
	vault       *secrets.Vault
}

// New returns a service. v seals second factors; nil if the installation uses none.
func New(store Store, v *secrets.Vault) *Service {
	return &Service{store: store, hasher: newHasher(), dummy: hashOfNothing(), vault: v}
}

// FirstAdministrator creates the account "admin" of a new installation in the given corporation. An empty password
// generates a random one, which is returned. made is false if the installation already has accounts.
func (s *Service) FirstAdministrator(ctx context.Context, corporationID int64, password string) (given string, made bool, err error) {
	if any, err := s.store.AnyAccount(ctx); err != nil || any {
		return "", false, err
	}
	if password == "" {
		if password, err = initialPassword(); err != nil {
			return "", false, err
		}
	}
	account := Account{CorporationID: corporationID, Name: "admin", DisplayName: "Administrator", Type: access.Admin}
	if _, err := s.Create(ctx, audit.Program("first start"), NewAccount{Account: account, Password: password}); err != nil {
		return "", false, err
	}
	return password, true, nil
}

// CreateOperator creates a platform account and returns its random password.
func (s *Service) CreateOperator(ctx context.Context, name string) (password string, err error) {
	if password, err = initialPassword(); err != nil {
		return "", err
	}
	account := Account{Name: name, DisplayName: name, Type: access.System}
	_, err = s.Create(ctx, audit.Program("create-operator"), NewAccount{Account: account, Password: password})
	return password, err
}

// Create creates an account with an initial password.
func (s *Service) Create(ctx context.Context, who audit.Actor, in NewAccount) (Account, error) {
	if in.Type == access.System && !who.Scope.All || !who.Scope.Covers(in.CorporationID) && in.Type != access.System {
		return Account{}, errs.New(errs.GrantTooMuch)
	}
	a, hash, err := s.Prepare(ctx, in)
	if err != nil {
		return Account{}, err
	}
	if err := s.store.CreateAccount(ctx, who, &a, hash); err != nil {
		return Account{}, err
	}
	return a, nil
}

// Prepare validates a new account and hashes its initial password.
func (s *Service) Prepare(ctx context.Context, in NewAccount) (a Account, hash string, err error) {
	a = in.Account
	a.normalize()
	a.Active = true
	a.SimplePassword = !Strong(in.Password)
	if a.Theme == "" {
		a.Theme = Dark
	}
	var refusals errs.Refusals
	a.check(&refusals)
	a.checkNewName(&refusals)
	checkInitial(in.Password, &refusals)
	if err := refusals.Err(); err != nil {
		return Account{}, "", err
	}
	hash, err = s.hasher.hash(ctx, in.Password)
	return a, hash, err
}

// UpdateProfile changes a person's own profile.
func (s *Service) UpdateProfile(ctx context.Context, who audit.Actor, accountID int64, p Profile) (Account, error) {
	a, err := s.store.Account(ctx, who.Scope, accountID)
	if err != nil {
		return Account{}, err
	}
	for _, change := range []struct{ to, from *string }{
		{&a.DisplayName, p.DisplayName}, {&a.Theme, p.Theme}, {&a.Language, p.Language}, {&a.Mobile, p.Mobile}, {&a.Email, p.Email}, {&a.Avatar, p.Avatar},
	} {
		if change.from != nil {
			*change.to = *change.from
		}
	}
	a.normalize()
	var refusals errs.Refusals
	a.check(&refusals)
	if err := refusals.Err(); err != nil {
		return Account{}, err
	}
	return a, s.store.UpdateAccount(ctx, who, a)
}

// ChangePassword sets a person's own password. The old password must be correct and the new one strong. Every session
// of the account ends and the caller gets a new one, so a copied token stops working.
func (s *Service) ChangePassword(ctx context.Context, caller Caller, who audit.Actor, old, password string) (SignedIn, error) {
	if err := CheckOwn(password); err != nil {
		return SignedIn{}, err
	}
	if err := s.CheckPassword(ctx, caller.Account, old); err != nil {
		return SignedIn{}, err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return SignedIn{}, err
	}
	if err := s.store.SetPassword(ctx, who, caller.Account.ID, hash, false, 0); err != nil {
		return SignedIn{}, err
	}
	account := caller.Account
	account.SimplePassword = false
	return s.openSession(ctx, who, account, Session{Method: caller.Session.Method, Remember: caller.Session.Remember})
}

// CheckPassword checks the password of a signed-in person again before an action that cannot be undone. Failures count
// as failed sign-ins.
func (s *Service) CheckPassword(ctx context.Context, account Account, password string) error {
	held, err := s.countAttempt(ctx, account.Name, "", account.ID)
	if err != nil {
		return err
	}
	if held {
		return errs.New(errs.SignInSlowedDown, "seconds", int64(attemptWindow/time.Second))
	}
	credential, found, err := s.store.Credential(ctx, account.Name)
	if err != nil {
		return fmt.Errorf("look up account: %w", err)
	}
	if !found {
		return errs.New(errs.NothingHere)
	}
	ok, _, err := s.hasher.verify(ctx, password, credential.Hash)
	if err != nil {
		return err
	}
	if !ok {
		return errs.OnField("password", errs.PasswordWrong)
	}
	return s.store.ClearAttempts(ctx, attemptKey(account.Name), account.ID)
}

// ResetPassword sets a password from the server's command line and ends the account's sessions. An empty password
// generates a random one, which is returned.
func (s *Service) ResetPassword(ctx context.Context, name, password string) (string, error) {
	credential, found, err := s.store.Credential(ctx, name)
	if err != nil {
		return "", fmt.Errorf("look up account: %w", err)
	}
	if !found {
		return "", errs.New(errs.NothingHere)
	}
	if password == "" {
		if password, err = initialPassword(); err != nil {
			return "", err
		}
	} else if err := CheckOwn(password); err != nil {
		return "", err
	}
	hash, err := s.hasher.hash(ctx, password)
	if err != nil {
		return "", err
	}
	if err := s.store.SetPassword(ctx, audit.Program("reset-password"), credential.Account.ID, hash, false, 0); err != nil {
		return "", err
	}
	return password, s.store.Unlock(ctx, audit.Program("reset-password"), credential.Account, credential.Account.attemptKeys())
}
