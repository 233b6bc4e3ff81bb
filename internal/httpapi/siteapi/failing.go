package siteapi

import (
	"context"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
)

// FailingPoint is a point whose results currently cannot be computed or stored.
type FailingPoint struct {
	MeasuringPointID int64  `json:"measuringPointId"`
	Name             string `json:"name"`
	Failing
}

// failingPoints returns the failing points of a device that the caller may see; never nil.
func (s *server) failingPoints(ctx context.Context, deviceID int64) ([]FailingPoint, error) {
	list := []FailingPoint{}
	failures, err := s.Failures(ctx)
	if err != nil || len(failures) == 0 {
		return list, err
	}
	ids := make([]int64, len(failures))
	byPoint := make(map[int64]Failing, len(failures))
	for i, a := range failures {
		ids[i] = a.Point
		byPoint[a.Point] = Failing{Since: a.Since, Attempts: a.Attempts, Next: a.Next}
	}
	page, err := s.Points.List(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{Query: paging.Query{Size: paging.MaxSize}, DeviceID: deviceID, IDs: ids})
	if err != nil {
		return nil, err
	}
	for _, p := range page.List {
		list = append(list, FailingPoint{MeasuringPointID: p.ID, Name: p.Name, Failing: byPoint[p.ID]})
	}
	return list, nil
}
