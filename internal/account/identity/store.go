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

// Store stores accounts, sessions and sign-in attempts.
type Store interface {
	// Log adds a failed sign-in to the audit log.
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
	// SetPassword stores a hash and revokes every session of the account except keep (0: none).
	SetPassword(ctx context.Context, who audit.Actor, accountID int64, hash string, simple bool, keep int64) error
	// Credential returns the account that a name, e-mail address or mobile identifies. It prefers the name, then a
	// verified address, then an address that no other active account has. ok is false if none or several match.
	Credential(ctx context.Context, name string) (c Credential, ok bool, err error)
	// AnyAccount reports whether the installation has any account.
	AnyAccount(ctx context.Context) (bool, error)

	CreateSession(ctx context.Context, who audit.Actor, s *Session, tokenHash []byte) error
	// SessionByToken returns a session, even a revoked or expired one, with its account.
	SessionByToken(ctx context.Context, tokenHash []byte) (c Caller, ok bool, err error)
	Sessions(ctx context.Context, accountID, now int64) ([]Session, error)
	TouchSession(ctx context.Context, id, usedAt, expiresAt int64) error
	// RevokeSession ends a session of an account. It returns NothingHere if the account has no such valid session.
	RevokeSession(ctx context.Context, who audit.Actor, accountID, id int64) error
	// RevokeOtherSessions ends all sessions of an account except keep and returns their number.
	RevokeOtherSessions(ctx context.Context, who audit.Actor, accountID, keep int64) (int, error)
	DeleteSessions(ctx context.Context, expiredBefore int64) error

	// TryAttempt counts the failed sign-ins since a time by name, address and account. It records this attempt unless
	// the limit by name or address is reached, so concurrent attempts are counted too. An attempt on a locked account
	// does not extend the lock.
	TryAttempt(ctx context.Context, a Attempt, since int64) (Attempts, error)
	// ClearAttempts deletes the attempts for a name and an account (0: none) after a successful sign-in.
	ClearAttempts(ctx context.Context, name string, accountID int64) error
	// ManyAttempts returns the time of the oldest attempt for each account with at least min attempts since a time.
	ManyAttempts(ctx context.Context, accounts []int64, min int, since int64) (map[int64]int64, error)
	// Unlock deletes the attempts for an account and its names.
	Unlock(ctx context.Context, who audit.Actor, a Account, names []string) error

	// Grants returns the roles of an account as permission sets, without memberships that ended before now (UTC ms).
	Grants(ctx context.Context, accountID, now int64) ([]Grant, error)
}
