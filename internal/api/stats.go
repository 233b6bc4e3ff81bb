package api

import (
	"context"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/stats"
)

// TypeCount is the count of one type.
type TypeCount struct {
	Type   string `json:"type"`
	Count  int    `json:"count"`
	Levels [5]int `json:"levels" doc:"By level, 0 normal to 4 red; what is not judged is in none, so that the sum may be less than count"`
}

// HealthCounts counts devices by state and health.
type HealthCounts struct {
	Total        int `json:"total"`
	Online       int `json:"online"`
	Sleep        int `json:"sleep"`
	Offline      int `json:"offline"`
	Normal       int `json:"normal"`
	Unknown      int `json:"unknown" doc:"Never communicated"`
	LowVoltage   int `json:"lowVoltage"`
	DataLost     int `json:"dataLost"`
	DataRepeated int `json:"dataRepeated"`
}

// UnhealthCount counts the devices of a type that are not healthy.
type UnhealthCount struct {
	Type         string `json:"type"`
	Count        int    `json:"count"`
	LowVoltage   int    `json:"lowVoltage"`
	DataLost     int    `json:"dataLost"`
	DataRepeated int    `json:"dataRepeated"`
}

// CorporationStats are the figures of the home screen.
type CorporationStats struct {
	Projects        int `json:"projects"`
	Structures      int `json:"structures"`
	Items           int `json:"items"`
	MeasuringPoints int `json:"measuringPoints"`
	Tally
	ProjectLevels        [5]int          `json:"projectLevels" doc:"Projects by their worst judged point; those without one are in none"`
	StructureLevels      [5]int          `json:"structureLevels" doc:"As projectLevels"`
	MeasuringPointLevels [5]int          `json:"measuringPointLevels" doc:"As levels"`
	ProjectStatList      []TypeCount     `json:"projectStatList" doc:"Projects by the type of their structures; one with two types is in both"`
	StructureStatList    []TypeCount     `json:"structureStatList" doc:"By type"`
	ItemStatList         []TypeCount     `json:"itemStatList" doc:"By the type of the structure"`
	MeasuringPointStats  []TypeCount     `json:"measuringPointStatList" doc:"By measurement"`
	ActiveAlerts         int             `json:"activeAlerts" doc:"Pending and Notice"`
	AlertStatusStatList  []TypeCount     `json:"alertStatusStatList"`
	HealthStatusStat     HealthCounts    `json:"healthStatusStat"`
	UnhealthStat         []UnhealthCount `json:"unhealthStat" doc:"Device types with devices that are not healthy, the most first"`
	LastReading          int64           `json:"lastReading" doc:"UTC ms; 0: none yet"`
}

// ProjectStats are the figures of the project screen, or of one structure.
type ProjectStats struct {
	Structures      int `json:"structures"`
	Items           int `json:"items"`
	MeasuringPoints int `json:"measuringPoints"`
	Tally
	StructureLevels      [5]int          `json:"structureLevels" doc:"Structures by their worst judged point; those without one are in none"`
	MeasuringPointLevels [5]int          `json:"measuringPointLevels" doc:"As levels"`
	StructureStatList    []TypeCount     `json:"structureStatList" doc:"By type"`
	ItemStatList         []TypeCount     `json:"itemStatList" doc:"By the type of the structure"`
	MeasurementTypeStat  []TypeCount     `json:"measurementTypeStat"`
	MeasuringPointStats  []TypeCount     `json:"measuringPointStatList" doc:"By device type"`
	ActiveAlerts         int             `json:"activeAlerts" doc:"Pending and Notice"`
	AlertStatusStatList  []TypeCount     `json:"alertStatusStatList"`
	HealthStatusStat     HealthCounts    `json:"healthStatusStat"`
	UnhealthStat         []UnhealthCount `json:"unhealthStat" doc:"Device types with devices that are not healthy, the most first"`
	LastReading          int64           `json:"lastReading" doc:"UTC ms; 0: none yet"`
}

// TrendDay is one day of the alert trend.
type TrendDay struct {
	Start  int64  `json:"start" doc:"UTC ms of the day's begin"`
	Opened int    `json:"opened"`
	Levels [5]int `json:"levels"`
}

type alertTrend struct {
	ProjectID int64  `query:"projectId" minimum:"0" doc:"0: all that the caller may see"`
	Days      int    `query:"days" minimum:"1" maximum:"366" default:"30"`
	TimeZone  string `query:"timeZone" maxLength:"64" default:"Asia/Shanghai" doc:"IANA name"`
}

func (s *server) stats() {
	view := access.Permission{Area: access.Project, Action: access.Retrieve}
	register(s, operation{
		id: "corporationStats", method: http.MethodGet, path: "/stats/corporation", tag: "statistics", need: view,
		summary: "Counts over all that the caller may see",
	}, func(ctx context.Context, _ *nothing) (*output[CorporationStats], error) {
		c, err := s.Stats.Corporation(ctx, callerOf(ctx).scope, s.fillPlaces)
		return answer(CorporationStats{
			Tally:    statsTally(c.Project),
			Projects: c.Projects, Structures: c.Structures, Items: c.Items, MeasuringPoints: c.Points, ProjectLevels: c.ProjectLevels,
			StructureLevels: c.StructureLevels, MeasuringPointLevels: c.PointLevels, ProjectStatList: listOf(c.ProjectTypes, typeCountOf),
			StructureStatList: listOf(c.StructureTypes, typeCountOf), ItemStatList: listOf(c.ItemTypes, typeCountOf), UnhealthStat: unhealthy(c.HealthTypes),
			MeasuringPointStats: listOf(c.Measurements, typeCountOf), ActiveAlerts: c.ActiveAlerts,
			AlertStatusStatList: listOf(c.AlertStatus, typeCountOf), HealthStatusStat: HealthCounts(c.Health), LastReading: c.LastReading,
		}), err
	})
	register(s, operation{
		id: "projectStats", method: http.MethodGet, path: "/stats/projects/{projectId}", tag: "statistics", need: view, summary: "Counts of a project",
	}, func(ctx context.Context, in *ProjectPath) (*output[ProjectStats], error) {
		p, err := s.Stats.Project(ctx, callerOf(ctx).scope, in.ProjectID, s.fillPlaces)
		return answer(projectStatsOf(p)), err
	})
	register(s, operation{
		id: "structureStats", method: http.MethodGet, path: "/stats/projects/{projectId}/structures/{structureId}", tag: "statistics", need: view,
		summary: "Counts of a structure with its items",
	}, func(ctx context.Context, in *ProjectStructurePath) (*output[ProjectStats], error) {
		p, err := s.Stats.Structure(ctx, callerOf(ctx).scope, in.ProjectID, in.StructureID, s.fillPlaces)
		return answer(projectStatsOf(p)), err
	})
	register(s, operation{
		id: "alertTrend", method: http.MethodGet, path: "/stats/alert-trend", tag: "statistics",
		need: access.Permission{Area: access.Alert, Action: access.Retrieve}, summary: "Alerts opened on each of the last days",
	}, func(ctx context.Context, in *alertTrend) (*output[List[TrendDay]], error) {
		zone, err := time.LoadLocation(in.TimeZone)
		if err != nil || in.TimeZone == "Local" {
			return nil, fault.OnField("timeZone", fault.ZoneUnknown)
		}
		days, err := s.Stats.Trend(ctx, callerOf(ctx).scope, in.ProjectID, in.Days, zone)
		return listAnswer(days, func(d stats.Day) TrendDay { return TrendDay{d.Start, d.Opened, d.ByLevel} }), err
	})
}

// fillPlaces is the stats.Newest of the read side.
func (s *server) fillPlaces(ctx context.Context, places []stats.Place) error {
	now := time.Now().UnixMilli()
	return s.eachNewest(ctx, pointIDs(places), func(i int, l *monitor.Latest) {
		places[i].Level, places[i].Last, places[i].Stale = int(l.Level), l.Time, l.Stale(now)
	})
}

func statsTally(p stats.Project) Tally {
	t := Tally{Points: p.Points, NoData: p.NoData, Stale: p.Stale, Levels: p.PointLevels}
	for level, n := range p.PointLevels {
		if t.Judged += n; n > 0 {
			t.Level = &level
		}
	}
	t.NotJudged = t.Points - t.Judged
	return t
}

func typeCountOf(c stats.Count) TypeCount { return TypeCount{c.Type, c.Count, c.Levels} }

func projectStatsOf(p stats.Project) ProjectStats {
	return ProjectStats{
		Tally:      statsTally(p),
		Structures: p.Structures, Items: p.Items, MeasuringPoints: p.Points, MeasuringPointLevels: p.PointLevels,
		StructureLevels: p.StructureLevels, ItemStatList: listOf(p.ItemTypes, typeCountOf),
		StructureStatList: listOf(p.StructureTypes, typeCountOf), MeasurementTypeStat: listOf(p.Measurements, typeCountOf),
		MeasuringPointStats: listOf(p.Categories, typeCountOf), ActiveAlerts: p.ActiveAlerts,
		AlertStatusStatList: listOf(p.AlertStatus, typeCountOf), HealthStatusStat: HealthCounts(p.Health), UnhealthStat: unhealthy(p.HealthTypes), LastReading: p.LastReading,
	}
}

// unhealthy lists the types with devices that are not healthy, the most first.
func unhealthy(types []stats.TypeHealth) []UnhealthCount {
	list := []UnhealthCount{}
	for _, h := range types {
		if n := h.Unhealthy(); n > 0 {
			list = append(list, UnhealthCount{h.Type, n, h.LowVoltage, h.DataLost, h.DataRepeated})
		}
	}
	slices.SortStableFunc(list, func(a, b UnhealthCount) int { return b.Count - a.Count })
	return list
}
