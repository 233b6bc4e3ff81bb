package retention

import (
	"cmp"
	"context"
	"slices"

	"github.com/uptrace/bun"
)

// Span is a period of time, UTC ms, without its end.
type Span struct{ From, To int64 }

// endless is the end of spans that go on.
const endless = 1 << 62

// Hold keeps the data of a device in a span, because something refers to them.
type Hold struct {
	Device int64
	Span
	By Holder
}

// Holder is what keeps data.
type Holder struct {
	Kind    string // alert
	ID      int64
	Project int64
	Name    string // of the point or device
	Since   int64  // UTC ms
}

// Protected finds what refers to data of a corporation's devices, in a transaction or on committed rows.
type Protected interface {
	Holds(ctx context.Context, db bun.IConn, corporation int64) ([]Hold, error)
}

// free returns the parts of a span that no hold keeps.
func free(span Span, holds []Hold) []Span {
	holds = slices.SortedFunc(slices.Values(holds), func(a, b Hold) int { return cmp.Compare(a.From, b.From) })
	var parts []Span
	for _, h := range holds {
		if h.From > span.From {
			parts = append(parts, Span{span.From, min(h.From, span.To)})
		}
		span.From = max(span.From, h.To)
		if span.From >= span.To {
			return parts
		}
	}
	return append(parts, span)
}

// byDevice groups holds.
func byDevice(holds []Hold) map[int64][]Hold {
	groups := map[int64][]Hold{}
	for _, h := range holds {
		groups[h.Device] = append(groups[h.Device], h)
	}
	return groups
}
