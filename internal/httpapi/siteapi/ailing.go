package siteapi

import (
	"context"

	"plumbline/internal/httpapi"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/point"
)

// AilingPoint is a point whose results currently cannot be computed or stored.
type AilingPoint struct {
	MeasuringPointID int64  `json:"measuringPointId"`
	Name             string `json:"name"`
	Ailment
}

// ailingPoints are those that a device feeds, among those that the caller sees; never nil.
func (s *server) ailingPoints(ctx context.Context, deviceID int64) ([]AilingPoint, error) {
	list := []AilingPoint{}
	failures := s.Failures()
	if len(failures) == 0 {
		return list, nil
	}
	ids := make([]int64, len(failures))
	byPoint := make(map[int64]Ailment, len(failures))
	for i, a := range failures {
		ids[i] = a.Point
		byPoint[a.Point] = Ailment{Since: a.Since, Attempts: a.Attempts, Next: a.Next}
	}
	page, err := s.Points.List(ctx, httpapi.CallerOf(ctx).Scope, point.Filter{Query: paging.Query{Size: paging.MaxSize}, DeviceID: deviceID, IDs: ids})
	if err != nil {
		return nil, err
	}
	for _, p := range page.List {
		list = append(list, AilingPoint{MeasuringPointID: p.ID, Name: p.Name, Ailment: byPoint[p.ID]})
	}
	return list, nil
}
