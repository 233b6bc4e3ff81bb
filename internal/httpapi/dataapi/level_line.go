package dataapi

import (
	"context"
	"slices"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/project"
)

type lineInput struct {
	Body struct {
		Known
		MeasuringPointID int64               `json:"measuringPointId" minimum:"1" doc:"A vessel of the line"`
		ValueType        string              `json:"valueType,omitempty" enum:"observed,accumulated,change,rate" doc:"Of the settlement; default accumulated"`
		Start            httpapi.AskedTime   `json:"start" doc:"UTC ms"`
		End              httpapi.AskedTime   `json:"end" doc:"UTC ms, inclusive; at most 366 days after start"`
		Base             httpapi.AskedTime   `json:"base,omitempty" doc:"accumulated only: relative to the result at this time, UTC ms; 0: to the initial value"`
		Times            []httpapi.AskedTime `json:"times,omitempty" maxItems:"100" doc:"UTC ms: only these readings; or a page"`
		Page             int                 `json:"page,omitempty" minimum:"0" maximum:"1000000" doc:"From 1"`
		PageSize         int                 `json:"pageSize,omitempty" minimum:"0" maximum:"20000" doc:"Default 20"`
		Order            string              `json:"order,omitempty" enum:"asc,desc" doc:"By time; default desc"`
	}
}

// LineVessel is a vessel of a hydrostatic line.
type LineVessel struct {
	MeasuringPointID int64  `json:"measuringPointId"`
	Reference        bool   `json:"reference"`
	Readings         int    `json:"readings" doc:"Valid readings in the range; without any, the vessel does not hold up the line"`
	Marks            []Mark `json:"marks"`
}

// LineReading is one reading of all vessels of a line, in their order; null where a vessel has no value.
type LineReading struct {
	Time       int64      `json:"time" doc:"UTC ms"`
	Settlement []*float64 `json:"settlement" doc:"mm"`
	Level      []*float64 `json:"level" doc:"mm"`
	Temp       []*float64 `json:"temp" doc:"°C"`
}

// LevelLine is a line of hydrostatic levels over time.
type LevelLine struct {
	Tolerance int64         `json:"tolerance" doc:"ms within which all vessels must be read"`
	Vessels   []LineVessel  `json:"vessels"`
	Times     []int64       `json:"times" doc:"Of all readings of the range, rising"`
	Skipped   int           `json:"skipped" doc:"Times at which a vessel was not read within the tolerance"`
	List      []LineReading `json:"list"`
	Total     int           `json:"total"`
}

func (s *server) levelLines() {
	httpapi.Register(s.Kernel,
		post("monitorLevelLine", "level-line", "Settlements along a line of hydrostatic levels",
			"Of all vessels with the same reference point. A time counts if every vessel was read within the tolerance.", nil).
			Sending(rangeExample),
		s.monitorLevelLine)
}

func (s *server) monitorLevelLine(ctx context.Context, in *lineInput) (*httpapi.Output[LevelLine], error) {
	b := &in.Body
	p, err := s.seePoint(ctx, b.MeasuringPointID, seeData)
	if err != nil {
		return nil, err
	}
	switch {
	case b.Start == 0 || b.End == 0:
		return nil, errs.New(errs.TimeRequired)
	case b.Start > b.End:
		return nil, errs.New(errs.StartAfterEnd)
	}
	kind := query.ValueType(b.ValueType)
	if kind == "" {
		kind = query.Accumulated
	}
	tree, err := s.Projects.Tree(ctx, httpapi.CallerOf(ctx).Scope, p.ProjectID)
	if err != nil {
		return nil, err
	}
	request := query.LineRequest{Point: p.ID, Kind: kind, Start: b.Start.Millis(), End: b.End.Millis(), Base: b.Base.Millis()}
	for _, placed := range project.PointsIn(tree, 0) {
		request.Candidates = append(request.Candidates, placed.ID)
	}
	from, err := s.read(b.Known)
	if err != nil {
		return nil, err
	}
	line, err := from.LevelLine(ctx, request)
	if err != nil {
		return nil, err
	}
	wanted := make([]int64, len(b.Times))
	for i, t := range b.Times {
		wanted[i] = t.Millis()
	}
	return httpapi.Reply(levelLineOf(line, wanted, max(b.Page, 1), b.PageSize, b.Order == "asc")), nil
}

// levelLineOf returns a line with the readings of the wanted times, or else one page of them.
func levelLineOf(l query.LevelLine, wanted []int64, page, size int, rising bool) LevelLine {
	line := LevelLine{Tolerance: l.Tolerance, Vessels: []LineVessel{}, Times: []int64{}, Skipped: l.Skipped, Total: len(l.Readings)}
	for _, v := range l.Vessels {
		line.Vessels = append(line.Vessels, LineVessel{
			MeasuringPointID: v.Point, Reference: v.Reference, Readings: v.Readings, Marks: httpapi.ListOf(v.Marks, markOf),
		})
	}
	for i := range l.Readings {
		line.Times = append(line.Times, l.Readings[i].Time)
	}
	chosen := l.Readings
	if len(wanted) > 0 {
		chosen = slices.DeleteFunc(slices.Clone(chosen), func(r query.LineReading) bool { return !slices.Contains(wanted, r.Time) })
	} else {
		if !rising {
			chosen = slices.Clone(chosen)
			slices.Reverse(chosen)
		}
		if size == 0 {
			size = 20
		}
		first := min((page-1)*size, len(chosen))
		chosen = chosen[first:min(first+size, len(chosen))]
	}
	line.List = httpapi.ListOf(chosen, func(r query.LineReading) LineReading {
		return LineReading{Time: r.Time, Settlement: finite(r.Settlement), Level: finite(r.Level), Temp: finite(r.Temp)}
	})
	return line
}

func finite(values []float64) []*float64 {
	list := make([]*float64, len(values))
	for i, v := range values {
		list[i] = httpapi.Finite(v)
	}
	return list
}

func markOf(m query.Mark) Mark {
	return Mark{Time: m.Time, Until: m.Until, Kind: m.Kind, ID: m.ID, Note: m.Note}
}
