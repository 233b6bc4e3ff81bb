package api

import (
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/platform/fault"
)

// AskedTime is a time that selects data, UTC ms. Every parameter that chooses what is read, counted
// or computed again has this type: a far-off time costs nothing but a refusal. 0 is not given.
type AskedTime int64

// ms is the time as the rest of the program has it.
func (t AskedTime) ms() int64 { return int64(t) }

// earliestAsked is 2000-01-01 UTC: no reading is older.
const earliestAsked = 946_684_800_000

// latestAsked is one year ahead: screens ask for whole years.
func latestAsked() int64 { return time.Now().AddDate(1, 0, 0).UnixMilli() }

// Resolve refuses a time outside of the range, by the name of its field.
func (t AskedTime) Resolve(_ huma.Context, prefix *huma.PathBuffer) []error {
	if t == 0 || t >= earliestAsked && t.ms() <= latestAsked() {
		return nil
	}
	name := prefix.String()
	for _, place := range []string{"body.", "query."} {
		name = strings.TrimPrefix(name, place)
	}
	return []error{fault.OnField(name, fault.TimeBetween, "min", "2000-01-01", "max", time.UnixMilli(latestAsked()).UTC().Format(time.DateOnly))}
}
