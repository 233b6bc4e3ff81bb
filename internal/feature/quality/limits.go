package quality

import (
	"encoding/json"
	"fmt"
	"math"

	"plumbline/internal/core/alarm"
	"plumbline/internal/site/point"
	"plumbline/internal/site/pointconfig"
)

// Limits counts the limits of a level that are in force.
type Limits struct {
	Total   int // in force for the whole span, of points with readings in it
	Younger int // in force for a part of the span
	Unread  int // of points without a reading in the span
	Never   int // of Total: not reached by any alert
	Always  int // of Total: reached at the last reading, and since before the span
}

// PointLimits is a point with the limits of one threshold.
type PointLimits struct {
	PointID, StructureID, ItemID int64
	Name, Measurement            string
	Key                          alarm.Key
	Side                         alarm.Side
	Level                        alarm.Level // the highest one reached all the time; the lowest one never reached
}

// configured is a point with the thresholds in force.
type configured struct {
	point      point.Point
	thresholds alarm.Thresholds
	from       int64 // UTC ms; 0: always
	read       bool  // has a reading in the span
}

// limitsOf returns the points that have thresholds.
func limitsOf(list []pointconfig.Configured) ([]configured, error) {
	var made []configured
	for i := range list {
		c := &list[i]
		if c.Record.ID == 0 {
			continue
		}
		one := configured{point: c.Point, from: c.Record.ValidFrom}
		if err := json.Unmarshal(c.Record.Value, &one.thresholds); err != nil {
			return nil, fmt.Errorf("thresholds of point %d: %w", c.Point.ID, err)
		}
		made = append(made, one)
	}
	return made, nil
}

// judgeLimits counts limits. A limit counts as reached by an alert that overlaps the span, also if the alert has fallen
// to a lower level by then: never is said only of limits that nothing reached.
func (f *Figures) judgeLimits(list []configured, levels []alarm.PointLevel, reached map[side]alarm.Level) {
	standing := map[side]alarm.Outcome{}
	for _, l := range levels {
		for _, o := range l.Outcomes {
			if o.Level > alarm.Normal {
				standing[side{l.PointID, o.Key, o.Side}] = o
			}
		}
	}
	for i := range list {
		c := &list[i]
		for j := range c.thresholds.List {
			t := &c.thresholds.List[j]
			if !t.Enable {
				continue
			}
			for _, on := range []alarm.Side{alarm.Upper, alarm.LowerLimit} {
				at := side{c.point.ID, t.Key(), on}
				f.judgeSide(c, t, at, standing[at], max(reached[at], standing[at].Level))
			}
		}
	}
	f.Silent, f.Constant = len(f.Never), len(f.Always)
	f.Never, f.Always = f.Never[:min(len(f.Never), mostListed)], f.Always[:min(len(f.Always), mostListed)]
}

// judgeSide counts the limits of a threshold on one side.
func (f *Figures) judgeSide(c *configured, t *alarm.Threshold, at side, o alarm.Outcome, reached alarm.Level) {
	var lowest, highest alarm.Level
	for level := alarm.Blue; level <= alarm.Red; level++ {
		if math.IsInf(t.LimitOf(at.side, level), 0) {
			continue
		}
		l := &f.Limits[level]
		switch {
		case !c.read:
			l.Unread++
			continue
		case c.from > f.From:
			l.Younger++
			continue
		}
		l.Total++
		if level > reached {
			l.Never++
		}
		if o.Level >= level && o.Since <= f.From {
			l.Always++
			highest = level
		}
		if lowest == alarm.Normal {
			lowest = level
		}
	}
	row := PointLimits{
		PointID: c.point.ID, StructureID: c.point.StructureID, ItemID: c.point.ItemID, Name: c.point.Name, Measurement: c.point.Measurement,
		Key: at.key, Side: at.side,
	}
	switch {
	case highest != alarm.Normal:
		row.Level = highest
		f.Always = append(f.Always, row)
	case lowest != alarm.Normal && reached == alarm.Normal:
		row.Level = lowest
		f.Never = append(f.Never, row)
	}
}
