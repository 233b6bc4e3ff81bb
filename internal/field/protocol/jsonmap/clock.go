package jsonmap

import (
	"math"
	"strconv"
	"time"

	"plumbline/internal/field/protocol/loggerfile"
	"plumbline/internal/platform/errs"
)

// Forms of times that are no patterns.
const (
	Milliseconds = "ms"
	Seconds      = "s"
	ISO          = "iso"
)

// clock reads times.
type clock struct {
	unit    float64 // ms of a number; 0: a text
	pattern *loggerfile.TimeFormat
	zone    *time.Location // nil: that of the device
}

func (t Time) check(refused *errs.Refusals) (c clock) {
	switch t.Format {
	case "", ISO:
	case Milliseconds:
		c.unit = 1
	case Seconds:
		c.unit = 1000
	default:
		f, err := loggerfile.ParseTimeFormat(t.Format)
		if err != nil || !f.HasDate() {
			refused.Add("time.format", errs.NotOneOf, "allowed", "ms, s, iso, YYYY-MM-DD HH:mm:ss …")
		}
		c.pattern = &f
	}
	if t.Zone != "" {
		zone, err := loggerfile.LoadZone(t.Zone)
		if err != nil {
			refused.Add("time.zone", errs.ZoneUnknown)
		}
		c.zone = zone
	}
	return c
}

// at returns a time: UTC ms, or the wall clock of the device as if it were UTC.
func (c *clock) at(value any) (at int64, local, ok bool) {
	text, ok := textOf(value)
	if !ok {
		return 0, false, false
	}
	if c.unit > 0 {
		n, err := strconv.ParseFloat(text, 64)
		n = math.Round(n * c.unit)
		return int64(n), false, err == nil && math.Abs(n) < 1<<53
	}
	if c.pattern != nil {
		wall, zoned, ok := c.pattern.Read(text)
		return c.place(wall, zoned, ok)
	}
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04:05.999999999", "2006-01-02 15:04:05.999999999", "2006-01-02T15:04"} {
		if wall, err := time.Parse(layout, text); err == nil {
			return c.place(wall, layout == time.RFC3339Nano, true)
		}
	}
	return 0, false, false
}

// place puts a wall clock into the zone of the mapping, if its text names no zone.
func (c *clock) place(wall time.Time, zoned, ok bool) (at int64, local, good bool) {
	switch {
	case !ok:
		return 0, false, false
	case zoned:
		return wall.UnixMilli(), false, true
	case c.zone == nil:
		return wall.UnixMilli(), true, true
	}
	y, m, d := wall.Date()
	return time.Date(y, m, d, wall.Hour(), wall.Minute(), wall.Second(), wall.Nanosecond(), c.zone).UnixMilli(), false, true
}
