package statapi

import (
	"context"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/stats"
)

// TypeCount is the count of one type.
type TypeCount struct {
	Type   string `json:"type"`
	Count  int    `json:"count"`
	Levels [5]int `json:"levels" doc:"By level, 0 normal to 4 red; points not judged are not counted, so the sum can be less than count"`
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

// UnhealthCount counts the unhealthy devices of a type.
type UnhealthCount struct {
	Type         string `json:"type"`
	Count        int    `json:"count"`
	LowVoltage   int    `json:"lowVoltage"`
	DataLost     int    `json:"dataLost"`
	DataRepeated int    `json:"dataRepeated"`
}

// CorporationStats are the figures of the home page.
type CorporationStats struct {
	Projects        int `json:"projects"`
	Structures      int `json:"structures"`
	Items           int `json:"items"`
	MeasuringPoints int `json:"measuringPoints"`
	dataapi.Tally
	ProjectLevels        [5]int          `json:"projectLevels" doc:"Projects by their worst judged point; projects without one are not counted"`
	StructureLevels      [5]int          `json:"structureLevels" doc:"As projectLevels"`
	MeasuringPointLevels [5]int          `json:"measuringPointLevels" doc:"As levels"`
	ProjectStatList      []TypeCount     `json:"projectStatList" doc:"Projects by type of their structures; a project with two types counts in both"`
	StructureStatList    []TypeCount     `json:"structureStatList" doc:"By type"`
	ItemStatList         []TypeCount     `json:"itemStatList" doc:"By the type of the structure"`
	MeasuringPointStats  []TypeCount     `json:"measuringPointStatList" doc:"By measurement"`
	ActiveAlerts         int             `json:"activeAlerts" doc:"Pending and Notice"`
	AlertStatusStatList  []TypeCount     `json:"alertStatusStatList"`
	HealthStatusStat     HealthCounts    `json:"healthStatusStat"`
	UnhealthStat         []UnhealthCount `json:"unhealthStat" doc:"Device types with unhealthy devices, most first"`
	LastReading          int64           `json:"lastReading" doc:"UTC ms; 0: none yet"`
}

// ProjectStats are the figures of the project page, or of one structure.
type ProjectStats struct {
	Structures      int `json:"structures"`
	Items           int `json:"items"`
	MeasuringPoints int `json:"measuringPoints"`
	dataapi.Tally
	StructureLevels      [5]int          `json:"structureLevels" doc:"Structures by their worst judged point; structures without one are not counted"`
	MeasuringPointLevels [5]int          `json:"measuringPointLevels" doc:"As levels"`
	StructureStatList    []TypeCount     `json:"structureStatList" doc:"By type"`
	ItemStatList         []TypeCount     `json:"itemStatList" doc:"By the type of the structure"`
	MeasurementTypeStat  []TypeCount     `json:"measurementTypeStat"`
	MeasuringPointStats  []TypeCount     `json:"measuringPointStatList" doc:"By device type"`
	ActiveAlerts         int             `json:"activeAlerts" doc:"Pending and Notice"`
	AlertStatusStatList  []TypeCount     `json:"alertStatusStatList"`
	HealthStatusStat     HealthCounts    `json:"healthStatusStat"`
	UnhealthStat         []UnhealthCount `json:"unhealthStat" doc:"Device types with unhealthy devices, most first"`
	LastReading          int64           `json:"lastReading" doc:"UTC ms; 0: none yet"`
}

// TrendDay is one day of the alert trend.
type TrendDay struct {
	Start  int64  `json:"start" doc:"UTC ms of the start of the day"`
	Opened int    `json:"opened"`
	Levels [5]int `json:"levels"`
}

type alertTrend struct {
	ProjectID int64  `query:"projectId" minimum:"0" doc:"0: everything the caller may see"`
	Days      int    `query:"days" minimum:"1" maximum:"366" default:"30"`
	TimeZone  string `query:"timeZone" maxLength:"64" default:"Asia/Shanghai" doc:"IANA name"`
}

func (s *server) stats() {
	view := access.Permission{Area: access.Project, Action: access.Retrieve}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "corporationStats", Method: http.MethodGet, Path: "/stats/corporation", Tag: "statistics", Need: view,
		Summary: "Counts over everything the caller may see",
	}, s.corporationStats)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "projectStats", Method: http.MethodGet, Path: "/stats/projects/{projectId}", Tag: "statistics", Need: view, Summary: "Counts of a project",
	}, s.projectStats)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "structureStats", Method: http.MethodGet, Path: "/stats/projects/{projectId}/structures/{structureId}", Tag: "statistics", Need: view,
		Summary: "Counts of a structure with its items",
	}, s.structureStats)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "alertTrend", Method: http.MethodGet, Path: "/stats/alert-trend", Tag: "statistics",
		Need: access.Permission{Area: access.Alert, Action: access.Retrieve}, Summary: "Alerts opened on each of the last days",
	}, s.alertTrend)
}

func (s *server) corporationStats(ctx context.Context, _ *httpapi.NoInput) (*httpapi.Output[CorporationStats], error) {
	c, err := s.Stats.Corporation(ctx, httpapi.CallerOf(ctx).Scope, s.fillPlaces)
	return httpapi.Reply(CorporationStats{
		Tally:    statsTally(c.Project),
		Projects: c.Projects, Structures: c.Structures, Items: c.Items, MeasuringPoints: c.Points, ProjectLevels: c.ProjectLevels,
		StructureLevels: c.StructureLevels, MeasuringPointLevels: c.PointLevels, ProjectStatList: httpapi.ListOf(c.ProjectTypes, typeCountOf),
		StructureStatList: httpapi.ListOf(c.StructureTypes, typeCountOf),
		ItemStatList:      httpapi.ListOf(c.ItemTypes, typeCountOf), UnhealthStat: unhealthy(c.HealthTypes),
		MeasuringPointStats: httpapi.ListOf(c.Measurements, typeCountOf), ActiveAlerts: c.ActiveAlerts,
		AlertStatusStatList: httpapi.ListOf(c.AlertStatus, typeCountOf), HealthStatusStat: HealthCounts(c.Health), LastReading: c.LastReading,
	}), err
}

func (s *server) projectStats(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[ProjectStats], error) {
	p, err := s.Stats.Project(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, s.fillPlaces)
	return httpapi.Reply(projectStatsOf(p)), err
}

func (s *server) structureStats(ctx context.Context, in *httpapi.ProjectStructurePath) (*httpapi.Output[ProjectStats], error) {
	p, err := s.Stats.Structure(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.StructureID, s.fillPlaces)
	return httpapi.Reply(projectStatsOf(p)), err
}

func (s *server) alertTrend(ctx context.Context, in *alertTrend) (*httpapi.Output[httpapi.List[TrendDay]], error) {
	zone, err := time.LoadLocation(in.TimeZone)
	if err != nil || in.TimeZone == "Local" {
		return nil, errs.OnField("timeZone", errs.ZoneUnknown)
	}
	days, err := s.Stats.Trend(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.Days, zone)
	return httpapi.ReplyList(days, func(d stats.Day) TrendDay { return TrendDay{d.Start, d.Opened, d.ByLevel} }), err
}

// fillPlaces implements stats.Newest.
func (s *server) fillPlaces(ctx context.Context, places []stats.Place) error {
	now := clock.Now().UnixMilli()
	return query.EachNewest(ctx, s.Monitor, stats.PointIDs(places), func(i int, l *query.Latest) {
		places[i].Level, places[i].Last, places[i].Stale = int(l.Level), l.Time, l.Stale(now)
	})
}

func statsTally(p stats.Project) dataapi.Tally {
	t := dataapi.Tally{Points: p.Points, NoData: p.NoData, Stale: p.Stale, Levels: p.PointLevels}
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
		StructureLevels: p.StructureLevels, ItemStatList: httpapi.ListOf(p.ItemTypes, typeCountOf),
		StructureStatList: httpapi.ListOf(p.StructureTypes, typeCountOf), MeasurementTypeStat: httpapi.ListOf(p.Measurements, typeCountOf),
		MeasuringPointStats: httpapi.ListOf(p.Categories, typeCountOf), ActiveAlerts: p.ActiveAlerts,
		AlertStatusStatList: httpapi.ListOf(p.AlertStatus, typeCountOf), HealthStatusStat: HealthCounts(p.Health),
		UnhealthStat: unhealthy(p.HealthTypes), LastReading: p.LastReading,
	}
}

// unhealthy returns the types with unhealthy devices, highest count first.
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
