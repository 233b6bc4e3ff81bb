package verification

import (
	"context"

	"plumbline/internal/account/corporation"
	"plumbline/internal/account/identity"
	"plumbline/internal/platform/audit"
	"plumbline/internal/platform/jobs"
)

// Store keeps codes, and makes what they prove in one transaction with their use.
type Store interface {
	// IssueCode keeps a code and queues the job that sends it, unless a limit is
	// reached: then it answers in how many ms to ask again, and keeps nothing.
	IssueCode(ctx context.Context, who audit.Actor, c *Code, l Limits, job func(id int64) (jobs.New, error)) (wait int64, err error)
	// Code returns a code as it stands; ok is false when it is forgotten.
	Code(ctx context.Context, id int64) (c Code, ok bool, err error)
	// TryCode counts a try on the newest code of a key that is neither used nor
	// expired. ok is false when there is none; spent when it had been tried max times.
	TryCode(ctx context.Context, k Key, max int) (c Code, ok, spent bool, err error)
	// CodeSent marks a code as sent to an account (0: to nobody's account).
	CodeSent(ctx context.Context, id, accountID int64) error
	// CodesSent counts the codes sent to an account since a time.
	CodesSent(ctx context.Context, accountID, since int64) (int, error)
	ForgetCodes(ctx context.Context, before int64) error

	// AddressOwned reports whether an account has proven an address to be its own.
	AddressOwned(ctx context.Context, target string) (bool, error)
	// SignUp uses a code and makes the corporation with its administrator. Taken names
	// are refused on "corporation" and "name", a taken address on "account".
	SignUp(ctx context.Context, who audit.Actor, codeID int64, c *corporation.Corporation, a *identity.Account, passwordHash string) error
	// ResetByCode uses a code, sets the password, ends every session of the account and
	// opens it if wrong passwords had closed it. The address of the code is proven.
	ResetByCode(ctx context.Context, who audit.Actor, c Code, a identity.Account, passwordHash string) error
	// SetAddress uses a code and makes its address the account's own.
	SetAddress(ctx context.Context, who audit.Actor, c Code, accountID int64) (identity.Account, error)
}

// Accounts is what is asked of package identity.
type Accounts interface {
	// HashOwn hashes a password that a person chose; the strong rule holds.
	HashOwn(ctx context.Context, password string) (string, error)
	// Meant finds the active account that a name or address opens.
	Meant(ctx context.Context, name string) (a identity.Account, ok bool, err error)
}
