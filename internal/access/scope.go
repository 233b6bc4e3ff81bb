package access

// Scope is the part of the tenants' data that a query may touch. What lies outside
// is answered as if it were not there. The zero value sees nothing.
type Scope struct {
	Corporation int64 // everything of this corporation
	Account     int64 // not 0: only projects that this account is a member of
	Project     int64 // not 0: only this project, whatever else holds
	All         bool  // every corporation: platform operators and the program itself
}

// ScopeOf is the scope of an account.
func ScopeOf(t AccountType, corporation, account int64) Scope {
	switch t {
	case System:
		return Scope{All: true}
	case Admin:
		return Scope{Corporation: corporation}
	}
	return Scope{Corporation: corporation, Account: account}
}

// Covers tells whether a row of a corporation lies inside, membership aside.
func (s Scope) Covers(corporation int64) bool {
	return s.All || corporation != 0 && s.Corporation == corporation
}
