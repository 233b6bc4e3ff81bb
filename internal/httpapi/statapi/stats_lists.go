package statapi

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"time"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/stats"
)

type projectStatsInput struct{ httpapi.Paging }

func (s *server) statLists() {
	see := access.Permission{Area: access.Project, Action: access.Retrieve}
	data := access.Permission{Area: access.Data, Action: access.Retrieve}
	get := func(id, path, summary string, need access.Permission) httpapi.Operation {
		return httpapi.Operation{ID: id, Method: http.MethodGet, Path: "/stats/" + path, Tag: "statistics", Need: need, Summary: summary}
	}
	ranked := get("projectStatList", "projects", "Projects by what their points come to, the worst first", data)
	ranked.Detail = "Sorts by level (then by share of the red threshold), share, lastReading, name."
	httpapi.Register(s.Kernel, ranked, func(ctx context.Context, in *projectStatsInput) (*httpapi.Output[httpapi.Page[ProjectStat]], error) {
		return s.rankProjects(ctx, in.Query())
	})
	httpapi.Register(s.Kernel, get("structureStatList", "projects/{projectId}/structures",
		"Structures and items of a project by what their points come to", see),
		s.structureStatList)
	httpapi.Register(s.Kernel,
		get("measurementValueList", "measurement-values", "What is measured: points, levels and the worst value of each, the worst first", data),
		s.measurementValueList)
	httpapi.Register(s.Kernel, get("completeness", "completeness", "How much of what was expected in the last 24 hours came, by measurement and hour", data),
		func(ctx context.Context, in *StatScope) (*httpapi.Output[DayCompleteness], error) {
			return s.completeness(ctx, *in)
		})
	weather := get("weather", "weather", "Newest temperature, humidity, pressure, wind and rain that the points of a project tell", data)
	weather.Detail = "The newest value of each element; rain of the gauge with the most. Empty where no point measures Environment or Rainfall; looks at the first 200 of them."
	httpapi.Register(s.Kernel, weather, func(ctx context.Context, in *StatScope) (*httpapi.Output[httpapi.List[WeatherValue]], error) {
		return s.weather(ctx, *in)
	})
	httpapi.Register(s.Kernel, get("alertStatusStat", "alert-status", "Alerts by status and level",
		access.Permission{Area: access.Alert, Action: access.Retrieve}),
		s.alertStatusStat)
	httpapi.Register(s.Kernel, get("deviceHealthStatList", "device-health", "Devices by type, state and health", httpapi.DevicePermission(access.Retrieve)),
		s.deviceHealthStatList)
}

func (s *server) structureStatList(ctx context.Context, in *httpapi.ProjectPath) (*httpapi.Output[StructureStats], error) {
	return s.rankStructures(ctx, in.ProjectID)
}

func (s *server) measurementValueList(ctx context.Context, in *StatScope) (*httpapi.Output[httpapi.List[MeasurementValue]], error) {
	return s.measurementValues(ctx, *in)
}

func (s *server) alertStatusStat(ctx context.Context, in *StatScope) (*httpapi.Output[httpapi.List[TypeCount]], error) {
	if err := s.placeOf(ctx, *in); err != nil {
		return nil, err
	}
	counts, err := s.Stats.AlertStatus(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.StructureID)
	return httpapi.ReplyList(counts, typeCountOf), err
}

func (s *server) deviceHealthStatList(ctx context.Context, in *StatScope) (*httpapi.Output[httpapi.List[DeviceHealthStat]], error) {
	if err := s.placeOf(ctx, *in); err != nil {
		return nil, err
	}
	health, err := s.Stats.DeviceHealth(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.StructureID)
	return httpapi.ReplyList(health, deviceHealthOf), err
}

// placeOf checks that a structure is visible to the caller and in the project.
func (s *server) placeOf(ctx context.Context, in StatScope) error {
	if in.StructureID == 0 {
		return nil
	}
	structure, err := s.Projects.Structure(ctx, httpapi.CallerOf(ctx).Scope, in.StructureID)
	if err != nil {
		return err
	}
	if in.ProjectID != structure.ProjectID { // the permission was checked for the project
		return errs.New(errs.NothingHere)
	}
	return nil
}

func byPoint(places []stats.Place) map[int64]stats.Place {
	of := make(map[int64]stats.Place, len(places))
	for _, p := range places {
		of[p.PointID] = p
	}
	return of
}

func standingOf(sum *query.Summary, alerts int) Standing {
	if sum == nil {
		return Standing{ActiveAlerts: alerts}
	}
	return Standing{
		Tally: dataapi.TallyOf(sum), MeasuringPoints: sum.Points, Read: sum.Read,
		Fresh: sum.Fresh, Waiting: sum.Waiting, LastReading: sum.Last, ActiveAlerts: alerts,
	}
}

// pagesOfWorst returns the data views of the worst points of summaries, by point.
func (s *server) pagesOfWorst(ctx context.Context, sums []*query.Summary) (map[int64][]string, error) {
	var ids []int64
	for _, sum := range sums {
		if sum != nil && sum.Worst.Point != 0 {
			ids = append(ids, sum.Worst.Point)
		}
	}
	pages, err := s.Monitor.Pages(ctx, ids)
	byPoint := make(map[int64][]string, len(ids))
	for i, id := range ids[:len(pages)] {
		byPoint[id] = pages[i]
	}
	return byPoint, err
}

func worstOf(sum *query.Summary, places map[int64]stats.Place, pages map[int64][]string, lang errs.Language) *dataapi.OverviewPoint {
	if sum == nil || sum.Worst.Point == 0 {
		return nil
	}
	p := places[sum.Worst.Point]
	return &dataapi.OverviewPoint{
		Name: p.Name, StructureID: p.StructureID, ItemID: p.ItemID, Measurement: p.Measurement, Category: p.Category,
		Pages: httpapi.ListOf(pages[sum.Worst.Point], httpapi.AsIs), LatestValue: dataapi.LatestOf(&sum.Worst, lang),
	}
}

func (s *server) rankProjects(ctx context.Context, asked paging.Query) (*httpapi.Output[httpapi.Page[ProjectStat]], error) {
	order, down := asked.Order()
	if order != "" && !slices.Contains(projectOrders, order) {
		return nil, errs.OnField("sort", errs.NotOneOf, "allowed", "lastReading, level, name, share")
	}
	scope := httpapi.CallerOf(ctx).Scope
	projects, err := s.Stats.Sites(ctx, scope, asked.Keyword)
	if err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, scope, 0, 0)
	if err != nil {
		return nil, err
	}
	sums, err := stats.Summaries(ctx, s.Monitor, places, func(p stats.Place) int64 { return p.ProjectID })
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
	start := min(asked.Offset(), int64(len(projects)))
	cut := projects[start:min(start+int64(asked.Limit()), int64(len(projects)))]
	named := byPoint(places)
	shown := make([]*query.Summary, len(cut))
	for i := range cut {
		shown[i] = sums[cut[i].ID]
	}
	pages, err := s.pagesOfWorst(ctx, shown)
	if err != nil {
		return nil, err
	}
	page := paging.Page[stats.Site]{List: cut, Total: len(projects)}
	return httpapi.ReplyPage(page, func(p stats.Site) ProjectStat {
		return ProjectStat{
			ProjectID: p.ID, Name: p.Name, TimeZone: p.TimeZone, Longitude: httpapi.Degrees(p.Longitude), Latitude: httpapi.Degrees(p.Latitude),
			Standing: standingOf(sums[p.ID], alerts.Projects[p.ID]), Worst: worstOf(sums[p.ID], named, pages, httpapi.LanguageOf(ctx)),
		}
	}), nil
}

var projectOrders = []string{"lastReading", "level", "name", "share"}

// compareProjects orders two projects by a field, worst, fullest or newest first unless reversed; by default worst
// first.
func compareProjects(order string, a, b stats.Site, sums map[int64]*query.Summary) int {
	none := query.NewSummary()
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

func shareOf(sum *query.Summary) float64 {
	if v := httpapi.Finite(sum.Worst.Share); v != nil && sum.Worst.Point != 0 {
		return *v
	}
	return -1
}

func (s *server) rankStructures(ctx context.Context, projectID int64) (*httpapi.Output[StructureStats], error) {
	scope := httpapi.CallerOf(ctx).Scope
	structures, err := s.Projects.Structures(ctx, scope, projectID)
	if err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, scope, projectID, 0)
	if err != nil {
		return nil, err
	}
	sums, err := stats.Summaries(ctx, s.Monitor, places, func(p stats.Place) int64 { return p.StructureID })
	if err != nil {
		return nil, err
	}
	items, err := stats.Summaries(ctx, s.Monitor, places, func(p stats.Place) int64 { return p.ItemID })
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
		one := StructureStat{
			StructureID: st.ID, ParentID: st.ParentID, Name: st.Name, Type: st.Type,
			Longitude: httpapi.Degrees(st.Longitude), Latitude: httpapi.Degrees(st.Latitude),
		}
		if e, ok := extents[st.ID]; ok {
			one.Extent = &Extent{
				West: *httpapi.Degrees(&e.West), South: *httpapi.Degrees(&e.South), East: *httpapi.Degrees(&e.East), North: *httpapi.Degrees(&e.North),
			}
		}
		if st.IsItem {
			one.Standing = standingOf(items[st.ID], alerts.Items[st.ID])
			out.ItemStatList = append(out.ItemStatList, one)
			continue
		}
		one.Standing = standingOf(sums[st.ID], alerts.Structures[st.ID])
		out.StructureStatList = append(out.StructureStatList, one)
	}
	return httpapi.Reply(out), nil
}

func (s *server) measurementValues(ctx context.Context, in StatScope) (*httpapi.Output[httpapi.List[MeasurementValue]], error) {
	if err := s.placeOf(ctx, in); err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.StructureID)
	if err != nil {
		return nil, err
	}
	sums, err := stats.Summaries(ctx, s.Monitor, places, func(p stats.Place) string { return p.Measurement })
	if err != nil {
		return nil, err
	}
	named := byPoint(places)
	pages, err := s.pagesOfWorst(ctx, slices.Collect(maps.Values(sums)))
	if err != nil {
		return nil, err
	}
	list := make([]MeasurementValue, 0, len(sums))
	for code, sum := range sums {
		list = append(list, MeasurementValue{
			Measurement: code, Standing: standingOf(sum, 0), Worst: *worstOf(sum, named, pages, httpapi.LanguageOf(ctx)),
			Control: httpapi.Finite(sum.Worst.Control),
		})
	}
	slices.SortFunc(list, func(a, b MeasurementValue) int {
		return cmp.Or(cmp.Compare(sums[b.Measurement].Level, sums[a.Measurement].Level),
			cmp.Compare(shareOf(sums[b.Measurement]), shareOf(sums[a.Measurement])), cmp.Compare(a.Measurement, b.Measurement))
	})
	return httpapi.ReplyList(list, httpapi.AsIs), nil
}

func (s *server) completeness(ctx context.Context, in StatScope) (*httpapi.Output[DayCompleteness], error) {
	if err := s.placeOf(ctx, in); err != nil {
		return nil, err
	}
	places, err := s.Stats.Places(ctx, httpapi.CallerOf(ctx).Scope, in.ProjectID, in.StructureID)
	if err != nil {
		return nil, err
	}
	days, err := s.Monitor.Completeness(ctx, stats.PointIDs(places))
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
	end := clock.Now().Truncate(time.Hour).Add(time.Hour).UnixMilli()
	out := DayCompleteness{
		Start: end - query.DayHours*time.Hour.Milliseconds(), End: end, Share: httpapi.Finite(all.share.Value()), Hours: all.shares(),
		List: make([]MeasurementCompleteness, 0, len(byMeasurement)),
	}
	for code, m := range byMeasurement {
		out.List = append(out.List, MeasurementCompleteness{Measurement: code, MeasuringPoints: m.points, Share: m.share.Value(), Hours: m.shares()})
	}
	slices.SortFunc(out.List, func(a, b MeasurementCompleteness) int {
		return cmp.Or(cmp.Compare(a.Share, b.Share), cmp.Compare(a.Measurement, b.Measurement))
	})
	return httpapi.Reply(out), nil
}

// meanDay is the completeness of several points.
type meanDay struct {
	points int
	share  query.MeanShare
	hours  [query.DayHours]query.MeanShare
}

func (m *meanDay) add(day *query.Completeness) {
	m.points++
	m.share.Add(day.Share())
	for h, share := range day.Hours {
		m.hours[h].Add(share)
	}
}

func (m *meanDay) shares() (shares [query.DayHours]*float64) {
	for h := range m.hours {
		shares[h] = httpapi.Finite(m.hours[h].Value())
	}
	return shares
}

func deviceHealthOf(h stats.TypeHealth) DeviceHealthStat {
	return DeviceHealthStat{Type: h.Type, HealthCounts: HealthCounts(h.Health)}
}
