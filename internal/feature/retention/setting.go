package retention

import (
	"plumbline/internal/platform/errs"
)

// Origin is the level that decides an age.
type Origin string

// Origins, from the weakest.
const (
	OfProduct     Origin = "product"
	OfCorporation Origin = "corporation"
	OfProject     Origin = "project"
)

// Place is a corporation, or one of its projects.
type Place struct{ Corporation, Project int64 } // Project 0: the corporation

// Setting is how long a kind of data is kept in a place.
type Setting struct {
	Days      int // Forever: kept
	Origin    Origin
	ChangedAt int64 // UTC ms; 0: never
	Above     int   // what holds if the place sets nothing
}

// grace is how long after a change nothing is deleted, so that a mistake can be corrected.
const grace = 24 * 60 * 60 * 1000 // ms

const day = 24 * 60 * 60 * 1000 // ms

// own is what a level sets itself.
type own struct {
	Days      *int // nil: what holds above
	ChangedAt int64
}

// settingOf returns the setting of a place from what its levels set, the corporation first.
func settingOf(k *Kind, place Place, corporation, project own) Setting {
	s := Setting{Days: k.Days, Origin: OfProduct, Above: k.Days}
	apply := func(level own, origin Origin) {
		s.Above = s.Days
		s.ChangedAt = max(s.ChangedAt, level.ChangedAt)
		if level.Days != nil {
			s.Days, s.Origin, s.ChangedAt = *level.Days, origin, level.ChangedAt
		}
	}
	apply(corporation, OfCorporation)
	if place.Project != 0 {
		apply(project, OfProject)
	}
	return s
}

// before returns the time before which data are too old at a time; false if nothing may be deleted now.
func (s Setting) before(now int64) (before int64, due bool) {
	if s.Days == Forever || now < s.ChangedAt+grace {
		return 0, false
	}
	return now - int64(s.Days)*day, true
}

// check returns the kind if its age can be set to days.
func (s *Service) check(code string, days *int) (*Kind, error) {
	k := s.kind(code)
	switch {
	case k == nil:
		return nil, errs.OnField("kind", errs.NotOneOf, "allowed", s.allowed())
	case !k.settable():
		return nil, errs.OnField("kind", errs.RetentionFixed)
	case days != nil && *days != Forever && (*days < k.MinDays || *days > maxDays):
		return nil, errs.OnField("days", errs.RetentionDays, "min", k.MinDays, "max", maxDays)
	}
	return k, nil
}
