package api

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/monitor"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/fault"
	"plumbline/internal/site/point"
)

// The limits of queries (decisions, "Limits with two readings").
const (
	maxLatest      = 10_000
	maxTimes       = 20_000
	maxSinglePicks = 100
)

// MonitorQuery asks for the values of one point in a range of time.
type MonitorQuery struct {
	MeasuringPointID int64     `json:"measuringPointId" minimum:"1"`
	Fields           []string  `json:"fields,omitempty" maxItems:"64" doc:"Empty: those of the measurement"`
	ValueType        string    `json:"valueType,omitempty" enum:"raw,observed,accumulated,change,rate" doc:"Default observed"`
	Nodes            []int32   `json:"nodes,omitempty" maxItems:"1024" doc:"Empty: all"`
	Start            AskedTime `json:"start" doc:"UTC ms"`
	End              AskedTime `json:"end" doc:"UTC ms, inclusive"`
	Base             AskedTime `json:"base,omitempty" doc:"accumulated only: relative to the result at this time, UTC ms; 0: to the initial value"`
	IncludeAbnormal  bool      `json:"includeAbnormal,omitempty"`
	Every            int64     `json:"every,omitempty" minimum:"0" maximum:"31622400000" doc:"ms, at most a year: one reading a stretch; 0: all"`
	MaxPoints        int       `json:"maxPoints,omitempty" minimum:"0" maximum:"20000" doc:"A series; 0 takes 2400. Longer series are reduced to the minimum and maximum of each stretch: no peak is lost"`
}

func (q MonitorQuery) request() (monitor.Request, error) {
	switch {
	case q.Start == 0 || q.End == 0:
		return monitor.Request{}, fault.New(fault.TimeRequired)
	case q.Start > q.End:
		return monitor.Request{}, fault.New(fault.StartAfterEnd)
	}
	kind := monitor.ValueType(q.ValueType)
	if kind == "" {
		kind = monitor.Observed
	}
	return monitor.Request{
		Point: q.MeasuringPointID, Fields: q.Fields, ValueTypes: []monitor.ValueType{kind}, Nodes: q.Nodes, Start: q.Start.ms(), End: q.End.ms(),
		Base: q.Base.ms(), IncludeAbnormal: q.IncludeAbnormal, Every: q.Every, MaxPoints: q.MaxPoints,
	}, nil
}

// TableQuery asks for one page of readings.
type TableQuery struct {
	MonitorQuery
	ValueTypes []string `json:"valueTypes,omitempty" maxItems:"5" doc:"Of raw, observed, accumulated, change, rate; empty: valueType alone"`
	Page       int      `json:"page,omitempty" minimum:"0" maximum:"1000000" doc:"From 1"`
	PageSize   int      `json:"pageSize,omitempty" minimum:"0" maximum:"200" doc:"Default 20"`
	Order      string   `json:"order,omitempty" enum:"asc,desc" doc:"By time; default desc"`
}

func (q TableQuery) request() (monitor.Request, error) {
	r, err := q.MonitorQuery.request()
	if err != nil || len(q.ValueTypes) == 0 {
		return r, err
	}
	r.ValueTypes = r.ValueTypes[:0]
	for i, name := range q.ValueTypes {
		kind := monitor.ValueType(name)
		if !slices.Contains(valueTypes, kind) {
			return r, fault.OnField(fmt.Sprintf("valueTypes[%d]", i), fault.NotOneOf, "allowed", "raw, observed, accumulated, change, rate")
		}
		r.ValueTypes = append(r.ValueTypes, kind)
	}
	return r, nil
}

var valueTypes = []monitor.ValueType{monitor.Raw, monitor.Observed, monitor.Accumulated, monitor.Change, monitor.Rate}

type queryInput struct{ Body MonitorQuery }

type tableInput struct{ Body TableQuery }

type latestInput struct {
	Body struct {
		MeasuringPointIDs []int64 `json:"measuringPointIds" minItems:"1" maxItems:"10000"`
	}
}

type overviewInput struct {
	Body struct {
		ProjectID   int64 `json:"projectId" minimum:"1"`
		StructureID int64 `json:"structureId,omitempty" minimum:"0" doc:"A structure or an item; 0: the whole project"`
	}
}

type timesInput struct {
	Body struct {
		MeasuringPointID int64     `json:"measuringPointId" minimum:"1"`
		Start            AskedTime `json:"start" doc:"UTC ms"`
		End              AskedTime `json:"end" doc:"UTC ms, inclusive"`
	}
}

type extentInput struct {
	Body struct {
		MeasuringPointID int64 `json:"measuringPointId" minimum:"1"`
	}
}

type explainInput struct {
	Body struct {
		MeasuringPointID int64     `json:"measuringPointId" minimum:"1"`
		Field            string    `json:"field" minLength:"1" maxLength:"64"`
		Node             int32     `json:"node,omitempty" minimum:"0"`
		ValueType        string    `json:"valueType,omitempty" enum:"observed,accumulated,change,rate" doc:"Default observed"`
		Time             AskedTime `json:"time" doc:"UTC ms of the reading"`
	}
}

type withdrawInput struct {
	Body struct {
		MeasuringPointID int64       `json:"measuringPointId" minimum:"1"`
		Times            []AskedTime `json:"times,omitempty" maxItems:"100" doc:"UTC ms of single readings; or from and to"`
		From             AskedTime   `json:"from,omitempty" doc:"UTC ms"`
		To               AskedTime   `json:"to,omitempty" doc:"UTC ms, inclusive"`
		Fields           []string    `json:"fields,omitempty" maxItems:"64" doc:"Empty: all"`
		Nodes            []int32     `json:"nodes,omitempty" maxItems:"1024" doc:"Empty: all"`
		Note             string      `json:"note" minLength:"1" maxLength:"500" doc:"Why"`
	}
}

// describe documents the body of a call that encodes by itself.
func describe[T any](s *server) func(*huma.Operation) {
	return func(h *huma.Operation) {
		schema := s.huma.OpenAPI().Components.Schemas.Schema(typeOf[T](), true, "")
		h.Responses["200"] = &huma.Response{Description: "OK", Content: map[string]*huma.MediaType{"application/json": {Schema: schema}}}
	}
}

// seePoint answers a point that the caller may see, and holds a permission for.
func (s *server) seePoint(ctx context.Context, id int64, need access.Permission) (point.Point, error) {
	who := callerOf(ctx)
	p, err := s.Points.Get(ctx, who.scope, id)
	if err != nil {
		return point.Point{}, err
	}
	return p, who.require(need, p.ProjectID)
}

func (s *server) monitor() {
	view := access.Permission{Area: access.Data, Action: access.Retrieve}
	post := func(id, path, summary, detail string, extra func(*huma.Operation)) operation {
		return operation{id: id, method: http.MethodPost, path: "/monitor/" + path, tag: "monitor", need: view, held: inBody, summary: summary, detail: detail, extra: extra, unlogged: asks}
	}
	register(s, post("monitorQuery", "query", "Values of a point as series for a chart", "Any range; long series are reduced by minimum and maximum.", describe[Chart](s)),
		func(ctx context.Context, in *queryInput) (*raw, error) {
			if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, view); err != nil {
				return nil, err
			}
			request, err := in.Body.request()
			if err != nil {
				return nil, err
			}
			chart, err := s.Monitor.Query(ctx, request)
			if err != nil {
				return nil, err
			}
			return rawJSON(func(b []byte) []byte {
				return appendChart(b, in.Body.MeasuringPointID, request.ValueTypes[0], &chart)
			}), nil
		})
	register(s, post("monitorLatest", "latest", "Newest values of up to 10,000 points", "Points that the caller may not see are left out.", describe[LatestList](s)),
		func(ctx context.Context, in *latestInput) (*raw, error) {
			list := latestLists.Get().(*[]monitor.Latest)
			latest, err := s.visibleLatest(ctx, (*list)[:0], in.Body.MeasuringPointIDs)
			if err != nil {
				return nil, err
			}
			*list = latest
			language := string(languageOf(ctx))
			return rawPieces(func(b []byte, spill spill) []byte {
				defer latestLists.Put(list)
				return appendLatestList(b, *list, language, spill)
			}), nil
		})
	register(s, post("monitorPagination", "pagination", "Readings of a point as one page of a table", "Of more than 30 days at most 65,535 rows.", describe[Table](s)),
		func(ctx context.Context, in *tableInput) (*raw, error) {
			_, request, err := s.tableRequest(ctx, in.Body)
			if err != nil {
				return nil, err
			}
			page, size := max(in.Body.Page, 1), in.Body.PageSize
			if size == 0 {
				size = 20
			}
			table, err := s.Monitor.Table(ctx, request, page, size, in.Body.Order != "asc")
			if err != nil {
				return nil, err
			}
			return rawJSON(func(b []byte) []byte { return appendTable(b, &table) }), nil
		})
	register(s, post("monitorOverview", "overview", "Newest value and level of every point of a project or structure", "", describe[Overview](s)),
		func(ctx context.Context, in *overviewInput) (*raw, error) {
			who := callerOf(ctx)
			if _, err := s.Projects.Get(ctx, who.scope, in.Body.ProjectID); err != nil {
				return nil, err
			}
			if err := who.require(view, in.Body.ProjectID); err != nil {
				return nil, err
			}
			tree, err := s.Projects.Tree(ctx, who.scope, in.Body.ProjectID)
			if err != nil {
				return nil, err
			}
			placed := pointsBelow(tree, in.Body.StructureID)
			ids := make([]int64, len(placed))
			for i, p := range placed {
				ids[i] = p.id
			}
			latest := make([]monitor.Latest, 0, len(ids))
			if err := s.eachNewest(ctx, ids, func(_ int, l *monitor.Latest) { latest = append(latest, *l) }); err != nil {
				return nil, err
			}
			pages := s.Monitor.Pages(ids)
			language := string(languageOf(ctx))
			return rawJSON(func(b []byte) []byte {
				return appendOverview(b, placed, latest, pages, time.Now().UnixMilli(), language)
			}), nil
		})
	register(s, post("monitorExtent", "extent", "The time that the results of a point cover", "What a chart shows at first follows from it.", nil),
		func(ctx context.Context, in *extentInput) (*output[TimeExtent], error) {
			if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, view); err != nil {
				return nil, err
			}
			found, err := s.Monitor.Extent(ctx, in.Body.MeasuringPointID)
			return answer(TimeExtent(found)), err
		})
	register(s, post("monitorTimeList", "time-list", "Times at which a point has results", "At most the newest 20,000 of the range.", nil),
		func(ctx context.Context, in *timesInput) (*output[TimeList], error) {
			if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, view); err != nil {
				return nil, err
			}
			switch {
			case in.Body.Start == 0 || in.Body.End == 0:
				return nil, fault.New(fault.TimeRequired)
			case in.Body.Start > in.Body.End:
				return nil, fault.New(fault.StartAfterEnd)
			}
			times, err := s.Monitor.Times(ctx, in.Body.MeasuringPointID, in.Body.Start.ms(), in.Body.End.ms(), maxTimes)
			return answer(TimeList{Times: listOf(times, same)}), err
		})
	register(s, post("monitorExplain", "explain", "How one value came about",
		"From the raw readings with their revisions over versions, formula steps, initial value and corrections to the result and what thresholds said.", nil),
		func(ctx context.Context, in *explainInput) (*output[Explanation], error) {
			if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, view); err != nil {
				return nil, err
			}
			if in.Body.Time == 0 {
				return nil, fault.OnField("time", fault.Empty)
			}
			kind := monitor.ValueType(in.Body.ValueType)
			if kind == "" {
				kind = monitor.Observed
			}
			e, err := s.Monitor.Explain(ctx, in.Body.MeasuringPointID, monitor.Column{Field: in.Body.Field, Node: in.Body.Node, ValueType: kind}, in.Body.Time.ms())
			return answer(explanationOf(e)), err
		})
	register(s, operation{
		id: "monitorDelete", method: http.MethodPost, path: "/monitor/delete", tag: "monitor",
		need: access.Permission{Area: access.Data, Action: access.Delete}, held: inBody,
		summary: "Withdraw readings of a point", detail: "Records corrections, which can be taken back; nothing that an instrument sent is lost.",
	}, func(ctx context.Context, in *withdrawInput) (*output[List[Correction]], error) {
		if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, access.Permission{Area: access.Data, Action: access.Delete}); err != nil {
			return nil, err
		}
		spans, err := withdrawn(in.Body.Times, in.Body.From.ms(), in.Body.To.ms())
		if err != nil {
			return nil, err
		}
		made := make([]correction.Correction, 0, len(spans))
		for _, span := range spans {
			c, err := s.Corrections.Create(ctx, callerOf(ctx).actor(), correction.Correction{
				PointID: in.Body.MeasuringPointID, Kind: correction.Withdraw, Fields: in.Body.Fields, Nodes: in.Body.Nodes,
				From: span.From, To: span.To, Note: in.Body.Note,
			})
			if err != nil {
				return nil, err
			}
			made = append(made, c)
		}
		return listAnswer(made, correctionOf), nil
	})
}

// tableRequest finds the point of a query, which the caller must be allowed to see.
func (s *server) tableRequest(ctx context.Context, q TableQuery) (point.Point, monitor.Request, error) {
	p, err := s.seePoint(ctx, q.MeasuringPointID, access.Permission{Area: access.Data, Action: access.Retrieve})
	if err != nil {
		return p, monitor.Request{}, err
	}
	request, err := q.request()
	return p, request, err
}

// latestLists are lists that were answered: of 10,000 points one is 2 MB, which a wall screen
// asks for again and again.
var latestLists = sync.Pool{New: func() any { return new([]monitor.Latest) }}

// visibleLatest appends the newest values of those of the points that the caller may see.
func (s *server) visibleLatest(ctx context.Context, list []monitor.Latest, ids []int64) ([]monitor.Latest, error) {
	if len(ids) > maxLatest {
		return nil, fault.New(fault.TooManyPoints, "max", maxLatest)
	}
	latest, err := s.Monitor.AppendLatest(ctx, list, ids)
	if err != nil {
		return nil, err
	}
	who := callerOf(ctx)
	seen := map[int64]bool{}
	return slices.DeleteFunc(latest, func(l monitor.Latest) bool {
		visible, known := seen[l.Project]
		if !known {
			visible = l.Project != 0 && who.sees(l.Corporation, l.Project) && who.may(access.Data, access.Retrieve, l.Project)
			seen[l.Project] = visible
		}
		return !visible
	}), nil
}

// withdrawn are the ranges that a person named: single times, or one range.
func withdrawn(times []AskedTime, from, to int64) ([]monitor.Span, error) {
	if len(times) == 0 {
		switch {
		case from <= 0 || to <= 0:
			return nil, fault.New(fault.TimeRequired)
		case from > to:
			return nil, fault.New(fault.StartAfterEnd)
		}
		return []monitor.Span{{From: from, To: to}}, nil
	}
	if len(times) > maxSinglePicks {
		return nil, fault.OnField("times", fault.TooManyEntries, "max", maxSinglePicks)
	}
	spans := make([]monitor.Span, len(times))
	for i, t := range times {
		spans[i] = monitor.Span{From: t.ms(), To: t.ms()}
	}
	return spans, nil
}
