package identity

import (
	"context"

	"plumbline/internal/platform/access"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/paging"
)

// Filter narrows a list of accounts.
type Filter struct {
	paging.Query
	CorporationID int64
	Type          access.AccountType
}

// Store keeps accounts, sessions and sign-in attempts.
type Store interface {
	// Log adds an entry to the audit log: a sign-in that failed.
	Log(ctx context.Context, who audit.Actor, d audit.Attempt) error

	SecondFactorStore
	ChallengeStore
	KeyStore
	SSOStore
	HelpStore

	Accounts(ctx context.Context, scope access.Scope, filter Filter) (paging.Page[Account], error)
	Account(ctx context.Context, scope access.Scope, id int64) (Account, error)
	CreateAccount(ctx context.Context, who audit.Actor, a *Account, hash string) error
	UpdateAccount(ctx context.Context, who audit.Actor, a Account) error
	// SetPassword stores a hash and revokes every session of the account but keep (0: none).
	SetPassword(ctx context.Context, who audit.Actor, accountID int64, hash string, simple bool, keep int64) error
	// Credential finds the account that a name, e-mail address or mobile opens: the
	// name goes first, then an address that was proven, then one that no other active
	// account has. ok is false when there is none, or more than one.
	Credential(ctx context.Context, name string) (c Credential, ok bool, err error)
	// AnyAccount reports whether the installation has an account at all.
	AnyAccount(ctx context.Context) (bool, error)

	CreateSession(ctx context.Context, who audit.Actor, s *Session, tokenHash []byte) error
	// SessionByToken finds a session with its account, revoked and expired ones too.
	SessionByToken(ctx context.Context, tokenHash []byte) (c Caller, ok bool, err error)
	Sessions(ctx context.Context, accountID, now int64) ([]Session, error)
	TouchSession(ctx context.Context, id, usedAt, expiresAt int64) error
	// RevokeSession ends a session of an account; NothingHere when it is not one that holds.
	RevokeSession(ctx context.Context, who audit.Actor, accountID, id int64) error
	// RevokeOtherSessions ends all sessions of an account but one, and answers how many.
	RevokeOtherSessions(ctx context.Context, who audit.Actor, accountID, keep int64) (int, error)
	DeleteSessions(ctx context.Context, expiredBefore int64) error

	// TryAttempt counts the sign-ins since a time that did not succeed, for what was
	// typed, for an address and for the account, and adds this one unless a limit of
	// the first two is reached; so a storm of simultaneous attempts is counted as well.
	// An attempt on an account that is closed does not keep it closed for longer.
	TryAttempt(ctx context.Context, a Attempt, since int64) (Attempts, error)
	// ClearAttempts forgets the attempts under a name and those on the account (0:
	// none), after a success.
	ClearAttempts(ctx context.Context, name string, accountID int64) error
	// ManyAttempts answers, of the accounts with at least min attempts since a time,
	// when the oldest of these was.
	ManyAttempts(ctx context.Context, accounts []int64, min int, since int64) (map[int64]int64, error)
	// Unlock forgets the attempts on an account and under its names.
	Unlock(ctx context.Context, who audit.Actor, a Account, names []string) error

	// Grants are the roles of an account as permission sets; memberships that have ended
	// by a time (UTC ms) are left out.
	Grants(ctx context.Context, accountID, now int64) ([]Grant, error)
}
