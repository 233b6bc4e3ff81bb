package dataapi

import (
	"context"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
)

type masterInput struct {
	Body struct {
		Known
		MasterID        int64             `json:"masterId" minimum:"1" doc:"A composite point"`
		Fields          []string          `json:"fields,omitempty" maxItems:"64" doc:"Of the composite point; empty: those of the measurement"`
		ValueType       string            `json:"valueType,omitempty" enum:"observed,accumulated,change,rate" doc:"Of the composite point and of its sub-points; default observed"`
		Start           httpapi.AskedTime `json:"start" doc:"UTC ms"`
		End             httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
		Base            httpapi.AskedTime `json:"base,omitempty" doc:"accumulated only: relative to the result at this time, UTC ms; 0: to the initial value"`
		IncludeAbnormal bool              `json:"includeAbnormal,omitempty" doc:"Of the composite point"`
		MaxPoints       int               `json:"maxPoints,omitempty" minimum:"0" maximum:"20000" doc:"Per series; 0 means 2400"`
		Page            int               `json:"page,omitempty" minimum:"0" maximum:"1000000" doc:"From 1: readings as one page of a table; 0: series for a chart"`
		PageSize        int               `json:"pageSize,omitempty" minimum:"0" maximum:"20000" doc:"Default 20"`
		Order           string            `json:"order,omitempty" enum:"asc,desc" doc:"By time; default desc"`
	}
}

// MasterSlave is a value of a sub-point that a composite point is computed from.
type MasterSlave struct {
	MeasuringPointID int64  `json:"measuringPointId"`
	Role             string `json:"role" doc:"In the formula; empty: the main source"`
	Interval         int64  `json:"interval" doc:"ms between its readings"`
	Within           int64  `json:"within" doc:"ms between a reading of the composite point and the nearest one of the sub-point within which the formula uses it"`
	Column           Column `json:"column"`
	Chart            *Chart `json:"chart,omitempty" doc:"Missing with a table"`
}

// MasterValue is the reading of a sub-point at a reading of its composite point.
type MasterValue struct {
	Time  int64    `json:"time" doc:"UTC ms of the nearest reading within the tolerance; 0: none"`
	Value *float64 `json:"value"`
	Used  bool     `json:"used" doc:"The formula used it; otherwise it is too far from the reading of the composite point"`
}

// MasterRow is one reading of a composite point.
type MasterRow struct {
	TableRow
	Slaves []MasterValue `json:"slaves" doc:"In the order of the sub-points"`
}

// Master is a composite point with its sub-points, as series or as one page of a table.
type Master struct {
	Slaves    []MasterSlave `json:"slaves"`
	Tolerance int64         `json:"tolerance" doc:"ms: one interval of the slowest, within which readings are joined in the table"`
	Chart     *Chart        `json:"chart,omitempty" doc:"Of the composite point; missing with a table"`
	Partial   []Moment      `json:"partial" doc:"Readings of the first series that lack a sub-point, at most one for each part of the range; empty with a table"`
	Partials  int           `json:"partials" doc:"Number of all readings that lack a sub-point; 0 with a table"`
	Columns   []Column      `json:"columns" doc:"Of the composite point; empty with series"`
	List      []MasterRow   `json:"list" doc:"Empty with series"`
	Total     int           `json:"total" doc:"Readings of the table; 0 with series"`
}

func (s *server) masters() {
	httpapi.Register(s.Kernel,
		post("monitorMaster", "master", "Values of a composite point and of its sub-points",
			"As series, or with page as a table: at most 30 days, or any range with at most 1,000 rows; at most 65,535 rows. Readings of different intervals are joined within one interval of the slowest.",
			describe[Master](s)).
			Sending(`{"masterId":{measuringPointId},"start":1799000000000,"end":1799900000000}`),
		s.monitorMaster)
}

func (s *server) monitorMaster(ctx context.Context, in *masterInput) (*httpapi.Raw, error) {
	b := &in.Body
	if _, err := s.seePoint(ctx, b.MasterID, seeData); err != nil {
		return nil, err
	}
	request, err := MonitorQuery{
		MeasuringPointID: b.MasterID, Fields: b.Fields, ValueType: b.ValueType, Start: b.Start, End: b.End, Base: b.Base,
		IncludeAbnormal: b.IncludeAbnormal, MaxPoints: b.MaxPoints,
	}.Request()
	if err != nil {
		return nil, err
	}
	from, err := s.read(b.Known)
	if err != nil {
		return nil, err
	}
	if b.Page == 0 {
		master, err := from.Master(ctx, request)
		if err != nil {
			return nil, err
		}
		return httpapi.RawJSON(func(out []byte) []byte { return appendMaster(out, b.MasterID, request.ValueTypes[0], &master) }), nil
	}
	size := b.PageSize
	if size == 0 {
		size = 20
	}
	table, err := from.MasterTable(ctx, request, b.Page, size, b.Order != "asc")
	if err != nil {
		return nil, err
	}
	return httpapi.RawJSON(func(out []byte) []byte { return appendMasterTable(out, &table) }), nil
}

// appendMaster writes a Master with series.
func appendMaster(b []byte, pointID int64, kind query.ValueType, m *query.Master) []byte {
	b = append(b, `{"slaves":`...)
	b = httpapi.AppendList(b, len(m.Slaves), func(b []byte, i int) []byte {
		b = append(appendSlave(b, &m.Slaves[i]), `,"chart":`...)
		return append(appendChart(b, m.Slaves[i].Point, kind, &m.Charts[i]), '}')
	})
	b = append(b, `,"tolerance":`...)
	b = httpapi.AppendInt(b, m.Tolerance)
	b = append(b, `,"chart":`...)
	b = appendChart(b, pointID, kind, &m.Chart)
	b = append(b, `,"partial":`...)
	b = httpapi.AppendList(b, len(m.Partial), func(b []byte, i int) []byte {
		b = append(b, `{"time":`...)
		b = httpapi.AppendInt(b, m.Partial[i].Time)
		b = append(b, `,"value":`...)
		return append(httpapi.AppendNumber(b, m.Partial[i].Value), '}')
	})
	b = append(b, `,"partials":`...)
	b = httpapi.AppendInt(b, int64(m.Partials))
	return append(b, `,"columns":[],"list":[],"total":0}`...)
}

// appendMasterTable writes a Master with a page of a table.
func appendMasterTable(b []byte, m *query.MasterTable) []byte {
	b = append(b, `{"slaves":`...)
	b = httpapi.AppendList(b, len(m.Slaves), func(b []byte, i int) []byte { return append(appendSlave(b, &m.Slaves[i]), '}') })
	b = append(b, `,"tolerance":`...)
	b = httpapi.AppendInt(b, m.Tolerance)
	b = append(b, `,"partial":[],"partials":0,"columns":`...)
	b = httpapi.AppendList(b, len(m.Columns), func(b []byte, i int) []byte {
		return append(appendColumn(append(b, '{'), &m.Columns[i]), '}')
	})
	b = append(b, `,"list":`...)
	b = httpapi.AppendList(b, len(m.Rows), func(b []byte, i int) []byte {
		row := &m.Rows[i]
		b = append(b, `{"time":`...)
		b = httpapi.AppendInt(b, row.Time)
		b = append(b, `,"flags":`...)
		b = appendFlags(b, row.Flag)
		b = append(b, `,"values":`...)
		b = httpapi.AppendNumbers(b, row.Values)
		b = append(b, `,"slaves":`...)
		b = httpapi.AppendList(b, len(row.Slaves), func(b []byte, k int) []byte {
			one := &row.Slaves[k]
			b = append(b, `{"time":`...)
			b = httpapi.AppendInt(b, one.Time)
			b = append(b, `,"value":`...)
			b = httpapi.AppendNumber(b, one.Value)
			if one.Used {
				return append(b, `,"used":true}`...)
			}
			return append(b, `,"used":false}`...)
		})
		return append(b, '}')
	})
	b = append(b, `,"total":`...)
	return append(httpapi.AppendInt(b, int64(m.Total)), '}')
}

// appendSlave writes a sub-point up to its chart.
func appendSlave(b []byte, s *query.Slave) []byte {
	b = append(b, `{"measuringPointId":`...)
	b = httpapi.AppendInt(b, s.Point)
	b = append(b, `,"role":`...)
	b = httpapi.AppendText(b, s.Role)
	b = append(b, `,"interval":`...)
	b = httpapi.AppendInt(b, s.Interval)
	b = append(b, `,"within":`...)
	b = httpapi.AppendInt(b, s.Within)
	b = append(b, `,"column":`...)
	b = appendColumn(append(b, '{'), &s.Column)
	return append(b, '}')
}
