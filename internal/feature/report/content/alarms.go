package content

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
)

// mostAlarms is the number of alarms that a report lists; how many more there are is said.
const mostAlarms = 1_000

// late is how far an event may be ahead of the wall clock of its record.
const late = 24 * 3600_000

// readAlarms lists the alarms of the chosen points and of devices that were open in the period.
func (b *gathering) readAlarms(ctx context.Context) error {
	r, lang := b.request, errs.Language(b.request.Language)
	chosen := map[int64]bool{}
	for i := range b.points {
		chosen[b.points[i].ID] = true
	}
	err := b.host.Alerts.EachHistory(ctx, b.scope, r.Project, r.From-late, func(l alarm.Listed, _ []alarm.Transition) error {
		over := l.Ended != 0 && l.Ended < r.From
		if l.Opened >= r.To || over || l.WithdrawnAt != 0 || l.RecordedAt > b.report.KnownAt || l.PointID != 0 && !chosen[l.PointID] {
			return nil
		}
		a := Alarm{
			ID: l.ID, Kind: alarm.LevelName(&l.Record).In(r.Language), Level: int(l.Level), Name: l.DeviceName, Reason: alarm.Reason(&l.Record, lang),
			Opened: l.Opened, Ended: l.Ended, Status: l.Status.Name().In(r.Language), Handled: handled(&l.Record),
		}
		if l.Kind == alarm.OfThreshold {
			a.Name, a.Quantity = alarm.Location(&l.Record, l.PointName, lang), alarm.Quantity(l.Measurement, l.Key).In(r.Language)
		} else if a.Name == "" {
			a.Name = cmp.Or(l.PointName, l.ItemName, l.StructureName)
		}
		b.report.Alarms = append(b.report.Alarms, a)
		return nil
	})
	if err != nil {
		return err
	}
	list := b.report.Alarms
	if more := len(list) - mostAlarms; more > 0 {
		slices.SortStableFunc(list, func(a, b Alarm) int { return cmp.Compare(b.Level, a.Level) })
		b.report.Alarms, b.report.MoreAlarms = list[:mostAlarms], more
	}
	slices.SortStableFunc(b.report.Alarms, func(a, b Alarm) int { return cmp.Or(cmp.Compare(a.Opened, b.Opened), cmp.Compare(a.ID, b.ID)) })
	return nil
}

// handled returns what people wrote when they processed an alarm.
func handled(r *alarm.Record) string {
	parts := slices.DeleteFunc([]string{r.Cause, r.Measure, r.Note}, func(s string) bool { return s == "" })
	return strings.Join(parts, "; ")
}
