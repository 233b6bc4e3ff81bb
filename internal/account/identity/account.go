// Package identity manages accounts, passwords, sessions and permissions. The database stores only hashes of tokens
// and passwords.
package identity

import "plumbline/internal/platform/access"

// Account is a user account. Its name is unique on the platform.
type Account struct {
	ID              int64
	CorporationID   int64 // 0: a platform account
	Name            string
	DisplayName     string
	Type            access.AccountType
	Theme           string // default (dark) or white
	Language        string // zh, en, zh-TW; empty: the browser's language
	Mobile          string
	Email           string // in lower case
	MobileVerified  bool   // proven by a code: it alone signs in to this account
	EmailVerified   bool
	TermsVersion    string // accepted at sign-up; empty: an administrator created the account
	Avatar          string
	Active          bool
	Suspended       bool // its corporation is disabled
	SimplePassword  bool // the password fails the strong rule
	SecondFactor    bool // sign-in also requires a code
	TermsAcceptedAt int64
	CreatedAt       int64
	RemovedAt       int64 // UTC ms; not 0: only the pseudonym remains, as the author in logs
}

// Scope returns the part of the tenants' data that the account may see.
func (a Account) Scope() access.Scope { return access.ScopeOf(a.Type, a.CorporationID, a.ID) }

// MayEnter reports whether the account may sign in and keep its sessions.
func (a Account) MayEnter() bool { return a.Active && !a.Suspended }

// Themes.
const (
	Dark  = "default"
	White = "white"
)

// Credential is an account with its stored password hash.
type Credential struct {
	Account Account
	Hash    string // argon2id in PHC form
}

// Session is a valid sign-in.
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
	RevokedAt  int64 // 0 while it is valid

	HelpingCorporationID int64 // corporation that an operator visits; 0: an ordinary sign-in
}

// Method is the way a session was opened.
type Method string

// Methods.
const (
	ByPassword Method = "password"
	BySSO      Method = "sso" // at the organization's sign-in provider
)
