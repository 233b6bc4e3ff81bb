package dataapi

import (
	"context"
	"fmt"
	"net/http"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

// CharacteristicQuery requests characteristic values of points of one project.
type CharacteristicQuery struct {
	Known
	MeasuringPointIDs []int64           `json:"measuringPointIds" minItems:"1" maxItems:"100" doc:"Of one project"`
	Fields            []string          `json:"fields,omitempty" maxItems:"64" doc:"Empty: those of the measurement"`
	ValueType         string            `json:"valueType,omitempty" enum:"observed,accumulated,change,rate" doc:"Default observed"`
	Nodes             []int32           `json:"nodes,omitempty" maxItems:"1024" doc:"Empty: all"`
	End               httpapi.AskedTime `json:"end,omitempty" doc:"UTC ms, inclusive; 0: now"`
}

type characteristicInput struct {
	Body struct {
		CharacteristicQuery
		Start httpapi.AskedTime `json:"start" doc:"UTC ms; at most 366 days before end"`
	}
}

type fromInitInput struct{ Body CharacteristicQuery }

// CharacteristicList is the characteristic values of points.
type CharacteristicList struct {
	List []PointCharacteristics `json:"list" doc:"In the order of the request"`
}

// PointCharacteristics are the characteristic values of a point.
type PointCharacteristics struct {
	MeasuringPointID int64            `json:"measuringPointId"`
	Start            int64            `json:"start" doc:"UTC ms; of the initial value, or of the first reading without one"`
	End              int64            `json:"end" doc:"UTC ms, inclusive"`
	Readings         int              `json:"readings" doc:"Received in the range, valid or not"`
	Missing          *int             `json:"missing" doc:"Readings that were expected by the collection interval and did not come; null: none were expected"`
	Columns          []Characteristic `json:"columns"`
	AllNodes         []Characteristic `json:"allNodes" doc:"Over all nodes of a field; empty for a point without nodes"`
}

// Characteristic describes the valid values of a column. Numbers are null if there are none.
type Characteristic struct {
	Column     Column   `json:"column"`
	Count      int      `json:"count" doc:"Valid values"`
	Max        *Moment  `json:"max,omitempty" doc:"Omitted without values and for a bearing, as is min; mean, deviation and range are null then"`
	Min        *Moment  `json:"min,omitempty"`
	Mean       *float64 `json:"mean"`
	Deviation  *float64 `json:"deviation" doc:"Standard deviation with n − 1"`
	Range      *float64 `json:"range" doc:"Largest less smallest value"`
	First      *Moment  `json:"first,omitempty" doc:"Omitted without values and over all nodes, as is last; difference is null then"`
	Last       *Moment  `json:"last,omitempty"`
	Difference *float64 `json:"difference" doc:"Last less first value"`
}

func (s *server) characteristics() {
	call := func(id, path, summary, detail, example string) httpapi.Operation {
		op := post(id, path, summary, detail, nil).Sending(example)
		op.Method, op.Path = http.MethodPost, "/characteristic/"+path
		return op
	}
	httpapi.Register(s.Kernel,
		call("calMp", "cal-mp", "Characteristic values of points in a range",
			"Number, missing readings, extremes with their times, mean, standard deviation, range, first and last value; of an array per node and over all nodes.",
			`{"measuringPointIds":[{measuringPointId}],"start":1699000000000,"end":1700000000000}`),
		s.calMp)
	httpapi.Register(s.Kernel,
		call("calMpFromInit", "cal-mp-from-init", "Characteristic values of points since their initial values", "A point without an initial value counts from its first reading.",
			`{"measuringPointIds":[{measuringPointId}]}`),
		s.calMpFromInit)
}

func (s *server) calMp(ctx context.Context, in *characteristicInput) (*httpapi.Output[CharacteristicList], error) {
	b := &in.Body
	if b.Start == 0 {
		return nil, errs.OnField("start", errs.Empty)
	}
	end := b.end()
	switch {
	case b.Start.Millis() > end:
		return nil, errs.New(errs.StartAfterEnd)
	case end-b.Start.Millis() > maxCharacteristicDays*24*3_600_000:
		return nil, errs.New(errs.SpanTooLong, "days", maxCharacteristicDays)
	}
	return s.characteristicsOf(ctx, &b.CharacteristicQuery, b.Start.Millis())
}

const maxCharacteristicDays = 366

func (s *server) calMpFromInit(ctx context.Context, in *fromInitInput) (*httpapi.Output[CharacteristicList], error) {
	return s.characteristicsOf(ctx, &in.Body, 0)
}

func (q *CharacteristicQuery) end() int64 {
	switch {
	case q.End != 0:
		return q.End.Millis()
	case q.KnownAt != 0:
		return q.KnownAt.Millis()
	}
	return clock.Now().UnixMilli()
}

func (s *server) characteristicsOf(ctx context.Context, q *CharacteristicQuery, start int64) (*httpapi.Output[CharacteristicList], error) {
	kind := query.ValueType(q.ValueType)
	if kind == "" {
		kind = query.Observed
	}
	from, err := s.read(q.Known)
	if err != nil {
		return nil, err
	}
	project := int64(0)
	for i, id := range q.MeasuringPointIDs {
		p, err := s.seePoint(ctx, id, seeData)
		if err != nil {
			return nil, err
		}
		if i > 0 && p.ProjectID != project {
			return nil, errs.OnField(fmt.Sprintf("measuringPointIds[%d]", i), errs.NothingHere)
		}
		project = p.ProjectID
	}
	list := make([]PointCharacteristics, len(q.MeasuringPointIDs))
	for i, id := range q.MeasuringPointIDs {
		r := query.Request{Point: id, Fields: q.Fields, ValueTypes: []query.ValueType{kind}, Nodes: q.Nodes, Start: start, End: q.end()}
		found, err := from.Characteristics(ctx, r)
		if err != nil {
			return nil, err
		}
		list[i] = PointCharacteristics{
			MeasuringPointID: id, Start: found.Start, End: r.End, Readings: found.Readings,
			Columns: httpapi.ListOf(found.List, characteristicOf), AllNodes: httpapi.ListOf(found.All, characteristicOf),
		}
		if missing := found.Missing(); missing >= 0 {
			list[i].Missing = &missing
		}
	}
	return httpapi.Reply(CharacteristicList{list}), nil
}

func characteristicOf(c query.Characteristic) Characteristic {
	return Characteristic{
		Column: columnOf(c.Column), Count: c.Count, Max: momentOf(c.Max), Min: momentOf(c.Min), Mean: httpapi.Finite(c.Mean),
		Deviation: httpapi.Finite(c.Deviation), Range: httpapi.Finite(c.Range()), First: momentOf(c.First), Last: momentOf(c.Last),
		Difference: httpapi.Finite(c.Difference()),
	}
}

// momentOf returns a value with its time; nil: there is none.
func momentOf(e query.Extreme) *Moment {
	if e.Value-e.Value != 0 {
		return nil
	}
	return &Moment{Time: e.Time, Value: &e.Value}
}
