package access

// Scope is the part of the tenants' data that a query may touch. Everything outside
// is treated as not found. The zero value sees nothing.
type Scope struct {
	Corporation int64 // all data of this corporation, unless Member limits it
	Account     int64 // not 0: also the projects, of any corporation, with this account as a member
	Member      bool  // only those projects
	Project     int64 // not 0: only this project, whatever the other fields allow; set for API keys
	All         bool  // every corporation; for the program itself
	Platform    bool  // only the corporations' own records, not their data; for platform operators
}

// ScopeOf returns the scope of an account type. Roles may widen it.
func ScopeOf(t AccountType, corporation, account int64) Scope {
	switch t {
	case System: // sees a corporation's data only during a visit
		if corporation != 0 {
			return Scope{Corporation: corporation}
		}
		return Scope{Platform: true, Account: account}
	case Admin:
		return Scope{Corporation: corporation}
	}
	return Scope{Corporation: corporation, Account: account, Member: true}
}

// Sees reports whether the scope may see the record of a corporation.
func (s Scope) Sees(corporation int64) bool { return s.Platform || s.Covers(corporation) }

// Covers reports whether the data of a corporation is in the scope, regardless of membership.
func (s Scope) Covers(corporation int64) bool {
	return s.All || corporation != 0 && s.Corporation == corporation
}
