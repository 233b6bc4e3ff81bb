package timeline

import "math"

// Always is the end of a stretch of time that nothing ends.
const Always = math.MaxInt64

// Span is a stretch of time in which one version holds: from From to before Until.
type Span[T any] struct {
	From, Until int64 // UTC ms
	Value       T
}

// Spans lists when each version of a timeline holds.
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

// Newly lists when a value holds after an edit that did not hold before it: where the edit itself
// put it, and where a version that the edit took away or moved uncovers an older one.
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

// Edit changes the versions of one aspect of an owner: some go, others come.
type Edit struct {
	Kind   OwnerKind
	Owner  int64 // 0: it is not made yet
	Aspect string
	Gone   []int64
	Come   []Draft
}

// Clash says that another owner already has what an edit gives to one.
type Clash struct {
	Owner     int64
	Name      string
	DeviceID  int64
	ChannelNo int32
	At        int64 // UTC ms, the first moment at which both would have it
}
