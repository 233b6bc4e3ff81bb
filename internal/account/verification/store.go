package verification

import (
	"context"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/jobs"
)

// Store stores codes. It uses up a code in the same transaction as the change that the code authorizes.
type Store interface {
	// IssueCode stores a code and queues the job that sends it. If a limit is reached, it stores nothing and returns
	// the time in ms until the next request is allowed.
	IssueCode(ctx context.Context, who audit.Actor, c *Code, l Limits, job func(id int64) (jobs.New, error)) (wait int64, err error)
	// Code returns the current state of a code. ok is false if it was deleted.
	Code(ctx context.Context, id int64) (c Code, ok bool, err error)
	// TryCode counts an attempt on the newest code of a key that is neither used nor expired. ok is false if there is
	// none; spent is true if the code already had max attempts.
	TryCode(ctx context.Context, k Key, max int) (c Code, ok, spent bool, err error)
	// UseCode uses up a code by itself.
	UseCode(ctx context.Context, id int64) error
	// CodeSent marks a code as sent to an account (0: no account).
	CodeSent(ctx context.Context, id, accountID int64) error
	// CodesSent counts the codes sent to an account since a time.
	CodesSent(ctx context.Context, accountID, since int64) (int, error)
	ForgetCodes(ctx context.Context, before int64) error

	// AddressOwned reports whether an account has verified an address.
	AddressOwned(ctx context.Context, target string) (bool, error)
	// SignUp uses up a code and creates the corporation with its administrator. Names in use are reported on
	// "corporation" and "name", an address in use on "account".
	SignUp(ctx context.Context, who audit.Actor, codeID int64, c *corporation.Corporation, a *identity.Account, passwordHash string) error
	// ResetByCode uses up a code, sets the password, ends every session of the account, unlocks it and marks its
	// address as verified.
	ResetByCode(ctx context.Context, who audit.Actor, c Code, a identity.Account, passwordHash string) error
	// SetAddress uses up a code and sets its address on the account.
	SetAddress(ctx context.Context, who audit.Actor, c Code, accountID int64) (identity.Account, error)
}

// Accounts are the methods of package identity that this package needs.
type Accounts interface {
	// HashOwn hashes a password that a person chose. The password must meet the strong rule.
	HashOwn(ctx context.Context, password string) (string, error)
	// FindActive returns the active account that a name or address identifies.
	FindActive(ctx context.Context, name string) (a identity.Account, ok bool, err error)
}
