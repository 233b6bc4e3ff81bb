package api

import (
	"context"

	"plumbline/internal/platform/listing"
	"plumbline/internal/site/point"
)

// AilingPoint is a point whose results cannot be computed or stored at the moment.
type AilingPoint struct {
	MeasuringPointID int64  `json:"measuringPointId"`
	Name             string `json:"name"`
	Ailment
}

// ailingPoints are those that a device feeds, among those that the caller sees; never nil.
func (s *server) ailingPoints(ctx context.Context, deviceID int64) ([]AilingPoint, error) {
	list := []AilingPoint{}
	ailments := s.Ailments()
	if len(ailments) == 0 {
		return list, nil
	}
	ids := make([]int64, len(ailments))
	byPoint := make(map[int64]Ailment, len(ailments))
	for i, a := range ailments {
		ids[i] = a.Point
		byPoint[a.Point] = Ailment{Since: a.Since, Attempts: a.Attempts, Next: a.Next}
	}
	page, err := s.Points.List(ctx, callerOf(ctx).scope, point.Filter{Query: listing.Query{Size: listing.MaxSize}, DeviceID: deviceID, IDs: ids})
	if err != nil {
		return nil, err
	}
	for _, p := range page.List {
		list = append(list, AilingPoint{MeasuringPointID: p.ID, Name: p.Name, Ailment: byPoint[p.ID]})
	}
	return list, nil
}
