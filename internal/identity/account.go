// Package identity is the people: accounts, their passwords, their sessions, and
// what each may do where. Tokens are opaque; whoever reads the database learns
// neither a token nor a password.
package identity

import "plumbline/internal/access"

// Account is a person's account. Its name is unique on the platform.
type Account struct {
	ID             int64
	CorporationID  int64 // 0: the platform's own
	Name           string
	DisplayName    string
	Type           access.AccountType
	Theme          string // default (dark) or white
	Language       string // zh, en, zh-TW; empty: as the browser asks
	Mobile         string
	Email          string
	Avatar         string
	Active         bool
	SimplePassword bool // the password fails the strong rule
	CreatedAt      int64
	RemovedAt      int64 // UTC ms; not 0: only its pseudonym is left, as the author of what it did
}

// Scope is the part of the tenants' data that the account may see.
func (a Account) Scope() access.Scope { return access.ScopeOf(a.Type, a.CorporationID, a.ID) }

// The themes.
const (
	Dark  = "default"
	White = "white"
)

// Credential is the stored form of a password with the account that it opens.
type Credential struct {
	Account Account
	Hash    string // argon2id in PHC form
}

// Session is one sign-in that is still good.
type Session struct {
	ID         int64
	AccountID  int64
	CreatedAt  int64
	LastUsedAt int64
	ExpiresAt  int64
	Remember   bool
	IP         string
	Client     string
	RevokedAt  int64 // 0 while it holds
}

// Caller is who stands behind a request.
type Caller struct {
	Session Session
	Account Account
}
