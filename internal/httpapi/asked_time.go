package httpapi

import (
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// AskedTime is a time that selects data, UTC ms; 0 if not given. Every parameter that chooses what is
// read, counted or recomputed has this type, so that a time far out of range is rejected cheaply.
type AskedTime int64

func (t AskedTime) Millis() int64 { return int64(t) }

// earliestAsked is 2000-01-01 UTC; no reading is older.
const earliestAsked = 946_684_800_000

// latestAsked is one year ahead, because screens request whole years.
func latestAsked() int64 { return clock.Now().AddDate(1, 0, 0).UnixMilli() }

// Resolve rejects a time outside the range; the error names its field.
func (t AskedTime) Resolve(_ huma.Context, prefix *huma.PathBuffer) []error {
	if t == 0 || t >= earliestAsked && t.Millis() <= latestAsked() {
		return nil
	}
	name := prefix.String()
	for _, place := range []string{"body.", "query."} {
		name = strings.TrimPrefix(name, place)
	}
	return []error{errs.OnField(name, errs.TimeBetween, "min", "2000-01-01", "max", time.UnixMilli(latestAsked()).UTC().Format(time.DateOnly))}
}
