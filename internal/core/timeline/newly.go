package timeline

import "math"

// Always is the end of a time range without an end.
const Always = math.MaxInt64

// Span is a time range in which one version is in effect, From inclusive, Until exclusive.
type Span[T any] struct {
	From, Until int64 // UTC ms
	Value       T
}

// Spans returns the time ranges of a timeline's versions.
func (l Timeline[T]) Spans() []Span[T] {
	spans := make([]Span[T], len(l.versions))
	for i, v := range l.versions {
		spans[i] = Span[T]{From: v.ValidFrom, Until: Always, Value: v.Value}
		if i > 0 {
			spans[i-1].Until = v.ValidFrom
		}
	}
	return spans
}

// Newly returns when a value is in effect after an edit but was not before: where the edit put it, or where an edit
// uncovered an older version.
func Newly[T comparable](before, after Timeline[T]) []Span[T] {
	var fresh []Span[T]
	for _, span := range after.Spans() {
		for at := span.From; at < span.Until; {
			until := span.Until
			if next, ok := before.Until(at); ok {
				until = min(until, next)
			}
			if held, ok := before.At(at); !ok || held.Value != span.Value {
				if n := len(fresh); n > 0 && fresh[n-1].Until == at && fresh[n-1].Value == span.Value {
					fresh[n-1].Until = until
				} else {
					fresh = append(fresh, Span[T]{From: at, Until: until, Value: span.Value})
				}
			}
			at = until
		}
	}
	return fresh
}

// Edit supersedes and adds versions of one aspect of an owner.
type Edit struct {
	Kind   OwnerKind
	Owner  int64 // 0: not created yet
	Aspect string
	Gone   []int64
	Come   []Draft
}

// Clash is a conflict: another owner already has what an edit gives to one.
type Clash struct {
	Owner     int64
	Name      string
	DeviceID  int64
	ChannelNo int32
	At        int64 // UTC ms, the first time at which both would have it
}
