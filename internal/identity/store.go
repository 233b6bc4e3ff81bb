package identity

import (
	"context"

	"plumbline/internal/access"
	"plumbline/internal/listing"
	"plumbline/internal/oplog"
)

// Filter narrows a list of accounts.
type Filter struct {
	listing.Query
	CorporationID int64
	Type          access.AccountType
}

// Store keeps accounts, sessions and sign-in attempts.
type Store interface {
	Accounts(ctx context.Context, scope access.Scope, filter Filter) (listing.Page[Account], error)
	Account(ctx context.Context, scope access.Scope, id int64) (Account, error)
	CreateAccount(ctx context.Context, who oplog.Actor, a *Account, hash string) error
	UpdateAccount(ctx context.Context, who oplog.Actor, a Account) error
	// SetPassword stores a hash and revokes every session of the account but keep (0: none).
	SetPassword(ctx context.Context, who oplog.Actor, accountID int64, hash string, simple bool, keep int64) error
	// Credential finds an account by name for sign-in; ok is false when there is none.
	Credential(ctx context.Context, name string) (c Credential, ok bool, err error)
	// AnyAccount tells whether the installation has an account at all.
	AnyAccount(ctx context.Context) (bool, error)

	CreateSession(ctx context.Context, who oplog.Actor, s *Session, tokenHash []byte) error
	// SessionByToken finds a session with its account, revoked and expired ones too.
	SessionByToken(ctx context.Context, tokenHash []byte) (c Caller, ok bool, err error)
	Sessions(ctx context.Context, accountID, now int64) ([]Session, error)
	TouchSession(ctx context.Context, id, usedAt, expiresAt int64) error
	RevokeSession(ctx context.Context, accountID, id int64) error
	DeleteSessions(ctx context.Context, expiredBefore int64) error

	// TryAttempt counts the sign-ins since a time that did not succeed, for an
	// account name and for an address, and adds this one unless a limit is reached;
	// so a storm of simultaneous attempts is counted as well.
	TryAttempt(ctx context.Context, a Attempt, since int64) (Attempts, error)
	// ClearAttempts forgets the attempts for a name, after a success.
	ClearAttempts(ctx context.Context, name string) error

	// Grants are the roles of an account as permission sets; memberships that have ended
	// by a time (UTC ms) are left out.
	Grants(ctx context.Context, accountID, now int64) ([]Grant, error)
}

// Attempt is one try to sign in, with the limits that hold for it.
type Attempt struct {
	Name, IP             string
	MaxByName, MaxByAddr int
}

// Attempts are the tries of the last minutes before this one.
type Attempts struct {
	ByName, ByAddress             int
	OldestByName, OldestByAddress int64 // UTC ms
}
