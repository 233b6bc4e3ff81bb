package access

// RoleType is a built-in role of a project, or Custom.
type RoleType string

// Role types (decisions 0030, 0031 and 0034).
const (
	Owner   RoleType = "Owner"
	Manager RoleType = "Manager"
	Member  RoleType = "Member"
	Guest   RoleType = "Guest"
	Custom  RoleType = "Custom"
)

// RoleTypes lists the role types, the most powerful first.
func RoleTypes() []RoleType { return []RoleType{Owner, Manager, Member, Guest, Custom} }

// AccountType is System, Admin or Normal.
type AccountType string

// Account types (decisions 0028 and 0045).
const (
	System AccountType = "System" // platform operators: see every corporation and can visit one
	Admin  AccountType = "Admin"  // all permissions in its own corporation
	Normal AccountType = "Normal" // only permissions from roles
)

// OfRole returns the permissions of a built-in role in its project. A custom role has
// exactly its stored permissions, so the result for Custom is empty.
func OfRole(role RoleType) Set {
	guest := Set{}
	for _, area := range ProjectAreas() {
		guest = guest.With(area, Retrieve)
	}
	switch role {
	case Owner:
		return All().InProject()
	case Manager:
		return All().InProject().Without(Project, Delete)
	case Member: // see everything; handle alerts; enter data and inspections; run reports
		return guest.With(Alert, Update).With(Data, Create).With(Report, Create)
	case Guest:
		return guest
	}
	return Set{}
}

// OfAccount returns the permissions of an account type.
func OfAccount(t AccountType) Set {
	switch t {
	case System:
		return Set{}.With(Corporation, actions[:]...)
	case Admin:
		return All()
	}
	return Set{}
}

// OfHelper returns the permissions of a platform operator in a corporation: read access,
// and with edits (if the corporation's administrator allows it) everything in projects.
// Users, roles and the corporation itself remain with its administrator.
func OfHelper(edits bool) Set {
	set := Set{}
	for _, area := range areas {
		set = set.With(area, Retrieve)
	}
	if edits {
		set = set.Union(All().InProject())
	}
	return set
}

// MayAssign reports whether a role may assign another to project members: owners every role, managers all but owner
// and manager, others none.
func MayAssign(by, named RoleType) bool {
	switch by {
	case Owner:
		return true
	case Manager:
		return named != Owner && named != Manager
	}
	return false
}
