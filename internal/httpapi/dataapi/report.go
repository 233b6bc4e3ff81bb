package dataapi

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"strings"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/asknown"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/access"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// ReportQuery requests the rows of a monitoring report.
type ReportQuery struct {
	Known
	MeasuringPointIDs []int64           `json:"measuringPointIds" minItems:"1" maxItems:"500" doc:"Of one project"`
	Time              httpapi.AskedTime `json:"time,omitempty" doc:"UTC ms: the last valid reading in the window before it; 0: now. The window is three collection intervals, at least 6 h and at most 24 h"`
	Previous          httpapi.AskedTime `json:"previous,omitempty" doc:"UTC ms of the reading to compare with; 0: a day before the reading of time"`
	Base              httpapi.AskedTime `json:"base,omitempty" doc:"Changes since the result at this time, UTC ms; 0: since the initial value"`
	Fields            []string          `json:"fields,omitempty" maxItems:"16" doc:"Empty: the main field, or the three components of a position"`
	Step              float64           `json:"step,omitempty" minimum:"0" maximum:"100" doc:"m: rows at these depths, linear between the nodes of an array; 0: rows of its nodes"`
	Differential      bool              `json:"differential,omitempty" doc:"Also the chainage of points and the differential settlement between neighbors along the line"`
}

// MonitoringReport is the rows of a monitoring report.
type MonitoringReport struct {
	Time     int64          `json:"time" doc:"UTC ms, as requested"`
	TimeZone string         `json:"timeZone" doc:"Of the project, IANA name"`
	Points   []ReportPoint  `json:"points"`
	Rows     []ReportRow    `json:"rows"`
	Maxima   []ReportMaxima `json:"maxima" doc:"Of each field"`
}

// ReportPoint is a point of a report and the readings that it uses.
type ReportPoint struct {
	MeasuringPointID int64             `json:"measuringPointId"`
	Name             string            `json:"name"`
	Time             int64             `json:"time" doc:"UTC ms of the reading; 0: none in the window"`
	Previous         int64             `json:"previous" doc:"UTC ms of the previous reading; 0: none in the window"`
	Count            int               `json:"count" doc:"Arrays: valid readings since the initial value"`
	Instrument       string            `json:"instrument" doc:"Model and serial number; empty: none, or the caller may not see it"`
	Thresholds       []alarm.Threshold `json:"thresholds" doc:"In force at the time of the reading"`
}

// ReportRow is one field of a point, or of one node of an array. Values are null if missing.
type ReportRow struct {
	MeasuringPointID int64      `json:"measuringPointId"`
	Field            string     `json:"field"`
	Node             int32      `json:"node" doc:"0: the point itself, or between two nodes"`
	Depth            *float64   `json:"depth" doc:"m; null if the array does not define it"`
	Label            i18n.Label `json:"label"`
	ValueType        string     `json:"valueType" enum:"observed,accumulated" doc:"Of previous and value: accumulated for fields without observed values"`
	Unit             string     `json:"unit" doc:"Of initial, previous and value"`
	Decimals         int        `json:"decimals"`
	ChangeUnit       string     `json:"changeUnit" doc:"Of change and accumulated; the rate is per day"`
	ChangeDecimals   int        `json:"changeDecimals"`
	Initial          *float64   `json:"initial" doc:"The initial value, or the result at base"`
	Previous         *float64   `json:"previous"`
	Value            *float64   `json:"value" doc:"This time"`
	Change           *float64   `json:"change" doc:"Between the two readings"`
	Accumulated      *float64   `json:"accumulated"`
	Rate             *float64   `json:"rate" doc:"Of change, per day"`
	Control          string     `json:"control" doc:"Highest limits of value or change, and of the rate: ±30 / ±3"`
	Level            *int       `json:"level" minimum:"0" maximum:"4" doc:"Highest of the value types that thresholds judge; null: not judged"`
	Interpolated     bool       `json:"interpolated" doc:"Between two nodes"`
	Chainage         *float64   `json:"chainage" doc:"m along the line, if asked for and known"`
	Differential     *float64   `json:"differential" doc:"‰: settlement less that of the neighbor before on the line, by their distance, if asked for"`
}

// ReportMaxima are the rows with the extreme values of a field, as indexes in rows; -1: none.
type ReportMaxima struct {
	Field    string `json:"field"`
	Positive int    `json:"positive"`
	Negative int    `json:"negative"`
	Rate     int    `json:"rate"`
}

type reportInput struct{ Body ReportQuery }

func (s *server) reports() {
	const example = `{"measuringPointIds":[{measuringPointId}]}`
	miss := httpapi.NearMiss{Body: `{"measuringPointIds":[{measuringPointId}],"time":1799000000000,"previous":1799000000000}`, Field: "previous"}
	httpapi.Register(s.Kernel, httpapi.Operation{
		ID: "reportPreview", Method: http.MethodPost, Path: "/monitor/report-preview", Tag: "monitor", Need: seeData, Held: httpapi.InBody,
		Unlogged: httpapi.ReadsOnly, Example: example, NearMiss: miss,
		Summary: "Rows of a monitoring report: initial, previous and this value, change, rate and verdict of points",
		Detail:  "A point without a reading in the window keeps its row, without values.",
	}, s.reportPreview)
}

// report returns the rows that the caller asks for, if all points are of one project and visible.
func (s *server) report(ctx context.Context, q *ReportQuery) (query.Report, error) {
	if q.Time == 0 {
		q.Time = cmp.Or(q.KnownAt, httpapi.AskedTime(clock.Now().UnixMilli()))
	}
	if q.Previous >= q.Time {
		return query.Report{}, errs.OnField("previous", errs.StartAfterEnd)
	}
	first, err := s.seePoint(ctx, q.MeasuringPointIDs[0], seeData)
	if err != nil {
		return query.Report{}, err
	}
	from, err := s.read(q.Known)
	if err != nil {
		return query.Report{}, err
	}
	if q.KnownAt != 0 {
		if len(q.MeasuringPointIDs) > asknown.MostPoints {
			return query.Report{}, errs.OnField("measuringPointIds", errs.TooManyPoints, "max", asknown.MostPoints)
		}
		for _, id := range q.MeasuringPointIDs {
			if _, err := s.seePoint(ctx, id, seeData); err != nil {
				return query.Report{}, err
			}
		}
	}
	report, err := from.Report(ctx, query.ReportRequest{
		Points: q.MeasuringPointIDs, Time: q.Time.Millis(), Previous: q.Previous.Millis(), Base: q.Base.Millis(), Fields: q.Fields, Step: q.Step,
	})
	for i := range report.Points {
		if report.Points[i].Project != first.ProjectID {
			return report, errs.OnField(fmt.Sprintf("measuringPointIds[%d]", i), errs.NothingHere)
		}
	}
	return report, err
}

func (s *server) reportPreview(ctx context.Context, in *reportInput) (*httpapi.Output[MonitoringReport], error) {
	report, err := s.report(ctx, &in.Body)
	if err != nil {
		return nil, err
	}
	instruments, err := s.instruments(ctx, report.Points)
	if err != nil {
		return nil, err
	}
	line, err := s.along(ctx, &in.Body, &report)
	if err != nil {
		return nil, err
	}
	rows := httpapi.ListOf(report.Rows, func(r query.ReportRow) ReportRow { return reportRowOf(&report, &r) })
	for i, at := range line {
		rows[i].Chainage, rows[i].Differential = httpapi.Finite(at.Chainage), httpapi.Finite(at.Differential)
	}
	return httpapi.Reply(MonitoringReport{
		Time: in.Body.Time.Millis(), TimeZone: report.Points[0].Zone,
		Points: httpapi.ListOf(report.Points, func(p query.ReportPoint) ReportPoint {
			return ReportPoint{
				MeasuringPointID: p.ID, Name: p.Name, Time: p.Time, Previous: p.Previous, Count: p.Count, Instrument: instruments[p.Device],
				Thresholds: httpapi.ListOf(p.Thresholds, httpapi.AsIs),
			}
		}),
		Rows: rows,
		Maxima: httpapi.ListOf(report.Maxima, func(m query.ReportMaxima) ReportMaxima {
			return ReportMaxima(m)
		}),
	}), nil
}

func reportRowOf(report *query.Report, r *query.ReportRow) ReportRow {
	p := &report.Points[r.Point]
	row := ReportRow{
		MeasuringPointID: p.ID, Field: r.Column.Field, Node: r.Column.Node, Depth: r.Column.Depth, Label: r.Column.Label,
		ValueType: string(r.Column.ValueType), Unit: r.Column.Unit, Decimals: r.Column.Decimals,
		ChangeUnit: r.Changed.Unit, ChangeDecimals: r.Changed.Decimals,
		Initial: httpapi.Finite(r.Initial), Previous: httpapi.Finite(r.Previous), Value: httpapi.Finite(r.Value), Change: httpapi.Finite(r.Change),
		Accumulated: httpapi.Finite(r.Accumulated), Rate: httpapi.Finite(r.Rate), Control: r.ControlText(p.Thresholds), Interpolated: r.Interpolated,
	}
	if r.Level != alarm.NotJudged {
		level := int(r.Level)
		row.Level = &level
	}
	return row
}

// instruments returns the model and serial number of the devices of points, by id; nothing if the caller may not see
// devices.
func (s *server) instruments(ctx context.Context, points []query.ReportPoint) (map[int64]string, error) {
	ids := make([]int64, len(points))
	for i := range points {
		ids[i] = points[i].Device
	}
	return s.instrumentsOf(ctx, points[0].Project, ids)
}

func (s *server) instrumentsOf(ctx context.Context, project int64, ids []int64) (map[int64]string, error) {
	who, named := httpapi.CallerOf(ctx), map[int64]string{}
	if !who.May(access.Device, access.Retrieve, project) {
		return named, nil
	}
	for _, id := range ids {
		if _, known := named[id]; known || id == 0 {
			continue
		}
		d, err := s.Devices.Get(ctx, who.Scope, id)
		if err != nil && !errs.Is(err, errs.NothingHere) {
			return nil, err
		}
		named[id] = strings.TrimSpace(d.Model + " " + d.SNCode)
	}
	return named, nil
}

// along returns the place and the differential settlement of each row; nil if the caller does not ask for them.
func (s *server) along(ctx context.Context, q *ReportQuery, report *query.Report) ([]query.AlongLine, error) {
	if !q.Differential {
		return nil, nil
	}
	ids := make([]int64, len(report.Points))
	for i, p := range report.Points {
		ids[i] = p.ID
	}
	chainages, err := s.Points.Chainages(ctx, ids, q.Time.Millis())
	if err != nil {
		return nil, err
	}
	return query.Differentials(report.Rows, chainages), nil
}
