package rows

import "slices"

// Span is a time range, ends included.
type Span struct{ From, To int64 }

// Spans are in ascending order and neither touch nor overlap.
type Spans []Span

// Add returns the spans with one more.
func (s Spans) Add(span Span) Spans {
	i, _ := slices.BinarySearchFunc(s, span.From, func(have Span, from int64) int {
		// Find the first span that ends at or after the millisecond before from.
		if have.To+1 < from && have.To < from {
			return -1
		}
		return 1
	})
	j := i
	for j < len(s) && (s[j].From <= span.To || s[j].From-1 == span.To) {
		span.From, span.To = min(span.From, s[j].From), max(span.To, s[j].To)
		j++
	}
	return slices.Replace(s, i, j, span)
}

// Has reports whether a time is in a span.
func (s Spans) Has(time int64) bool {
	if len(s) == 0 {
		return false
	}
	i := s.after(time)
	return i < len(s) && s[i].From <= time
}

// Touch reports whether a span overlaps [from, to].
func (s Spans) Touch(from, to int64) bool {
	i := s.after(from)
	return i < len(s) && s[i].From <= to
}

// Cover reports whether a span contains all of [from, to].
func (s Spans) Cover(from, to int64) bool {
	i := s.after(from)
	return i < len(s) && s[i].From <= from && s[i].To >= to
}

// after returns the first span that ends at or after a time.
func (s Spans) after(time int64) int {
	i, _ := slices.BinarySearchFunc(s, time, func(have Span, time int64) int {
		if have.To < time {
			return -1
		}
		return 1
	})
	return i
}
