package dataapi

import (
	"context"
	"math"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
)

// PipeNode is a node of a pipe. Nodes lie every step of the pamConfig of its device.
type PipeNode struct {
	No         int32    `json:"no"`
	Chainage   float64  `json:"chainage" doc:"m from the entry"`
	North      *float64 `json:"n" doc:"m; null: beyond the surveyed stretch"`
	East       *float64 `json:"e" doc:"m"`
	Up         *float64 `json:"z" doc:"m"`
	Depth      *float64 `json:"depth" doc:"m below the entry of the pipe"`
	X          *float64 `json:"x" doc:"mm to the north since the initial value or the base; with output frame structure along it"`
	Y          *float64 `json:"y" doc:"mm to the east, or across the structure"`
	Horizontal *float64 `json:"dh" doc:"mm, √(x² + y²)"`
	Vertical   *float64 `json:"dz" doc:"mm, up is positive"`
	Radius     *float64 `json:"radius" doc:"m, of the circle through the node and its neighbors 3 m before and behind; null: at the ends, or straight (over 10 km)"`
}

// PipeMisclosure is how far a survey misses the known position of its far end.
type PipeMisclosure struct {
	North    float64 `json:"n" doc:"m, known − surveyed"`
	East     float64 `json:"e" doc:"m"`
	Up       float64 `json:"z" doc:"m"`
	Total    float64 `json:"total" doc:"m"`
	PerMille float64 `json:"perMille" doc:"‰ of the surveyed length"`
}

// PipeSurvey is one run of a pipeline attitude meter.
type PipeSurvey struct {
	Imported
	Time        int64           `json:"time" doc:"UTC ms"`
	Flags       []string        `json:"flags"`
	Stations    int             `json:"stations" doc:"Stations that were read"`
	Length      float64         `json:"length" doc:"m, surveyed"`
	Backward    bool            `json:"backward" doc:"The sonde was pulled from the exit"`
	Misclosure  *PipeMisclosure `json:"misclosure,omitempty" doc:"Omitted: the far end is not known"`
	Averaged    bool            `json:"averaged" doc:"Nodes are the mean of this run and the one before it in the opposite direction"`
	Closed      bool            `json:"closed" doc:"The misclosure is distributed by chainage"`
	MinRadius   float64         `json:"minRadius" doc:"m, smallest bend radius that is allowed; 0: not set"`
	Reason      string          `json:"reason" doc:"Why there is no result; empty: there is one"`
	Withdrawals []Correction    `json:"withdrawals" doc:"What excludes the survey, in effect"`
	Nodes       []PipeNode      `json:"nodes"`
}

func (s *server) pipes() {
	call := post("monitorPam", "pam", "Surveys of a pipe with a pipeline attitude meter",
		"Positions, changes and bend radius by chainage. Excluded surveys are listed too. At most 200 surveys. A point without surveys has an empty list.", nil)
	call.Unmeasured = "a pipe is surveyed a few times a year"
	httpapi.Register(s.Kernel, call.Sending(rangeExample), s.monitorPam)
}

func (s *server) monitorPam(ctx context.Context, in *surveyInput) (*httpapi.Output[httpapi.List[PipeSurvey]], error) {
	if _, err := s.seePoint(ctx, in.Body.MeasuringPointID, seeData); err != nil {
		return nil, err
	}
	request, err := in.Body.request()
	if err != nil {
		return nil, err
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	list, err := from.PipeSurveys(ctx, request)
	if err != nil {
		return nil, err
	}
	imported := s.importedSurveys(ctx)
	return httpapi.ReplyList(list, func(one query.PipeSurvey) PipeSurvey {
		shown := shownPipe(&one, in.Body.detailed(one.Time))
		shown.Imported = imported(one.DeviceID, one.Time)
		return shown
	}), nil
}

func shownPipe(s *query.PipeSurvey, detailed bool) PipeSurvey {
	shown := PipeSurvey{
		Time: s.Time, Flags: s.Flag.Names(), Stations: len(s.Path.Stations), Length: s.Path.Length, Backward: s.Path.Backward,
		Misclosure: misclosureOf(s.Path.Misclosure, s.Path.Length), Averaged: s.Averaged, Closed: s.Path.Closed, MinRadius: s.MinRadius, Reason: s.Reason,
		Withdrawals: httpapi.ListOf(s.Withdrawals, correctionOf), Nodes: []PipeNode{},
	}
	if detailed {
		shown.Nodes = httpapi.ListOf(s.Nodes, func(n query.PipeNode) PipeNode {
			return PipeNode{
				No: n.No, Chainage: n.Chainage, North: httpapi.Finite(n.Position[0]), East: httpapi.Finite(n.Position[1]), Up: httpapi.Finite(n.Position[2]),
				Depth: httpapi.Finite(n.Depth), X: httpapi.Finite(n.Moved[0]), Y: httpapi.Finite(n.Moved[1]),
				Horizontal: httpapi.Finite(n.Horizontal), Vertical: httpapi.Finite(n.Moved[2]), Radius: httpapi.Finite(n.Radius),
			}
		})
	}
	return shown
}

func misclosureOf(m *[3]float64, length float64) *PipeMisclosure {
	if m == nil {
		return nil
	}
	total := math.Hypot(math.Hypot(m[0], m[1]), m[2])
	if total-total != 0 || math.IsInf(1000*total/length, 0) {
		return nil
	}
	return &PipeMisclosure{North: m[0], East: m[1], Up: m[2], Total: total, PerMille: 1000 * total / length}
}
