package siteapi

import (
	"context"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/paging"
	"plumbline/internal/site/device"
)

// deviceSummaries adds interval and completeness to a page of devices.
func (s *server) deviceSummaries(ctx context.Context, page paging.Page[device.Listed]) (*httpapi.Output[httpapi.Page[DeviceSummary]], error) {
	days, err := s.daysOf(ctx, page.List)
	if err != nil {
		return nil, err
	}
	out := httpapi.ReplyPage(page, deviceSummaryOf)
	for i, d := range page.List {
		row := &out.Body.List[i]
		row.Completeness = httpapi.Finite(deviceShare(d, days))
		for _, p := range d.Points {
			if interval := int64(days[p.ID].Interval.Seconds()); interval > 0 && (row.Interval == 0 || interval < row.Interval) {
				row.Interval = interval
			}
		}
	}
	return out, nil
}

// completenessOf returns the completeness of each device's points, NaN if nothing was due.
func (s *server) completenessOf(ctx context.Context, list []device.Listed) ([]float64, error) {
	days, err := s.daysOf(ctx, list)
	if err != nil {
		return nil, err
	}
	return httpapi.ListOf(list, func(d device.Listed) float64 { return deviceShare(d, days) }), nil
}

func (s *server) daysOf(ctx context.Context, list []device.Listed) (map[int64]query.Completeness, error) {
	var ids []int64
	for _, d := range list {
		for _, p := range d.Points {
			ids = append(ids, p.ID)
		}
	}
	days, err := s.Monitor.Completeness(ctx, ids)
	byPoint := make(map[int64]query.Completeness, len(days))
	for i, day := range days {
		byPoint[ids[i]] = day
	}
	return byPoint, err
}

func deviceShare(d device.Listed, days map[int64]query.Completeness) float64 {
	var mean query.MeanShare
	for _, p := range d.Points {
		if day := days[p.ID]; day.Known {
			mean.Add(day.Share())
		}
	}
	return mean.Value()
}
