package access

import "math/bits"

// Set is a set of permissions. The zero value is empty; sets are values.
type Set struct{ bits uint64 } // bit area*4+action

// All is every permission there is: System and Admin accounts.
func All() Set { return Set{bits: 1<<(len(areas)*len(actions)) - 1} }

// Of makes a set. What is no permission is left out.
func Of(list ...Permission) Set {
	var s Set
	for _, p := range list {
		s = s.With(p.Area, p.Action)
	}
	return s
}

// With adds actions of one area.
func (s Set) With(area Area, list ...Action) Set {
	for _, action := range list {
		s.bits |= bit(area, action)
	}
	return s
}

// Without takes actions of one area away.
func (s Set) Without(area Area, list ...Action) Set {
	for _, action := range list {
		s.bits &^= bit(area, action)
	}
	return s
}

// Union is what either set has.
func (s Set) Union(other Set) Set { return Set{bits: s.bits | other.bits} }

// Intersect is what both sets have.
func (s Set) Intersect(other Set) Set { return Set{bits: s.bits & other.bits} }

// Difference is what one of two sets has and the other has not.
func (s Set) Difference(other Set) Set { return Set{bits: s.bits ^ other.bits} }

// InProject keeps what a project's roles may be made of.
func (s Set) InProject() Set { return Set{bits: s.bits &^ (1<<(corporationAreas*len(actions)) - 1)} }

// Has tells whether the set allows an action in an area.
func (s Set) Has(area Area, action Action) bool {
	b := bit(area, action)
	return b != 0 && s.bits&b != 0
}

// Holds tells whether the set has a permission.
func (s Set) Holds(p Permission) bool { return s.Has(p.Area, p.Action) }

// Contains tells whether the set has all of another: nobody can grant what they
// do not hold.
func (s Set) Contains(other Set) bool { return other.bits&^s.bits == 0 }

// Len is the number of permissions.
func (s Set) Len() int { return bits.OnesCount64(s.bits) }

// Permissions lists the set in the order of areas and actions; never nil.
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

// Names lists the set as replies do ("View:Project", "Update:Alert", …); never nil.
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
