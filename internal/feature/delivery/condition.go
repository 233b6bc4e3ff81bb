package delivery

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/errs"
)

// unmet is the reason of a message whose alert ended before it met the conditions of the rule.
const unmet = "unmet"

const (
	maxMinutes = 7 * 24 * 60 // of conditions
	// stillCounts is how far a look at the conditions reaches back: what was met before has been sent.
	stillCounts = (maxMinutes + 24*60) * time.Minute
)

func checkConditions(refused *errs.Refusals, c *alarm.Conditions) {
	if c.Readings != 0 && (c.Readings < 2 || c.Readings > alarm.MaxCounted) {
		refused.Add("conditionReadings", errs.OutOfRange, "min", 2, "max", alarm.MaxCounted)
	} else if c.Readings != 0 && (c.Reached < 1 || c.Reached > c.Readings) {
		refused.Add("conditionReached", errs.OutOfRange, "min", 1, "max", c.Readings)
	}
	if c.Minutes < 0 || c.Minutes > maxMinutes {
		refused.Add("conditionMinutes", errs.OutOfRange, "min", 0, "max", maxMinutes)
	}
	if c.Points != 0 && (c.Points < 2 || c.Points > alarm.MaxCounted) {
		refused.Add("conditionPoints", errs.OutOfRange, "min", 2, "max", alarm.MaxCounted)
	} else if c.Points != 0 && (c.Within < 1 || c.Within > maxMinutes) {
		refused.Add("conditionWithin", errs.OutOfRange, "min", 1, "max", maxMinutes)
	}
}

// asked are the conditions of a rule when a message was written, and the points that count.
type asked struct {
	alarm.Conditions
	StructureID  int64    `json:"structureId,omitempty"` // 0: the whole project
	ItemID       int64    `json:"itemId,omitempty"`      // 0: the whole structure
	Measurements []string `json:"measurements,omitempty"`
}

// asks returns what a rule asks for before it sends messages about a record; none about the health of devices and graded
// warnings, which have conditions of their kind.
func (r *Rule) asks(record *alarm.Record) []asked {
	if record.Kind != alarm.OfThreshold || r.Conditions == (alarm.Conditions{}) {
		return nil
	}
	return []asked{{r.Conditions, r.StructureID, r.ItemID, r.Measurements}}
}

func conditionsText(c alarm.Conditions) string {
	if c == (alarm.Conditions{}) {
		return ""
	}
	text, _ := json.Marshal(c) // of numbers alone
	return string(text)
}

func conditionsOf(text string) (c alarm.Conditions, err error) {
	if text != "" {
		err = json.Unmarshal([]byte(text), &c)
	}
	return c, err
}

func packed(list []asked) (string, error) {
	if len(list) == 0 {
		return "", nil
	}
	text, err := json.Marshal(list)
	return string(text), err
}

func unpacked(text string) (list []asked, err error) {
	if text == "" {
		return nil, nil
	}
	err = json.Unmarshal([]byte(text), &list)
	return list, err
}

// Readings has the levels of readings, see package query.
type Readings interface {
	JudgedReadings(ctx context.Context, pointID int64, key alarm.Key, from, to int64, before int) ([]alarm.Judged, error)
}

// evidence is what is known about one alert.
type evidence struct {
	Ledger
	record *alarm.Record
	since  int64 // UTC ms; readings before are not asked for, unless they lead to later ones
	until  int64

	from     int64 // of readings
	readings []alarm.Judged
}

// met returns the time (UTC ms) by which the alert meets one of several conditions at a level; 0: none. The level that is
// no longer reached, because earlier readings were corrected, meets none.
func (e *evidence) met(ctx context.Context, level alarm.Level, list []asked) (earliest int64, err error) {
	at := slices.IndexFunc(e.record.Steps, func(s alarm.Step) bool { return s.Level >= level })
	if at < 0 {
		return 0, nil
	}
	event := e.record.Steps[at].Time
	for i := range list {
		byReadings, byPoints := event, event
		if list[i].OfReadings() {
			if err := e.read(ctx, max(event, e.since)); err != nil {
				return 0, err
			}
			byReadings = list[i].MetByReadings(level, event, e.readings)
		}
		if list[i].Points > 0 && byReadings != 0 {
			others, err := e.others(ctx, &list[i], level, event)
			if err != nil {
				return 0, err
			}
			byPoints = list[i].MetByPoints(e.record.PointID, event, others)
		}
		met := alarm.Met(byReadings, byPoints, e.record.Ended)
		if met != 0 && (earliest == 0 || met < earliest) {
			earliest = met
		}
	}
	return earliest, nil
}

func (e *evidence) read(ctx context.Context, from int64) (err error) {
	if e.from != 0 && e.from <= from {
		return nil
	}
	until := e.until
	if e.record.Ended != 0 {
		until = e.record.Ended
	}
	e.from = from
	e.readings, err = e.Readings.JudgedReadings(ctx, e.record.PointID, e.record.Key, from, until, alarm.MaxCounted)
	return err
}

// others returns the other points that count and were at a level at some time near an event. False alarms do not count.
func (e *evidence) others(ctx context.Context, a *asked, level alarm.Level, event int64) (list []alarm.Standing, err error) {
	window := a.Within * time.Minute.Milliseconds()
	q := e.Bun.NewSelect().TableExpr("alert AS al").Column("al.point_id", "al.steps", "al.ended").
		Where("al.project_id = ? AND al.kind = ? AND al.withdrawn_at = 0 AND al.status <> ?", e.record.ProjectID, alarm.OfThreshold, alarm.FalseAlarm).
		Where("al.level >= ? AND al.point_id <> ?", level, e.record.PointID).
		Where("al.opened <= ? AND (al.ended = 0 OR al.ended >= ?)", event+window, event-window)
	if a.StructureID != 0 {
		q = q.Where("al.structure_id = ?", a.StructureID)
	}
	if a.ItemID != 0 {
		q = q.Where("al.item_id = ?", a.ItemID)
	}
	if len(a.Measurements) > 0 {
		q = q.Where("al.measurement IN (?)", bun.List(a.Measurements))
	}
	var found []struct {
		PointID int64
		Steps   string
		Ended   int64
	}
	if err := q.Scan(ctx, &found); err != nil {
		return nil, fmt.Errorf("points that agree with alert %d: %w", e.record.ID, err)
	}
	for _, f := range found {
		var steps []alarm.Step
		if err := json.Unmarshal([]byte(f.Steps), &steps); err != nil {
			return nil, fmt.Errorf("steps of an alert of point %d: %w", f.PointID, err)
		}
		for _, s := range steps {
			if s.Level >= level {
				list = append(list, alarm.Standing{PointID: f.PointID, Since: s.Time, Until: f.Ended})
				break
			}
		}
	}
	return list, nil
}
