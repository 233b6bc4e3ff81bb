// Package analysisapi implements the calls of analyses: estimates from the readings of points, which are never stored and never
// judged.
package analysisapi

import (
	"cmp"
	"context"
	"net/http"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/httpapi/dataapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/point"
)

// Services are the dependencies of the calls.
type Services struct {
	Points  *point.Service
	Monitor dataapi.Monitor
	AsKnown dataapi.AsKnown
}

type server struct {
	*httpapi.Kernel
	Services
}

// Register adds the calls of the area.
func Register(k *httpapi.Kernel, services Services) {
	s := &server{Kernel: k, Services: services}
	s.analyses()
	s.relations()
	s.movements()
}

// seeData is the permission to see values.
var seeData = access.Permission{Area: access.Data, Action: access.Retrieve}

// post declares a call that analyzes readings of the points in its body.
func post(id, path, summary, detail string) httpapi.Operation {
	return httpapi.Operation{
		ID: id, Method: http.MethodPost, Path: "/monitor/" + path, Tag: "monitor", Need: seeData, Held: httpapi.InBody,
		Summary: summary, Detail: detail, Unlogged: httpapi.ReadsOnly, Unmeasured: "analyzes readings on request, no screen of the bench loads it",
	}
}

const hourMS = 3_600_000

// AnalyzedReadings requests the readings of one column.
type AnalyzedReadings struct {
	dataapi.Known
	MeasuringPointID int64             `json:"measuringPointId" minimum:"1"`
	Field            string            `json:"field" minLength:"1" maxLength:"64"`
	Node             int32             `json:"node,omitempty" minimum:"0" doc:"Of an array"`
	ValueType        string            `json:"valueType,omitempty" enum:"observed,accumulated" doc:"Default accumulated"`
	Start            httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End              httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
	Base             httpapi.AskedTime `json:"base,omitempty" doc:"accumulated only: relative to the result at this time, UTC ms; 0: to the initial value"`
}

// seePoint returns a point if the caller may see its values.
func (s *server) seePoint(ctx context.Context, id int64) (point.Point, error) {
	who := httpapi.CallerOf(ctx)
	p, err := s.Points.Get(ctx, who.Scope, id)
	if err != nil {
		return point.Point{}, err
	}
	return p, who.Require(seeData, p.ProjectID)
}

// samples returns the readings of one column, and the interval of the point, ms.
func (s *server) samples(ctx context.Context, a AnalyzedReadings) (query.Sampled, int64, error) {
	p, err := s.seePoint(ctx, a.MeasuringPointID)
	if err != nil {
		return query.Sampled{}, 0, err
	}
	request, err := dataapi.MonitorQuery{
		MeasuringPointID: p.ID, Fields: []string{a.Field}, ValueType: cmp.Or(a.ValueType, string(query.Accumulated)), Start: a.Start, End: a.End, Base: a.Base,
	}.Request()
	if err != nil {
		return query.Sampled{}, 0, err
	}
	from, err := a.Reader(s.Monitor, s.AsKnown)
	if err != nil {
		return query.Sampled{}, 0, err
	}
	found, err := from.Samples(ctx, request, a.Node)
	if err != nil {
		return query.Sampled{}, 0, err
	}
	latest, err := s.Monitor.Latest(ctx, []int64{p.ID})
	if err != nil {
		return query.Sampled{}, 0, err
	}
	return found, latest[0].Interval, nil
}

// other returns the readings of another point of the project, as known when those of a request were, and their interval, ms. A
// point that the caller may not see is like one of another project.
func (s *server) other(ctx context.Context, asked, one AnalyzedReadings) (query.Sampled, int64, error) {
	point, err := s.seePoint(ctx, asked.MeasuringPointID)
	if err != nil {
		return query.Sampled{}, 0, err
	}
	if other, err := s.seePoint(ctx, one.MeasuringPointID); err != nil || other.ProjectID != point.ProjectID {
		return query.Sampled{}, 0, errs.OnField("measuringPointId", errs.MustExist)
	}
	one.Known = asked.Known
	found, interval, err := s.samples(ctx, one)
	return found, cmp.Or(interval, hourMS), err
}
