// Package definition defines everything that the results and alarms of a point depend on, apart from readings: its
// sources, how readings become values, and corrections. All of it is versioned by time: a change takes effect at a
// time, and earlier readings keep the configuration that was in effect then.
package definition

import (
	"plumbline/internal/core/alarm"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/timeline"
)

// Definition is everything that the results and alarms of a point depend on, apart from readings.
type Definition struct {
	Point       Point
	Config      PointConfig
	Thresholds  timeline.Timeline[alarm.Thresholds]
	Corrections []correction.Correction // those in effect
	// Actions are the decisions about the point's alert records, withdrawn or not.
	Actions []alarm.Action
	// Devices are the devices that Config.Binding names at any time, by id.
	Devices map[int64]Device

	ProjectZone     string // IANA name
	ProjectLanguage string
	// Graded says that gradings judge the results of the project.
	Graded bool
}
