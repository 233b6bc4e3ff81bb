// Package definition holds everything that the results and alarms of a point depend on, apart from
// readings: which devices and points feed it, how their readings become values, and what was
// corrected. All of it is dated: a change takes effect at a time, and readings before it keep the
// configuration that was in force then.
package definition

import (
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/timeline"
)

// Definition is everything that the results and alarms of a point depend on, apart
// from readings.
type Definition struct {
	Point       Point
	Config      PointConfig
	Thresholds  timeline.Timeline[alarm.Thresholds]
	Corrections []correction.Correction // those that stand
	// Actions are those of the point's processed alert records, withdrawn or not.
	Actions []alarm.Action
	// Devices are those that Config.Binding names, at any time, by id.
	Devices map[int64]Device

	ProjectZone     string // IANA name
	ProjectLanguage string
}
