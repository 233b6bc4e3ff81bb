package statapi

import "plumbline/internal/httpapi/dataapi"

// StatScope limits statistics to a project, or a structure or item of it.
type StatScope struct {
	ProjectID   int64 `query:"projectId" minimum:"0" doc:"0: everything the caller may see"`
	StructureID int64 `query:"structureId" minimum:"0" doc:"A structure or an item; 0: all"`
}

// Standing is the summary of several points.
type Standing struct {
	dataapi.Tally
	MeasuringPoints int   `json:"measuringPoints" doc:"As points"`
	Read            int   `json:"read" doc:"Points with a reading and a known interval"`
	Fresh           int   `json:"fresh" doc:"Of these, points whose newest reading is at most three intervals old and at most five minutes ahead of the clock"`
	Waiting         int   `json:"waiting" doc:"Points with a known interval that never had a reading"`
	LastReading     int64 `json:"lastReading" doc:"UTC ms, ignoring readings ahead of the clock; 0: none yet"`
	ActiveAlerts    int   `json:"activeAlerts" doc:"Pending and Notice"`
}

// ProjectStat is a ranked project.
type ProjectStat struct {
	ProjectID int64    `json:"projectId"`
	Name      string   `json:"name"`
	TimeZone  string   `json:"timeZone"`
	Longitude *float64 `json:"longitude,omitempty" doc:"Degrees"`
	Latitude  *float64 `json:"latitude,omitempty" doc:"Degrees"`
	Standing
	Worst *dataapi.OverviewPoint `json:"worst,omitempty" doc:"The worst point, with its newest value"`
}

// StructureStat is a structure or item with its figures.
type StructureStat struct {
	StructureID int64    `json:"structureId"`
	ParentID    int64    `json:"parentId" doc:"Items: the structure; 0 otherwise"`
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Longitude   *float64 `json:"longitude,omitempty" doc:"Degrees"`
	Latitude    *float64 `json:"latitude,omitempty" doc:"Degrees"`
	Extent      *Extent  `json:"extent,omitempty" doc:"Locations of its points that have coordinates"`
	Standing
}

// Extent is a part of the map, in degrees.
type Extent struct {
	West  float64 `json:"west"`
	South float64 `json:"south"`
	East  float64 `json:"east"`
	North float64 `json:"north"`
}

// StructureStats are the structures and items of a project.
type StructureStats struct {
	StructureStatList []StructureStat `json:"structureStatList"`
	ItemStatList      []StructureStat `json:"itemStatList"`
}

// MeasurementValue is a measurement with its worst point.
type MeasurementValue struct {
	Measurement string `json:"measurement"`
	Standing
	Worst   dataapi.OverviewPoint `json:"worst"`
	Control *float64              `json:"control" doc:"The highest threshold of the worst point for the quantity shown; null if none"`
}

// DeviceHealthStat is the health of the devices of one type.
type DeviceHealthStat struct {
	Type string `json:"type"`
	HealthCounts
}

// MeasurementCompleteness is the completeness of one measurement over the last day.
type MeasurementCompleteness struct {
	Measurement     string       `json:"measurement"`
	MeasuringPoints int          `json:"measuringPoints" doc:"With a collection interval"`
	Share           float64      `json:"share" minimum:"0" maximum:"1"`
	Hours           [24]*float64 `json:"hours" doc:"Oldest first; the last hour is the current one and expects only what is due so far; null if nothing was due, as before a point was created"`
}

// DayCompleteness is the completeness of the last day.
type DayCompleteness struct {
	Start int64                     `json:"start" doc:"UTC ms, start of the first hour"`
	End   int64                     `json:"end" doc:"UTC ms, end of the current hour"`
	Share *float64                  `json:"share" doc:"Of all points; null if none had readings due"`
	Hours [24]*float64              `json:"hours" doc:"Of all points, oldest first; null if nothing was due"`
	List  []MeasurementCompleteness `json:"list" doc:"Least complete first"`
}
