package dataapi

import (
	"context"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
)

type manualCompareInput struct {
	Body struct {
		Known
		MeasuringPointID int64             `json:"measuringPointId" minimum:"1" doc:"An array"`
		ManualID         int64             `json:"manualId" minimum:"1" doc:"A casing of the same structure that is surveyed with a probe"`
		Field            string            `json:"field,omitempty" enum:"x,y" doc:"Default x"`
		Start            httpapi.AskedTime `json:"start" doc:"UTC ms"`
		End              httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive; at most 366 days after start"`
		Run              httpapi.AskedTime `json:"run,omitempty" doc:"Time of the manual run, UTC ms; otherwise the last one of the range"`
		Base             httpapi.AskedTime `json:"base,omitempty" doc:"Both are zero at the first run from this time on, UTC ms; 0: at their common initial time"`
		SameToe          bool              `json:"sameToe,omitempty" doc:"The manual result is shifted to the automatic one at the deepest common node"`
	}
}

// ManualPair is a manual and an automatic result at one depth.
type ManualPair struct {
	No         int32    `json:"no" doc:"Node of the array"`
	Depth      float64  `json:"depth" doc:"m below the collar"`
	Manual     *float64 `json:"manual" doc:"mm, interpolated linearly at the depth of the node; null outside the depths of the run"`
	Automatic  *float64 `json:"automatic" doc:"mm"`
	Difference *float64 `json:"difference" doc:"Manual minus automatic, mm"`
}

// ManualStatistics describes the differences at the depths that both have.
type ManualStatistics struct {
	Count       int      `json:"count"`
	Max         *float64 `json:"max" doc:"The largest difference by its size, with its sign, mm"`
	MaxDepth    *float64 `json:"maxDepth" doc:"m"`
	Mean        *float64 `json:"mean" doc:"mm"`
	RMS         *float64 `json:"rms" doc:"mm"`
	Correlation *float64 `json:"correlation" doc:"Pearson's, -1 to 1; null for fewer than three depths"`
}

// ManualCompare is a manual run and the automatic reading nearest to it.
type ManualCompare struct {
	Runs        []int64          `json:"runs" doc:"UTC ms of the valid manual runs of the range, rising"`
	Run         int64            `json:"run" doc:"UTC ms; 0: the range has no run"`
	Reading     int64            `json:"reading" doc:"UTC ms of the automatic reading; 0: none within 12 h"`
	ZeroRun     int64            `json:"zeroRun" doc:"UTC ms of the run at which both are zero; 0: no earlier run has an automatic reading within 12 h"`
	ZeroReading int64            `json:"zeroReading" doc:"UTC ms of the automatic reading nearest to it"`
	Increments  bool             `json:"increments" doc:"The automatic initial value is older than the zero run: only increments since then are compared"`
	Pairs       []ManualPair     `json:"pairs" doc:"From the collar down"`
	Statistics  ManualStatistics `json:"statistics"`
}

func (s *server) manualCompares() {
	call := post("monitorArtificialCompare", "artificial-compare", "Manual inclinometer runs against an array in the same hole",
		"One run and the automatic reading nearest to it, at most 12 h apart.", nil)
	call.Unmeasured = "a survey takes people half an hour, so there are few"
	httpapi.Register(s.Kernel, call.Sending(`{"measuringPointId":{measuringPointId},"manualId":{measuringPointId},"start":1799000000000,"end":1799900000000}`),
		s.monitorArtificialCompare)
}

func (s *server) monitorArtificialCompare(ctx context.Context, in *manualCompareInput) (*httpapi.Output[ManualCompare], error) {
	b := &in.Body
	array, err := s.seePoint(ctx, b.MeasuringPointID, seeData)
	if err != nil {
		return nil, err
	}
	hole, err := s.seePoint(ctx, b.ManualID, seeData)
	if err != nil {
		return nil, err
	}
	switch {
	case b.Start == 0 || b.End == 0:
		return nil, errs.New(errs.TimeRequired)
	case b.Start > b.End:
		return nil, errs.New(errs.StartAfterEnd)
	case array.StructureID != hole.StructureID:
		return nil, errs.OnField("manualId", errs.CategoryMismatch)
	}
	if b.Field == "" {
		b.Field = "x"
	}
	from, err := s.read(b.Known)
	if err != nil {
		return nil, err
	}
	found, err := from.ManualCompare(ctx, query.ManualRequest{
		Point: array.ID, Manual: hole.ID, Field: b.Field, Start: b.Start.Millis(), End: b.End.Millis(),
		Run: b.Run.Millis(), Base: b.Base.Millis(), SameToe: b.SameToe,
	})
	if err != nil {
		return nil, err
	}
	st := found.Statistics
	return httpapi.Reply(ManualCompare{
		Runs: found.Runs, Run: found.Run, Reading: found.Reading, ZeroRun: found.ZeroRun, ZeroReading: found.ZeroReading, Increments: found.Increments,
		Pairs: httpapi.ListOf(found.Pairs, func(p query.ManualPair) ManualPair {
			return ManualPair{
				No: p.No, Depth: p.Depth, Manual: httpapi.Finite(p.Manual), Automatic: httpapi.Finite(p.Automatic), Difference: httpapi.Finite(p.Difference()),
			}
		}),
		Statistics: ManualStatistics{
			Count: st.Count, Max: httpapi.Finite(st.Max), MaxDepth: httpapi.Finite(st.MaxDepth), Mean: httpapi.Finite(st.Mean), RMS: httpapi.Finite(st.RMS),
			Correlation: httpapi.Finite(st.Correlation),
		},
	}), nil
}
