// Package identity is the people: accounts, their passwords, their sessions, and
// what each may do where. Tokens are opaque; a reader of the database learns
// neither a token nor a password.
package identity

import "plumbline/internal/platform/access"

// Account is a person's account. Its name is unique on the platform.
type Account struct {
	ID              int64
	CorporationID   int64 // 0: the platform's own
	Name            string
	DisplayName     string
	Type            access.AccountType
	Theme           string // default (dark) or white
	Language        string // zh, en, zh-TW; empty: as the browser asks
	Mobile          string
	Email           string // in lower case
	MobileVerified  bool   // proven by a code: opens this account alone
	EmailVerified   bool
	TermsVersion    string // that the person accepted at sign-up; empty: an administrator made the account
	Avatar          string
	Active          bool
	Suspended       bool // its corporation is disabled
	SimplePassword  bool // the password fails the strong rule
	SecondFactor    bool // sign-in asks for a code as well
	TermsAcceptedAt int64
	CreatedAt       int64
	RemovedAt       int64 // UTC ms; not 0: only its pseudonym is left, as the author of what it did
}

// Scope is the part of the tenants' data that the account may see.
func (a Account) Scope() access.Scope { return access.ScopeOf(a.Type, a.CorporationID, a.ID) }

// MayEnter reports whether the account may sign in, and go on being signed in.
func (a Account) MayEnter() bool { return a.Active && !a.Suspended }

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
	Method     Method
	RevokedAt  int64 // 0 while it holds

	HelpingCorporationID int64 // where an operator helps; 0: a sign-in
}

// Method is how a session came to be.
type Method string

// The methods.
const (
	ByPassword Method = "password"
	BySSO      Method = "sso" // at the organisation's sign-in provider
)
