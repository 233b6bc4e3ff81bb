package access

// Scope is the part of the tenants' data that a query may touch. Everything outside
// is treated as not found. The zero value sees nothing.
type Scope struct {
	Corporation int64 // everything of this corporation, unless Member narrows it
	Account     int64 // not 0: also the projects, of any corporation, that this account is a member of
	Member      bool  // of projects no others than those
	Project     int64 // not 0: only this project, whatever else holds: an API key's
	All         bool  // every corporation: the program itself
	Platform    bool  // the corporations as such, and nothing of what they own: the platform's operators
}

// ScopeOf returns the scope of an account by its type; roles may widen it.
func ScopeOf(t AccountType, corporation, account int64) Scope {
	switch t {
	case System: // sees what a corporation owns only while helping there
		if corporation != 0 {
			return Scope{Corporation: corporation}
		}
		return Scope{Platform: true, Account: account}
	case Admin:
		return Scope{Corporation: corporation}
	}
	return Scope{Corporation: corporation, Account: account, Member: true}
}

// Sees reports whether the scope may look at a corporation as such.
func (s Scope) Sees(corporation int64) bool { return s.Platform || s.Covers(corporation) }

// Covers reports whether a row of a corporation is in the scope, regardless of membership.
func (s Scope) Covers(corporation int64) bool {
	return s.All || corporation != 0 && s.Corporation == corporation
}
