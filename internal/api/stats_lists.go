package api

import (
	"cmp"
	"context"
	"math"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/listing"
	"plumbline/internal/site/stats"
)

// StatScope narrows statistics to a project, or to a structure or item of it.
type StatScope struct {
	ProjectID   int64 `query:"projectId" minimum:"0" doc:"0: all that the caller may see"`
	StructureID int64 `query:"structureId" minimum:"0" doc:"A structure or an item; 0: all"`
}

// Standing is what many points come to.
type Standing struct {
	Tally
	MeasuringPoints int   `json:"measuringPoints" doc:"As points"`
	Read            int   `json:"read" doc:"Points with a reading and a known interval"`
	Fresh           int   `json:"fresh" doc:"Of them, those whose newest reading is at most three intervals old; one that claims to be more than five minutes ahead of the clock is not"`
	Waiting         int   `json:"waiting" doc:"Points with a known interval that never had a reading"`
	LastReading     int64 `json:"lastReading" doc:"UTC ms, not counting readings ahead of the clock; 0: none yet"`
	ActiveAlerts    int   `json:"activeAlerts" doc:"Pending and Notice"`
}

// ProjectStat is a project in the list that ranks them.
type ProjectStat struct {
	ProjectID int64    `json:"projectId"`
	Name      string   `json:"name"`
	TimeZone  string   `json:"timeZone"`
	Longitude *float64 `json:"longitude,omitempty" doc:"Degrees"`
	Latitude  *float64 `json:"latitude,omitempty" doc:"Degrees"`
	Standing
	Worst *OverviewPoint `json:"worst,omitempty" doc:"The worst point, with its newest value"`
}

// StructureStat is a structure or an item with its figures.
type StructureStat struct {
	StructureID int64    `json:"structureId"`
	ParentID    int64    `json:"parentId" doc:"Items: the structure; 0 otherwise"`
	Name        string   `json:"name"`
	Type        string   `json:"type"`
	Longitude   *float64 `json:"longitude,omitempty" doc:"Degrees"`
	Latitude    *float64 `json:"latitude,omitempty" doc:"Degrees"`
	Extent      *Extent  `json:"extent,omitempty" doc:"Where its points with coordinates stand"`
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

// MeasurementValue is one thing that is measured, with its worst point.
type MeasurementValue struct {
	Measurement string `json:"measurement"`
	Standing
	Worst   OverviewPoint `json:"worst"`
	Control *float64      `json:"control" doc:"The highest threshold of the worst point in the quantity that is shown of it; null without one"`
}

// DeviceHealthStat is the health of the devices of one type.
type DeviceHealthStat struct {
	Type string `json:"type"`
	HealthCounts
}

// MeasurementCompleteness is how much of the last day came of one measurement.
type MeasurementCompleteness struct {
	Measurement     string       `json:"measurement"`
	MeasuringPoints int          `json:"measuringPoints" doc:"With a collection interval"`
	Share           float64      `json:"share" minimum:"0" maximum:"1"`
	Hours           [24]*float64 `json:"hours" doc:"The oldest first; the last is the present one, which expects what could have come; null where nothing was due, as before a point was created"`
}

// DayCompleteness is how much of the last day came.
type DayCompleteness struct {
	Start int64                     `json:"start" doc:"UTC ms, begin of the first hour"`
	End   int64                     `json:"end" doc:"UTC ms, end of the present hour"`
	Share *float64                  `json:"share" doc:"Of all points; null without any of which something was due"`
	Hours [24]*float64              `json:"hours" doc:"Of all points, the oldest first; null where nothing was due"`
	List  []MeasurementCompleteness `json:"list" doc:"The least complete first"`
}

type projectStatsInput struct{ Paging }

func (s *server) statLists() {
	see := access.Permission{Area: access.Project, Action: access.Retrieve}
	data := access.Permission{Area: access.Data, Action: access.Retrieve}
	get := func(id, path, summary string, need access.Permission) operation {
		return operation{id: id, method: http.MethodGet, path: "/stats/" + path, tag: "statistics", need: need, summary: summary}
	}
	ranked := get("projectStatList", "projects", "Projects by what their points come to, the worst first", data)
	ranked.detail = "Sorts by level (then by share of the red threshold), share, lastReading, name."
	register(s, ranked, func(ctx context.Context, in *projectStatsInput) (*output[Page[ProjectStat]], error) {
		return s.rankProjects(ctx, in.query())
	})
	register(s, get("structureStatList", "projects/{projectId}/structures", "Structures and items of a project by what their points come to", see),
		func(ctx context.Context, in *ProjectPath) (*output[StructureStats], error) {
			return s.rankStructures(ctx, in.ProjectID)
		})
	register(s, get("measurementValueList", "measurement-values", "What is measured: points, levels and the worst value of each, the worst first", data),
		func(ctx context.Context, in *StatScope) (*output[List[MeasurementValue]], error) {
			return s.measurementValues(ctx, *in)
		})
	register(s, get("completeness", "completeness", "How much of what was expected in the last 24 hours came, by measurement and hour", data),
		func(ctx context.Context, in *StatScope) (*output[DayCompleteness], error) {
			return s.completeness(ctx, *in)
		})
	weather := get("weather", "weather", "Newest temperature, humidity, pressure, wind and rain that the points of a project tell", data)
	weather.detail = "The newest value of each element; rain of the gauge with the most. Empty where no point measures Environment or Rainfall; looks at the first 200 of them."
	register(s, weather, func(ctx context.Context, in *StatScope) (*output[List[WeatherValue]], error) {
		return s.weather(ctx, *in)
	})
	register(s, get("alertStatusStat", "alert-status", "Alerts by status and level", access.Permission{Area: access.Alert, Action: access.Retrieve}),
		func(ctx context.Context, in *StatScope) (*output[List[TypeCount]], error) {
			if err := s.placeOf(ctx, *in); err != nil {
				return nil, err
			}
			counts, err := s.Stats.AlertStatus(ctx, callerOf(ctx).scope, in.ProjectID, in.StructureID)
			return listAnswer(counts, typeCountOf), err
		})
	register(s, get("deviceHealthStatList", "device-health", "Devices by type, state and health", deviceNeed(access.Retrieve)),
		func(ctx context.Context, in *StatScope) (*output[List[DeviceHealthStat]], error) {
			if err := s.placeOf(ctx, *in); err != nil {
				return nil, err
			}
			health, err := s.Stats.DeviceHealth(ctx, callerOf(ctx).scope, in.ProjectID, in.StructureID)
			return listAnswer(health, deviceHealthOf), err
		})
}

// placeOf sees that a structure is the caller's to see, and in the project.
func (s *server) placeOf(ctx context.Context, in StatScope) error {
	if in.StructureID == 0 {
		return nil
	}
	structure, err := s.Projects.Structure(ctx, callerOf(ctx).scope, in.StructureID)
	if err != nil {
		return err
	}
	if in.ProjectID != structure.ProjectID { // the permission was looked up in the project
		return fault.New(fault.NothingHere)
	}
	return nil
}

// sumUp answers what points come to by a key.
func sumUp[K comparable](ctx context.Context, s *server, places []stats.Place, key func(stats.Place) K) (map[K]*monitor.Summary, error) {
	return monitor.Summaries(ctx, s.Monitor, pointIDs(places), time.Now().UnixMilli(), func(i int) K { return key(places[i]) })
}

func pointIDs(places []stats.Place) []int64 {
	ids := make([]int64, len(places))
	for i := range places {
		ids[i] = places[i].PointID
	}
	return ids
}

func byPoint(places []stats.Place) map[int64]stats.Place {
	of := make(map[int64]stats.Place, len(places))
	for _, p := range places {
		of[p.PointID] = p
	}
	return of
}

func standingOf(sum *monitor.Summary, alerts int) Standing {
	if sum == nil {
		return Standing{ActiveAlerts: alerts}
	}
	return Standing{
		Tally: tallyOf(sum), MeasuringPoints: sum.Points, Read: sum.Read, Fresh: sum.Fresh, Waiting: sum.Waiting, LastReading: sum.Last, ActiveAlerts: alerts,
	}
}

func (s *server) worstOf(sum *monitor.Summary, places map[int64]stats.Place, lang fault.Language) *OverviewPoint {
	if sum == nil || sum.Worst.Point == 0 {
		return nil
	}
	p := places[sum.Worst.Point]
	return &OverviewPoint{
		Name: p.Name, StructureID: p.StructureID, ItemID: p.ItemID, Measurement: p.Measurement, Category: p.Category,
		Pages: listOf(s.Monitor.Pages([]int64{sum.Worst.Point})[0], same), LatestValue: latestOf(&sum.Worst, lang),
	}
}

func latestOf(l *monitor.Latest, lang fault.Language) LatestValue {
	return LatestValue{
		MeasuringPointID: l.Point, ProjectID: l.Project, Time: l.Time, Level: levelOf(l.Level), Flags: l.Flag.Names(), Field: l.Field, Node: l.Node,
		ValueType: string(l.ValueType), Unit: l.Unit, Decimals: l.Decimals, Value: finite(l.Value), Observed: finite(l.Observed),
		Accumulated: finite(l.Accumulated), Rate: finite(l.Rate), Share: finite(l.Share), Interval: l.Interval,
		Judgement: judgementOf(l.Judgement, lang), JudgedBy: judgedByOf(l.Judgement.By), Held: heldOf(l.Judgement.Held),
	}
}

func (s *server) rankProjects(ctx context.Context, query listing.Query) (*output[Page[ProjectStat]], error) {
	order, down := query.Order()
	if order != "" && !slices.Contains(projectOrders, order) {
		return nil, fault.OnField("sort", fault.NotOneOf, "allowed", "lastReading, level, name, share")
	}
	scope := callerOf(ctx).scope
	projects, err := s.Stats.Sites(ctx, scope, query.Keyword)
	if err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, scope, 0, 0)
	if err != nil {
		return nil, err
	}
	sums, err := sumUp(ctx, s, places, func(p stats.Place) int64 { return p.ProjectID })
	if err != nil {
		return nil, err
	}
	alerts, err := s.Stats.ActiveAlerts(ctx, scope, 0)
	if err != nil {
		return nil, err
	}
	slices.SortStableFunc(projects, func(a, b stats.Site) int {
		sign := 1
		if down {
			sign = -1
		}
		return cmp.Or(sign*compareProjects(order, a, b, sums), cmp.Compare(a.ID, b.ID))
	})
	start := min(query.Offset(), int64(len(projects)))
	cut := projects[start:min(start+int64(query.Limit()), int64(len(projects)))]
	named := byPoint(places)
	page := listing.Page[stats.Site]{List: cut, Total: len(projects)}
	return pageOf(page, func(p stats.Site) ProjectStat {
		return ProjectStat{
			ProjectID: p.ID, Name: p.Name, TimeZone: p.TimeZone, Longitude: degrees(p.Longitude), Latitude: degrees(p.Latitude),
			Standing: standingOf(sums[p.ID], alerts.Projects[p.ID]), Worst: s.worstOf(sums[p.ID], named, languageOf(ctx)),
		}
	}), nil
}

var projectOrders = []string{"lastReading", "level", "name", "share"}

// compareProjects orders two projects by a field, the worst, fullest or newest first
// unless sorted the other way; without a field, the worst first.
func compareProjects(order string, a, b stats.Site, sums map[int64]*monitor.Summary) int {
	none := monitor.NewSummary()
	x, y := cmp.Or(sums[a.ID], none), cmp.Or(sums[b.ID], none)
	byShare := cmp.Compare(shareOf(y), shareOf(x))
	switch order {
	case "name":
		return cmp.Compare(a.Name, b.Name)
	case "lastReading":
		return cmp.Compare(x.Last, y.Last)
	case "share":
		return cmp.Or(-byShare, cmp.Compare(x.Level, y.Level))
	case "level":
		return cmp.Or(cmp.Compare(x.Level, y.Level), -byShare)
	}
	return cmp.Or(cmp.Compare(y.Level, x.Level), byShare)
}

func shareOf(sum *monitor.Summary) float64 {
	if v := finite(sum.Worst.Share); v != nil && sum.Worst.Point != 0 {
		return *v
	}
	return -1
}

func (s *server) rankStructures(ctx context.Context, projectID int64) (*output[StructureStats], error) {
	scope := callerOf(ctx).scope
	structures, err := s.Projects.Structures(ctx, scope, projectID)
	if err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, scope, projectID, 0)
	if err != nil {
		return nil, err
	}
	sums, err := sumUp(ctx, s, places, func(p stats.Place) int64 { return p.StructureID })
	if err != nil {
		return nil, err
	}
	items, err := sumUp(ctx, s, places, func(p stats.Place) int64 { return p.ItemID })
	if err != nil {
		return nil, err
	}
	alerts, err := s.Stats.ActiveAlerts(ctx, scope, projectID)
	if err != nil {
		return nil, err
	}
	extents, err := s.Stats.Extents(ctx, scope, projectID)
	if err != nil {
		return nil, err
	}
	out := StructureStats{StructureStatList: []StructureStat{}, ItemStatList: []StructureStat{}}
	for _, st := range structures {
		one := StructureStat{StructureID: st.ID, ParentID: st.ParentID, Name: st.Name, Type: st.Type, Longitude: degrees(st.Longitude), Latitude: degrees(st.Latitude)}
		if e, ok := extents[st.ID]; ok {
			one.Extent = &Extent{West: *degrees(&e.West), South: *degrees(&e.South), East: *degrees(&e.East), North: *degrees(&e.North)}
		}
		if st.IsItem {
			one.Standing = standingOf(items[st.ID], alerts.Items[st.ID])
			out.ItemStatList = append(out.ItemStatList, one)
			continue
		}
		one.Standing = standingOf(sums[st.ID], alerts.Structures[st.ID])
		out.StructureStatList = append(out.StructureStatList, one)
	}
	return answer(out), nil
}

func (s *server) measurementValues(ctx context.Context, in StatScope) (*output[List[MeasurementValue]], error) {
	if err := s.placeOf(ctx, in); err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, callerOf(ctx).scope, in.ProjectID, in.StructureID)
	if err != nil {
		return nil, err
	}
	sums, err := sumUp(ctx, s, places, func(p stats.Place) string { return p.Measurement })
	if err != nil {
		return nil, err
	}
	named := byPoint(places)
	list := make([]MeasurementValue, 0, len(sums))
	for code, sum := range sums {
		list = append(list, MeasurementValue{Measurement: code, Standing: standingOf(sum, 0), Worst: *s.worstOf(sum, named, languageOf(ctx)), Control: finite(sum.Worst.Control)})
	}
	slices.SortFunc(list, func(a, b MeasurementValue) int {
		return cmp.Or(cmp.Compare(sums[b.Measurement].Level, sums[a.Measurement].Level), cmp.Compare(shareOf(sums[b.Measurement]), shareOf(sums[a.Measurement])), cmp.Compare(a.Measurement, b.Measurement))
	})
	return listAnswer(list, same), nil
}

func (s *server) completeness(ctx context.Context, in StatScope) (*output[DayCompleteness], error) {
	if err := s.placeOf(ctx, in); err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, callerOf(ctx).scope, in.ProjectID, in.StructureID)
	if err != nil {
		return nil, err
	}
	days, err := s.Monitor.Completeness(ctx, pointIDs(places))
	if err != nil {
		return nil, err
	}
	byMeasurement := map[string]*meanDay{}
	all := meanDay{}
	for i, day := range days {
		if !day.Known {
			continue
		}
		code := places[i].Measurement
		if byMeasurement[code] == nil {
			byMeasurement[code] = &meanDay{}
		}
		byMeasurement[code].add(&day)
		all.add(&day)
	}
	end := time.Now().Truncate(time.Hour).Add(time.Hour).UnixMilli()
	out := DayCompleteness{
		Start: end - monitor.DayHours*time.Hour.Milliseconds(), End: end, Share: known(all.share.Value()), Hours: all.shares(),
		List: make([]MeasurementCompleteness, 0, len(byMeasurement)),
	}
	for code, m := range byMeasurement {
		out.List = append(out.List, MeasurementCompleteness{Measurement: code, MeasuringPoints: m.points, Share: m.share.Value(), Hours: m.shares()})
	}
	slices.SortFunc(out.List, func(a, b MeasurementCompleteness) int {
		return cmp.Or(cmp.Compare(a.Share, b.Share), cmp.Compare(a.Measurement, b.Measurement))
	})
	return answer(out), nil
}

// meanDay is the completeness of several points.
type meanDay struct {
	points int
	share  monitor.MeanShare
	hours  [monitor.DayHours]monitor.MeanShare
}

func (m *meanDay) add(day *monitor.Completeness) {
	m.points++
	m.share.Add(day.Share())
	for h, share := range day.Hours {
		m.hours[h].Add(share)
	}
}

func (m *meanDay) shares() (shares [monitor.DayHours]*float64) {
	for h := range m.hours {
		shares[h] = known(m.hours[h].Value())
	}
	return shares
}

// known returns nil for NaN.
func known(share float64) *float64 {
	if math.IsNaN(share) {
		return nil
	}
	return &share
}

func deviceHealthOf(h stats.TypeHealth) DeviceHealthStat {
	return DeviceHealthStat{Type: h.Type, HealthCounts: HealthCounts(h.Health)}
}
