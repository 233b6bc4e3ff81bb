// Package timeline handles configuration that is valid from a time on. Each aspect of a point or device is a list of
// versions; a version applies until the next one starts. Correcting an old version records a new one and supersedes
// the old, so that "as known on X" can always be computed (design core.md section 2).
package timeline

import "sort"

// Version is one value of one aspect. Times are UTC ms.
type Version[T any] struct {
	ID           int64
	ValidFrom    int64
	Value        T
	RecordedAt   int64 // set by the database
	RecordedBy   int64 // account; 0 is the system
	Note         string
	SupersededAt int64 // 0 while in effect
}

// Timeline is the versions in effect, in the order of ValidFrom.
type Timeline[T any] struct {
	versions []Version[T]
}

// Of returns the timeline of the versions now in effect: superseded ones are left out, and of two with the same
// ValidFrom the one recorded later counts.
func Of[T any](versions []Version[T]) Timeline[T] {
	return build(versions, func(v Version[T]) bool { return v.SupersededAt == 0 })
}

// AsKnownOn returns the timeline as known at a time: the versions recorded by then and not yet superseded.
func AsKnownOn[T any](versions []Version[T], known int64) Timeline[T] {
	return build(versions, func(v Version[T]) bool {
		return v.RecordedAt < known && (v.SupersededAt == 0 || v.SupersededAt >= known)
	})
}

func build[T any](versions []Version[T], stands func(Version[T]) bool) Timeline[T] {
	var kept []Version[T]
	for _, v := range versions {
		if stands(v) {
			kept = append(kept, v)
		}
	}
	sort.SliceStable(kept, func(i, j int) bool {
		if kept[i].ValidFrom != kept[j].ValidFrom {
			return kept[i].ValidFrom < kept[j].ValidFrom
		}
		if kept[i].RecordedAt != kept[j].RecordedAt {
			return kept[i].RecordedAt < kept[j].RecordedAt
		}
		return kept[i].ID < kept[j].ID
	})
	out := kept[:0]
	for i, v := range kept {
		if i+1 < len(kept) && kept[i+1].ValidFrom == v.ValidFrom {
			continue
		}
		out = append(out, v)
	}
	return Timeline[T]{versions: out}
}

// At returns the version in effect at a time; ok is false before the first.
func (l Timeline[T]) At(t int64) (Version[T], bool) {
	if n := len(l.versions); n > 0 && l.versions[n-1].ValidFrom <= t { // nearly always: readings are new
		return l.versions[n-1], true
	}
	i := sort.Search(len(l.versions), func(i int) bool { return l.versions[i].ValidFrom > t })
	if i == 0 {
		var none Version[T]
		return none, false
	}
	return l.versions[i-1], true
}

// Until returns the first time after t at which another version starts; ok is false if there is none.
func (l Timeline[T]) Until(t int64) (next int64, ok bool) {
	i := sort.Search(len(l.versions), func(i int) bool { return l.versions[i].ValidFrom > t })
	if i == len(l.versions) {
		return 0, false
	}
	return l.versions[i].ValidFrom, true
}

// Versions returns the versions in the order of ValidFrom. Do not change them.
func (l Timeline[T]) Versions() []Version[T] { return l.versions }
