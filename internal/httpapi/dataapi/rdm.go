package dataapi

import (
	"context"
	"slices"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/errs"
	"plumbline/internal/site/device"
)

type surveyInput struct{ Body SurveyQuery }

// SurveyQuery requests the surveys of a point: runs of a probe or a sonde that people pull.
type SurveyQuery struct {
	Known
	MeasuringPointID int64               `json:"measuringPointId" minimum:"1"`
	Start            httpapi.AskedTime   `json:"start" doc:"UTC ms"`
	End              httpapi.AskedTime   `json:"end" doc:"UTC ms, inclusive; monitor/rdm: at most 366 days after start"`
	Base             httpapi.AskedTime   `json:"base,omitempty" doc:"Changes are relative to the survey at this time, UTC ms; 0: to the initial value"`
	Times            []httpapi.AskedTime `json:"times,omitempty" maxItems:"400" doc:"UTC ms: nodes of these surveys only; omitted: of all"`
}

func (q SurveyQuery) request() (query.SurveyRequest, error) {
	switch {
	case q.Start == 0 || q.End == 0:
		return query.SurveyRequest{}, errs.New(errs.TimeRequired)
	case q.Start > q.End:
		return query.SurveyRequest{}, errs.New(errs.StartAfterEnd)
	}
	return query.SurveyRequest{Point: q.MeasuringPointID, Start: q.Start.Millis(), End: q.End.Millis(), Base: q.Base.Millis()}, nil
}

// detailed reports whether the nodes of the survey at a time are wanted.
func (q SurveyQuery) detailed(time int64) bool {
	return len(q.Times) == 0 || slices.ContainsFunc(q.Times, func(t httpapi.AskedTime) bool { return t.Millis() == time })
}

// SurveyNode is one node of a survey. Node 0, the collar, has no readings.
type SurveyNode struct {
	No        int32      `json:"no"`
	Depth     float64    `json:"depth" doc:"m"`
	Readings  []*float64 `json:"readings" doc:"A0, A180, B0, B180 in digits, after amendments; null: not read"`
	Sent      []*float64 `json:"sent" doc:"The same before amendments"`
	ChecksumA *float64   `json:"checksumA" doc:"A0 + A180, digits"`
	ChecksumB *float64   `json:"checksumB" doc:"B0 + B180, digits"`
	X         *float64   `json:"x" doc:"mm along A from the fixed end"`
	Y         *float64   `json:"y" doc:"mm along B from the fixed end"`
	Dx        *float64   `json:"dx" doc:"mm since the initial value or the base"`
	Dy        *float64   `json:"dy" doc:"mm since the initial value or the base"`
}

// SurveyQuality is the quality of a survey along one axis.
type SurveyQuality struct {
	Mean         *float64 `json:"mean" doc:"Of the checksums, digits"`
	Scatter      *float64 `json:"scatter" doc:"Largest distance of a checksum from the mean, digits"`
	Doubtful     bool     `json:"doubtful" doc:"The scatter exceeds 20 digits"`
	OneDirection int      `json:"oneDirection" doc:"Stations read in one direction only: they use the last known zero offset of the probe"`
}

// Imported is what people called a survey when they imported it.
type Imported struct {
	Name     string `json:"name" doc:"Of an imported survey; empty: not imported"`
	Operator string `json:"operator" doc:"Who surveyed; empty: not said"`
	File     string `json:"file" doc:"Name under which the imported file is kept; empty: not imported. getSurveyFile returns it"`
}

// Survey is one run of an inclinometer probe.
type Survey struct {
	Imported
	Time        int64         `json:"time" doc:"UTC ms"`
	Flags       []string      `json:"flags"`
	Count       int           `json:"count" doc:"Stations that were read"`
	From        float64       `json:"from" doc:"Depth of the first station, m"`
	To          float64       `json:"to" doc:"Depth of the last station, m"`
	A           SurveyQuality `json:"a"`
	B           SurveyQuality `json:"b"`
	Amendments  []Correction  `json:"amendments" doc:"Readings of the survey that were corrected, in effect"`
	Withdrawals []Correction  `json:"withdrawals" doc:"What excludes the survey, in effect"`
	Casing      []Correction  `json:"casing" doc:"The correction of its systematic errors, in effect; x, y, dx and dy are without them"`
	Nodes       []SurveyNode  `json:"nodes"`
}

func (s *server) surveys() {
	call := post("monitorRdm", "rdm", "Surveys of a casing with an inclinometer probe",
		"Readings of every station with their checksums, the shape and the change. Excluded surveys are listed too. A point without surveys has an empty list.", nil)
	call.Unmeasured = "a survey takes people half an hour, so there are few"
	httpapi.Register(s.Kernel, call.Sending(rangeExample), s.monitorRdm)
}

func (s *server) monitorRdm(ctx context.Context, in *surveyInput) (*httpapi.Output[httpapi.List[Survey]], error) {
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
	list, err := from.Surveys(ctx, request)
	if err != nil {
		return nil, err
	}
	imported := s.importedSurveys(ctx)
	return httpapi.ReplyList(list, func(one query.Survey) Survey {
		shown := shownSurvey(&one, in.Body.detailed(one.Time))
		shown.Imported = imported(one.DeviceID, one.Time)
		return shown
	}), nil
}

// importedSurveys returns a function that looks up surveys by the files that people imported. A survey that was not
// imported, or whose device the caller does not see, has none.
func (s *server) importedSurveys(ctx context.Context) func(deviceID, at int64) Imported {
	known := map[int64]map[int64]Imported{}
	return func(deviceID, at int64) Imported {
		files, asked := known[deviceID]
		if !asked {
			files = map[int64]Imported{}
			kept, err := s.Devices.Files(ctx, httpapi.CallerOf(ctx).Scope, deviceID)
			for i := range kept {
				if n, ok := device.SurveyNameOf(kept[i].Name); ok && err == nil {
					files[n.At] = Imported{n.Name, n.Operator, kept[i].Name}
				}
			}
			known[deviceID] = files
		}
		return files[at-at%1000]
	}
}

func shownSurvey(s *query.Survey, detailed bool) Survey {
	shown := Survey{
		Time: s.Time, Flags: s.Flag.Names(), Count: len(s.Stations), From: s.Stations[0].Depth, To: s.Stations[len(s.Stations)-1].Depth,
		A: QualityShown(s.A), B: QualityShown(s.B), Nodes: []SurveyNode{},
		Amendments: httpapi.ListOf(s.Amendments, correctionOf), Withdrawals: httpapi.ListOf(s.Withdrawals, correctionOf),
		Casing: []Correction{},
	}
	if s.Casing != nil {
		shown.Casing = append(shown.Casing, correctionOf(*s.Casing))
	}
	if detailed {
		shown.Nodes = httpapi.ListOf(s.Nodes, func(n query.SurveyNode) SurveyNode {
			return SurveyNode{
				No: n.No, Depth: n.Depth, Readings: finite(n.Values[:]), Sent: finite(n.Sent[:]),
				ChecksumA: httpapi.Finite(n.Values[0] + n.Values[1]), ChecksumB: httpapi.Finite(n.Values[2] + n.Values[3]),
				X: httpapi.Finite(n.X), Y: httpapi.Finite(n.Y), Dx: httpapi.Finite(n.Dx), Dy: httpapi.Finite(n.Dy),
			}
		})
	}
	return shown
}

// QualityShown returns a quality as calls show it.
func QualityShown(q query.SurveyQuality) SurveyQuality {
	return SurveyQuality{Mean: httpapi.Finite(q.Mean), Scatter: httpapi.Finite(q.Scatter), Doubtful: q.Doubtful(), OneDirection: q.OneDirection}
}
