// Package silence keeps times of maintenance: messages about alerts in their scope are held back until they end. The alerts
// are raised as always, so that nothing is lost.
package silence

import (
	"fmt"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
)

const (
	kind = "silence" // in the audit log

	maxOpen   = 50  // silences of a project that are not over
	maxPoints = 200 // of a silence
	maxNote   = 200 // characters
	// maxMinutes, 31 days, keeps a forgotten silence from hiding a structure for good.
	maxMinutes = 31 * 24 * 60
	// ahead is how far the start may lie in the future.
	ahead = 366 * 24 * time.Hour
	// earlier is how far the start may lie in the past, for the clock of a browser.
	earlier = 10 * time.Minute
)

// Silence is a time of maintenance in a project.
type Silence struct {
	alarm.Silence
	ID         int64
	ProjectID  int64
	Note       string // why
	RecordedAt int64  // UTC ms
	RecordedBy int64  // account
	EndedAt    int64  // UTC ms, by somebody before To; 0: not
	EndedBy    int64  // account
}

// check trims a silence and returns everything that is wrong with it.
func (s *Silence) check(now time.Time) error {
	var refused errs.Refusals
	s.Note = strings.TrimSpace(s.Note)
	switch n := utf8.RuneCountInString(s.Note); {
	case n == 0:
		refused.Add("note", errs.Empty)
	case n > maxNote:
		refused.Add("note", errs.TooLong, "max", maxNote)
	}
	if s.Level < alarm.Blue || s.Level > alarm.Red {
		refused.Add("level", errs.OutOfRange, "min", int(alarm.Blue), "max", int(alarm.Red))
	}
	if s.ItemID != 0 && s.StructureID == 0 {
		refused.Add("structureId", errs.Empty)
	}
	if len(s.Points) > maxPoints {
		refused.Add("pointIds", errs.TooManyEntries, "max", maxPoints)
	}
	for i, id := range s.Points {
		if slices.Contains(s.Points[:i], id) {
			refused.Add(fmt.Sprintf("pointIds[%d]", i), errs.Duplicate)
		}
	}
	first, last := now.Add(-earlier), now.Add(ahead)
	if s.From < first.UnixMilli() || s.From > last.UnixMilli() {
		refused.Add("from", errs.TimeBetween, "min", first.UTC().Format(time.RFC3339), "max", last.UTC().Format(time.RFC3339))
	}
	minutes := (s.To - s.From) / time.Minute.Milliseconds()
	if minutes < 1 || minutes > maxMinutes || s.To <= now.UnixMilli() {
		refused.Add("minutes", errs.OutOfRange, "min", 1, "max", maxMinutes)
	}
	return refused.Err()
}
