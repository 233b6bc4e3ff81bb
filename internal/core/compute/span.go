package compute

import "plumbline/internal/core/compiled"

import (
	"slices"
)

// span is a time range in which readings of a point changed, ends included.
type span struct{ from, to int64 }

// near is the distance up to which two spans are joined.
const near = 6 * 3600_000 // ms

// addSpan adds a span to a sorted list and joins spans that are close together.
func addSpan(list []span, s span) []span {
	if n := len(list); n > 0 && s.from >= list[n-1].from && s.from <= list[n-1].to+near {
		list[n-1].to = max(list[n-1].to, s.to)
		return list
	}
	list = append(list, s)
	slices.SortFunc(list, func(a, b span) int {
		if a.from < b.from {
			return -1
		}
		return 1
	})
	joined := list[:1]
	for _, next := range list[1:] {
		last := &joined[len(joined)-1]
		if last.to == compiled.Forever || next.from <= last.to+near {
			last.to = max(last.to, next.to)
			continue
		}
		joined = append(joined, next)
	}
	return joined
}
