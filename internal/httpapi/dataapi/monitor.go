package dataapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
	"plumbline/internal/site/project"
)

// Limits of queries.
const (
	maxLatest      = 10_000
	maxTimes       = 20_000
	maxSinglePicks = 100
)

// MonitorQuery requests the values of one point in a time range.
type MonitorQuery struct {
	Known
	MeasuringPointID int64             `json:"measuringPointId" minimum:"1"`
	Fields           []string          `json:"fields,omitempty" maxItems:"64" doc:"Empty: those of the measurement"`
	ValueType        string            `json:"valueType,omitempty" enum:"raw,observed,accumulated,change,rate" doc:"Default observed"`
	Nodes            []int32           `json:"nodes,omitempty" maxItems:"1024" doc:"Empty: all"`
	Start            httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End              httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
	Base             httpapi.AskedTime `json:"base,omitempty" doc:"accumulated only: relative to the result at this time, UTC ms; 0: to the initial value"`
	IncludeAbnormal  bool              `json:"includeAbnormal,omitempty"`
	Every            int64             `json:"every,omitempty" minimum:"0" maximum:"31622400000" doc:"ms, at most a year: one reading per interval; 0: all"`
	MaxPoints        int               `json:"maxPoints,omitempty" minimum:"0" maximum:"20000" doc:"Per series; 0 means 2400. Longer series are reduced to the minimum and maximum of each interval, so peaks are kept"`
	AccumulateMode   string            `json:"accumulateMode,omitempty" enum:"cumulative,segment" doc:"Arrays: displacements summed along the array, or of each segment; default cumulative"`
}

// Request is the request with its defaults.
func (q MonitorQuery) Request() (query.Request, error) {
	switch {
	case q.Start == 0 || q.End == 0:
		return query.Request{}, errs.New(errs.TimeRequired)
	case q.Start > q.End:
		return query.Request{}, errs.New(errs.StartAfterEnd)
	}
	kind := query.ValueType(q.ValueType)
	if kind == "" {
		kind = query.Observed
	}
	return query.Request{
		Point: q.MeasuringPointID, Fields: q.Fields, ValueTypes: []query.ValueType{kind}, Nodes: q.Nodes, Start: q.Start.Millis(), End: q.End.Millis(),
		Base: q.Base.Millis(), IncludeAbnormal: q.IncludeAbnormal, Every: q.Every, MaxPoints: q.MaxPoints,
		PerSegment: q.AccumulateMode == "segment",
	}, nil
}

// TableQuery requests one page of readings.
type TableQuery struct {
	MonitorQuery
	ValueTypes []string `json:"valueTypes,omitempty" maxItems:"5" doc:"Of raw, observed, accumulated, change, rate; empty: valueType alone"`
	Page       int      `json:"page,omitempty" minimum:"0" maximum:"1000000" doc:"From 1"`
	PageSize   int      `json:"pageSize,omitempty" minimum:"0" maximum:"200" doc:"Default 20"`
	Order      string   `json:"order,omitempty" enum:"asc,desc" doc:"By time; default desc"`
}

func (q TableQuery) request() (query.Request, error) {
	r, err := q.MonitorQuery.Request()
	if err != nil || len(q.ValueTypes) == 0 {
		return r, err
	}
	r.ValueTypes = r.ValueTypes[:0]
	for i, name := range q.ValueTypes {
		kind := query.ValueType(name)
		if !slices.Contains(query.ValueTypes(), kind) {
			return r, errs.OnField(fmt.Sprintf("valueTypes[%d]", i), errs.NotOneOf, "allowed", "raw, observed, accumulated, change, rate")
		}
		r.ValueTypes = append(r.ValueTypes, kind)
	}
	return r, nil
}

type queryInput struct{ Body MonitorQuery }

type tableInput struct{ Body TableQuery }

type overviewInput struct {
	Body struct {
		ProjectID   int64 `json:"projectId" minimum:"1"`
		StructureID int64 `json:"structureId,omitempty" minimum:"0" doc:"A structure or an item; 0: the whole project"`
	}
}

type timesInput struct {
	Body struct {
		Known
		MeasuringPointID int64             `json:"measuringPointId" minimum:"1"`
		Start            httpapi.AskedTime `json:"start" doc:"UTC ms"`
		End              httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
	}
}

type extentInput struct {
	Body struct {
		Known
		MeasuringPointID int64 `json:"measuringPointId" minimum:"1"`
	}
}

type explainInput struct {
	Body struct {
		Known
		MeasuringPointID int64             `json:"measuringPointId" minimum:"1"`
		Field            string            `json:"field" minLength:"1" maxLength:"64"`
		Node             int32             `json:"node,omitempty" minimum:"0"`
		ValueType        string            `json:"valueType,omitempty" enum:"observed,accumulated,change,rate" doc:"Default observed"`
		Time             httpapi.AskedTime `json:"time" doc:"UTC ms of the reading"`
	}
}

type withdrawInput struct {
	Body struct {
		MeasuringPointID int64               `json:"measuringPointId" minimum:"1"`
		Times            []httpapi.AskedTime `json:"times,omitempty" maxItems:"100" doc:"UTC ms of single readings; or from and to"`
		From             httpapi.AskedTime   `json:"from,omitempty" doc:"UTC ms"`
		To               httpapi.AskedTime   `json:"to,omitempty" doc:"UTC ms, inclusive"`
		Fields           []string            `json:"fields,omitempty" maxItems:"64" doc:"Empty: all"`
		Nodes            []int32             `json:"nodes,omitempty" maxItems:"1024" doc:"Empty: all"`
		Kind             string              `json:"kind,omitempty" enum:"withdraw,suspect" doc:"suspect: the readings keep counting, analyses leave them out; default withdraw"`
		Note             string              `json:"note" minLength:"1" maxLength:"500" doc:"Reason"`
	}
}

// describe documents the body of a call that encodes its response by hand.
func describe[T any](s *server) func(*huma.Operation) {
	return func(h *huma.Operation) {
		schema := s.OpenAPI().Components.Schemas.Schema(httpapi.TypeOf[T](), true, "")
		h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
	}
}

// seePoint returns a point if the caller may see it and has a permission for it.
func (s *server) seePoint(ctx context.Context, id int64, need access.Permission) (point.Point, error) {
	who := httpapi.CallerOf(ctx)
	p, err := s.Points.Get(ctx, who.Scope, id)
	if err != nil {
		return point.Point{}, err
	}
	return p, who.Require(need, p.ProjectID)
}

// seeData is the permission to see values.
var seeData = access.Permission{Area: access.Data, Action: access.Retrieve}

// rangeExample requests a time range of a point.
const rangeExample = `{"measuringPointId":{measuringPointId},"start":1799000000000,"end":1799900000000}`

// post declares a call that reads values of the points in its body.
func post(id, path, summary, detail string, extra func(*huma.Operation)) httpapi.Operation {
	return httpapi.Operation{
		ID: id, Method: http.MethodPost, Path: "/monitor/" + path, Tag: "monitor", Need: seeData,
		Held: httpapi.InBody, Summary: summary, Detail: detail, Extra: extra, Unlogged: httpapi.ReadsOnly,
	}
}

func (s *server) monitor() {
	httpapi.Register(s.Kernel,
		post("monitorQuery", "query", "Values of a point as series for a chart",
			"Any range; long series are reduced by minimum and maximum.", describe[Chart](s)).Sending(rangeExample),
		s.monitorQuery)
	httpapi.Register(s.Kernel,
		post("monitorLatest", "latest", "Newest values of up to 10,000 points",
			"Points that the caller may not see are left out. On PostgreSQL values are at most 1 s old.", describe[LatestList](s)).
			Sending(`{"measuringPointIds":[{measuringPointId}]}`),
		s.monitorLatest)
	httpapi.Register(s.Kernel,
		post("monitorPagination", "pagination", "Readings of a point as one page of a table", "At most 30 days, or any range with at most 1,000 rows; at most 65,535 rows.", describe[Table](s)).
			Sending(rangeExample),
		s.monitorPagination)
	httpapi.Register(s.Kernel,
		post("monitorOverview", "overview", "Newest value and level of every point of a project or structure", "", describe[Overview](s)).
			Sending(`{"projectId":{projectId}}`),
		s.monitorOverview)
	httpapi.Register(s.Kernel,
		post("monitorExtent", "extent", "The time that the results of a point cover", "What a chart shows at first follows from it.", nil).
			Sending(`{"measuringPointId":{measuringPointId}}`),
		s.monitorExtent)
	httpapi.Register(s.Kernel,
		post("monitorTimeList", "time-list", "Times at which a point has results", "At most the newest 20,000 of the range.", nil).Sending(rangeExample),
		s.monitorTimeList)
	httpapi.Register(s.Kernel, post("monitorExplain", "explain", "How one value came about",
		"From the raw readings with their revisions over versions, formula steps, initial value and corrections to the result and what thresholds said.", nil).
		Sending(`{"measuringPointId":{measuringPointId},"field":"width","time":{time}}`),
		s.monitorExplain)
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "monitorDelete", Method: http.MethodPost, Path: "/monitor/delete", Tag: "monitor",
		Example: `{"measuringPointId":{measuringPointId},"times":[1700000000000],"note":"a bird"}`,
		Need:    access.Permission{Area: access.Data, Action: access.Delete}, Held: httpapi.InBody,
		Summary: "Exclude readings of a point", Detail: "Records corrections, which can be revoked; raw data are never lost.",
	}, s.monitorDelete)
}

func (s *server) monitorQuery(ctx context.Context, in *queryInput) (*httpapi.Raw, error) {
	if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, seeData); err != nil {
		return nil, err
	}
	request, err := in.Body.Request()
	if err != nil {
		return nil, err
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	chart, err := from.Query(ctx, request)
	if err != nil {
		return nil, err
	}
	return httpapi.RawJSON(func(b []byte) []byte {
		return appendChart(b, in.Body.MeasuringPointID, request.ValueTypes[0], &chart)
	}), nil
}

func (s *server) monitorPagination(ctx context.Context, in *tableInput) (*httpapi.Raw, error) {
	_, request, err := s.tableRequest(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	page, size := max(in.Body.Page, 1), in.Body.PageSize
	if size == 0 {
		size = 20
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	table, err := from.Table(ctx, request, page, size, in.Body.Order != "asc")
	if err != nil {
		return nil, err
	}
	return httpapi.RawJSON(func(b []byte) []byte { return appendTable(b, &table) }), nil
}

func (s *server) monitorOverview(ctx context.Context, in *overviewInput) (*httpapi.Raw, error) {
	who := httpapi.CallerOf(ctx)
	if _, err := s.Projects.Get(ctx, who.Scope, in.Body.ProjectID); err != nil {
		return nil, err
	}
	if err := who.Require(seeData, in.Body.ProjectID); err != nil {
		return nil, err
	}
	tree, err := s.Projects.Tree(ctx, who.Scope, in.Body.ProjectID)
	if err != nil {
		return nil, err
	}
	placed := project.PointsIn(tree, in.Body.StructureID)
	ids := make([]int64, len(placed))
	for i, p := range placed {
		ids[i] = p.ID
	}
	latest := make([]query.Latest, 0, len(ids))
	if err := query.EachNewest(ctx, s.Monitor, ids, func(_ int, l *query.Latest) { latest = append(latest, *l) }); err != nil {
		return nil, err
	}
	pages, err := s.Monitor.Pages(ctx, ids)
	if err != nil {
		return nil, err
	}
	language := string(httpapi.LanguageOf(ctx))
	return httpapi.RawJSON(func(b []byte) []byte {
		return appendOverview(b, placed, latest, pages, clock.Now().UnixMilli(), language)
	}), nil
}

func (s *server) monitorExtent(ctx context.Context, in *extentInput) (*httpapi.Output[TimeExtent], error) {
	if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, seeData); err != nil {
		return nil, err
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	found, err := from.Extent(ctx, in.Body.MeasuringPointID)
	return httpapi.Reply(TimeExtent(found)), err
}

func (s *server) monitorTimeList(ctx context.Context, in *timesInput) (*httpapi.Output[TimeList], error) {
	if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, seeData); err != nil {
		return nil, err
	}
	switch {
	case in.Body.Start == 0 || in.Body.End == 0:
		return nil, errs.New(errs.TimeRequired)
	case in.Body.Start > in.Body.End:
		return nil, errs.New(errs.StartAfterEnd)
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	times, err := from.Times(ctx, in.Body.MeasuringPointID, in.Body.Start.Millis(), in.Body.End.Millis(), maxTimes)
	return httpapi.Reply(TimeList{Times: httpapi.ListOf(times, httpapi.AsIs)}), err
}

func (s *server) monitorExplain(ctx context.Context, in *explainInput) (*httpapi.Output[Explanation], error) {
	if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, seeData); err != nil {
		return nil, err
	}
	if in.Body.Time == 0 {
		return nil, errs.OnField("time", errs.Empty)
	}
	kind := query.ValueType(in.Body.ValueType)
	if kind == "" {
		kind = query.Observed
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	e, err := from.Explain(ctx, in.Body.MeasuringPointID, query.Column{Field: in.Body.Field, Node: in.Body.Node, ValueType: kind}, in.Body.Time.Millis())
	return httpapi.Reply(explanationOf(e)), err
}

func (s *server) monitorDelete(ctx context.Context, in *withdrawInput) (*httpapi.Output[httpapi.List[Correction]], error) {
	if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, access.Permission{Area: access.Data, Action: access.Delete}); err != nil {
		return nil, err
	}
	spans, err := withdrawn(in.Body.Times, in.Body.From.Millis(), in.Body.To.Millis())
	if err != nil {
		return nil, err
	}
	made := make([]correction.Correction, 0, len(spans))
	for _, span := range spans {
		made = append(made, correction.Correction{
			PointID: in.Body.MeasuringPointID, Kind: cmp.Or(correction.Kind(in.Body.Kind), correction.Withdraw), Fields: in.Body.Fields, Nodes: in.Body.Nodes,
			From: span.From, To: span.To, Note: in.Body.Note,
		})
	}
	err = s.Corrections.CreateAll(ctx, httpapi.CallerOf(ctx).Actor(), made)
	return httpapi.ReplyList(made, correctionOf), err
}

// tableRequest returns the point of a query, if the caller may see it.
func (s *server) tableRequest(ctx context.Context, q TableQuery) (point.Point, query.Request, error) {
	p, err := s.seePoint(ctx, q.MeasuringPointID, access.Permission{Area: access.Data, Action: access.Retrieve})
	if err != nil {
		return p, query.Request{}, err
	}
	request, err := q.request()
	return p, request, err
}

// withdrawn returns the named ranges: single times, or one range.
func withdrawn(times []httpapi.AskedTime, from, to int64) ([]query.Span, error) {
	if len(times) == 0 {
		switch {
		case from <= 0 || to <= 0:
			return nil, errs.New(errs.TimeRequired)
		case from > to:
			return nil, errs.New(errs.StartAfterEnd)
		}
		return []query.Span{{From: from, To: to}}, nil
	}
	if len(times) > maxSinglePicks {
		return nil, errs.OnField("times", errs.TooManyEntries, "max", maxSinglePicks)
	}
	spans := make([]query.Span, len(times))
	for i, t := range times {
		spans[i] = query.Span{From: t.Millis(), To: t.Millis()}
	}
	return spans, nil
}
