package access

import "math/bits"

// Set is a set of permissions. The zero value is empty; sets are values.
type Set struct{ bits uint64 } // bit area*4+action

// All returns all permissions, which System and Admin accounts have.
func All() Set { return Set{bits: 1<<(len(areas)*len(actions)) - 1} }

// Of returns a set. Invalid permissions are ignored.
func Of(list ...Permission) Set {
	var s Set
	for _, p := range list {
		s = s.With(p.Area, p.Action)
	}
	return s
}

// With returns the set with additional actions in one area.
func (s Set) With(area Area, list ...Action) Set {
	for _, action := range list {
		s.bits |= bit(area, action)
	}
	return s
}

// Without returns the set without the given actions in one area.
func (s Set) Without(area Area, list ...Action) Set {
	for _, action := range list {
		s.bits &^= bit(area, action)
	}
	return s
}

// Union returns the permissions in either set.
func (s Set) Union(other Set) Set { return Set{bits: s.bits | other.bits} }

// Intersect returns the permissions in both sets.
func (s Set) Intersect(other Set) Set { return Set{bits: s.bits & other.bits} }

// Difference returns the permissions in exactly one of two sets.
func (s Set) Difference(other Set) Set { return Set{bits: s.bits ^ other.bits} }

// InProject returns the permissions that project roles may have.
func (s Set) InProject() Set { return Set{bits: s.bits &^ (1<<(corporationAreas*len(actions)) - 1)} }

// Has reports whether the set allows an action in an area.
func (s Set) Has(area Area, action Action) bool {
	b := bit(area, action)
	return b != 0 && s.bits&b != 0
}

// Holds reports whether the set has a permission.
func (s Set) Holds(p Permission) bool { return s.Has(p.Area, p.Action) }

// Contains reports whether the set has all permissions of other. Nobody can grant permissions that they lack.
func (s Set) Contains(other Set) bool { return other.bits&^s.bits == 0 }

// Len returns the number of permissions.
func (s Set) Len() int { return bits.OnesCount64(s.bits) }

// Permissions lists the set ordered by area and action; never nil.
func (s Set) Permissions() []Permission {
	list := make([]Permission, 0, s.Len())
	for _, area := range areas {
		for _, action := range actions {
			if s.Has(area, action) {
				list = append(list, Permission{area, action})
			}
		}
	}
	return list
}

// Names lists the set as in responses ("View:Project", "Update:Alert", …); never nil.
func (s Set) Names() []string {
	list := make([]string, 0, s.Len())
	for _, p := range s.Permissions() {
		list = append(list, p.Name())
	}
	return list
}

func bit(area Area, action Action) uint64 {
	i, ok := areaIndex[area]
	j := actionIndex(action)
	if !ok || j < 0 {
		return 0
	}
	return 1 << (i*len(actions) + j)
}
