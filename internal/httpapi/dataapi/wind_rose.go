package dataapi

import (
	"context"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

// WindRose counts the readings of a range by direction and speed.
type WindRose struct {
	Start      int64     `json:"start" doc:"UTC ms"`
	End        int64     `json:"end" doc:"UTC ms"`
	Limits     []float64 `json:"limits" doc:"Lower limits of the speed classes, m/s; slower wind is calm"`
	Counts     [][]int   `json:"counts" doc:"Readings of the 16 sectors, clockwise from north, by speed class"`
	Calm       int       `json:"calm" doc:"Readings below the first limit"`
	Undirected int       `json:"undirected" doc:"Readings with wind but without a direction; no sector counts them"`
}

func (s *server) windRoses() {
	httpapi.Register(s.Kernel,
		post("monitorWindRose", "wind-rose", "Readings of a weather station by direction and speed of the wind", "Of at most 366 days.", nil).Sending(rangeExample),
		s.monitorWindRose)
}

func windRoseOf(r query.WindRose) WindRose {
	rose := WindRose{Start: r.Start, End: r.End, Limits: r.Limits, Counts: [][]int{}, Calm: r.Calm, Undirected: r.Undirected}
	for _, classes := range r.Counts {
		rose.Counts = append(rose.Counts, classes[:])
	}
	return rose
}

func (s *server) monitorWindRose(ctx context.Context, in *timesInput) (*httpapi.Output[WindRose], error) {
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
	rose, err := from.WindRose(ctx, in.Body.MeasuringPointID, in.Body.Start.Millis(), in.Body.End.Millis())
	return httpapi.Reply(windRoseOf(rose)), err
}
