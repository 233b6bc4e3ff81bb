package dataapi

import (
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
	"plumbline/internal/httpapi"
	"plumbline/internal/site/project"
)

// Responses with many numbers are encoded by hand: reflection would cost more than reading the data. Their shapes are
// the types in monitor_shapes.go, which a test decodes them with.

func appendFlags(b []byte, flag reading.Flag) []byte {
	if flag == 0 {
		return append(b, "[]"...)
	}
	b = append(b, '[')
	for i, name := range flag.Names() {
		if i > 0 {
			b = append(b, ',')
		}
		b = httpapi.AppendText(b, name)
	}
	return append(b, ']')
}

func appendDepth(b []byte, depth *float64) []byte {
	b = append(b, `,"depth":`...)
	if depth == nil {
		return append(b, "null"...)
	}
	return httpapi.AppendNumber(b, *depth)
}

func appendColumn(b []byte, c *query.Column) []byte {
	b = append(b, `"field":`...)
	b = httpapi.AppendText(b, c.Field)
	b = append(b, `,"node":`...)
	b = httpapi.AppendInt(b, int64(c.Node))
	b = appendDepth(b, c.Depth)
	b = append(b, `,"valueType":`...)
	b = httpapi.AppendText(b, string(c.ValueType))
	b = append(b, `,"label":{"zh":`...)
	b = httpapi.AppendText(b, c.Label.Zh)
	b = append(b, `,"en":`...)
	b = httpapi.AppendText(b, c.Label.En)
	b = append(b, `,"zh-TW":`...)
	b = httpapi.AppendText(b, c.Label.Tw)
	b = append(b, `},"unit":`...)
	b = httpapi.AppendText(b, c.Unit)
	b = append(b, `,"decimals":`...)
	b = httpapi.AppendInt(b, int64(c.Decimals))
	if c.PerSegment {
		b = append(b, `,"perSegment":true`...)
	}
	if c.Old {
		b = append(b, `,"old":true`...)
	}
	return b
}

func appendExtreme(b []byte, name string, e query.Extreme) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	if e.Time == 0 {
		return append(b, "null"...)
	}
	b = append(b, `{"time":`...)
	b = httpapi.AppendInt(b, e.Time)
	b = append(b, `,"value":`...)
	b = httpapi.AppendNumber(b, e.Value)
	return append(b, '}')
}

// appendChart writes a Chart.
func appendChart(b []byte, pointID int64, kind query.ValueType, c *query.Chart) []byte {
	size := 512
	for i := range c.Series {
		size += 512 + 24*len(c.Series[i].Times)
	}
	b = slices.Grow(b, size)
	b = append(b, `{"measuringPointId":`...)
	b = httpapi.AppendInt(b, pointID)
	b = append(b, `,"valueType":`...)
	b = httpapi.AppendText(b, string(kind))
	b = append(b, `,"start":`...)
	b = httpapi.AppendInt(b, c.Start)
	b = append(b, `,"end":`...)
	b = httpapi.AppendInt(b, c.End)
	b = append(b, `,"first":`...)
	b = httpapi.AppendInt(b, c.First)
	b = append(b, `,"timeZone":`...)
	b = httpapi.AppendText(b, c.TimeZone)
	b = append(b, `,"completeness":`...)
	b = httpapi.AppendNumber(b, c.Completeness)
	b = append(b, `,"series":`...)
	b = httpapi.AppendList(b, len(c.Series), func(b []byte, i int) []byte { return appendSeries(b, &c.Series[i]) })
	b = append(b, `,"gaps":`...)
	b = httpapi.AppendList(b, len(c.Gaps), func(b []byte, i int) []byte {
		b = append(b, `{"from":`...)
		b = httpapi.AppendInt(b, c.Gaps[i].From)
		b = append(b, `,"to":`...)
		b = httpapi.AppendInt(b, c.Gaps[i].To)
		return append(b, '}')
	})
	b = append(b, `,"abnormal":`...)
	b = httpapi.AppendList(b, len(c.Abnormal), func(b []byte, i int) []byte {
		a := &c.Abnormal[i]
		b = append(b, `{"time":`...)
		b = httpapi.AppendInt(b, a.Time)
		b = append(b, `,"field":`...)
		b = httpapi.AppendText(b, a.Field)
		b = append(b, `,"node":`...)
		b = httpapi.AppendInt(b, int64(a.Node))
		b = appendDepth(b, a.Depth)
		b = append(b, `,"value":`...)
		b = httpapi.AppendNumber(b, a.Value)
		b = append(b, `,"flags":`...)
		return append(appendFlags(b, a.Flag), '}')
	})
	b = append(b, `,"marks":`...)
	b = httpapi.AppendList(b, len(c.Marks), func(b []byte, i int) []byte {
		m := &c.Marks[i]
		b = append(b, `{"time":`...)
		b = httpapi.AppendInt(b, m.Time)
		b = append(b, `,"until":`...)
		b = httpapi.AppendInt(b, m.Until)
		b = append(b, `,"kind":`...)
		b = httpapi.AppendText(b, m.Kind)
		b = append(b, `,"id":`...)
		b = httpapi.AppendInt(b, m.ID)
		b = append(b, `,"note":`...)
		return append(httpapi.AppendText(b, m.Note), '}')
	})
	b = append(b, `,"thresholds":`...)
	b = httpapi.AppendList(b, len(c.Thresholds), func(b []byte, i int) []byte { return appendThreshold(b, &c.Thresholds[i]) })
	return append(appendRanges(b, c.Ranges), '}')
}

// appendRanges appends measuring ranges as another member of an object.
func appendRanges(b []byte, ranges []query.Range) []byte {
	b = append(b, `,"ranges":`...)
	return httpapi.AppendList(b, len(ranges), func(b []byte, i int) []byte {
		r := &ranges[i]
		b = append(b, `{"from":`...)
		b = httpapi.AppendInt(b, r.From)
		b = append(b, `,"until":`...)
		b = httpapi.AppendInt(b, r.Until)
		b = append(b, `,"field":`...)
		b = httpapi.AppendText(b, r.Field)
		b = append(b, `,"unit":`...)
		b = httpapi.AppendText(b, r.Unit)
		b = append(b, `,"min":`...)
		b = httpapi.AppendNumber(b, r.Low)
		b = append(b, `,"max":`...)
		return append(httpapi.AppendNumber(b, r.High), '}')
	})
}

func appendSeries(b []byte, s *query.Series) []byte {
	b = append(b, '{')
	b = appendColumn(b, &s.Column)
	b = append(b, `,"reduced":`...)
	b = httpapi.AppendBool(b, s.Reduced)
	b = append(b, `,"statistics":{"count":`...)
	b = httpapi.AppendInt(b, int64(s.Statistics.Count))
	b = append(b, `,"abnormal":`...)
	b = httpapi.AppendInt(b, int64(s.Statistics.Abnormal))
	b = append(b, `,"mean":`...)
	b = httpapi.AppendNumber(b, s.Statistics.Mean)
	b = appendExtreme(b, "max", s.Statistics.Max)
	b = appendExtreme(b, "min", s.Statistics.Min)
	b = appendExtreme(b, "last", s.Statistics.Last)
	b = append(b, `},"times":`...)
	b = httpapi.AppendTimes(b, s.Times)
	b = append(b, `,"values":`...)
	b = httpapi.AppendNumbers(b, s.Values)
	return append(b, '}')
}

func appendThreshold(b []byte, t *alarm.Threshold) []byte {
	b = append(b, `{"field":`...)
	b = httpapi.AppendText(b, t.Field)
	b = append(b, `,"valueType":`...)
	b = httpapi.AppendText(b, string(t.ValueType))
	b = httpapi.AppendLimit(b, "blue", t.Blue)
	b = httpapi.AppendLimit(b, "yellow", t.Yellow)
	b = httpapi.AppendLimit(b, "orange", t.Orange)
	b = httpapi.AppendLimit(b, "red", t.Red)
	if t.Direction != "" {
		b = append(b, `,"direction":`...)
		b = httpapi.AppendText(b, t.Direction)
	}
	if t.Lower != nil {
		b = append(b, `,"lower":{"blue":`...)
		b = httpapi.AppendOptional(b, t.Lower.Blue)
		b = httpapi.AppendLimit(b, "yellow", t.Lower.Yellow)
		b = httpapi.AppendLimit(b, "orange", t.Lower.Orange)
		b = httpapi.AppendLimit(b, "red", t.Lower.Red)
		b = append(b, '}')
	}
	if t.NodeRange != nil {
		b = append(b, `,"nodeRange":[`...)
		b = httpapi.AppendInt(b, int64(t.NodeRange[0]))
		b = append(b, ',')
		b = httpapi.AppendInt(b, int64(t.NodeRange[1]))
		b = append(b, ']')
	}
	if t.Reference != 0 {
		b = append(b, `,"reference":`...)
		b = httpapi.AppendNumber(b, t.Reference)
	}
	if t.ConfirmTimes != 0 {
		b = append(b, `,"confirmTimes":`...)
		b = httpapi.AppendInt(b, int64(t.ConfirmTimes))
	}
	if t.RestoreTimes != 0 {
		b = append(b, `,"restoreTimes":`...)
		b = httpapi.AppendInt(b, int64(t.RestoreTimes))
	}
	if t.RestoreMargin != nil {
		b = httpapi.AppendLimit(b, "restoreMargin", t.RestoreMargin)
	}
	b = append(b, `,"enable":`...)
	b = httpapi.AppendBool(b, t.Enable)
	if t.Source != "" {
		b = append(b, `,"source":`...)
		b = httpapi.AppendText(b, t.Source)
	}
	return append(b, '}')
}

// latestSize is the approximate JSON size of one latest value with its judgement.
const latestSize = 560

// appendLatestList appends a LatestList, in pieces: with 10,000 points it has 3 MB.
func appendLatestList(b []byte, latest []query.Latest, language string, spill httpapi.Spill) []byte {
	b = slices.Grow(b, min(latestSize*(len(latest)+1), httpapi.PieceSize+latestSize))
	b = append(b, `{"list":`...)
	b = httpapi.AppendList(b, len(latest), func(b []byte, i int) []byte {
		return spill(append(appendLatest(append(b, '{'), &latest[i], language), '}'))
	})
	return append(b, '}')
}

// appendLatest appends a LatestValue without its braces. A cached value is encoded once.
func appendLatest(b []byte, l *query.Latest, language string) []byte {
	if l.Encoded == nil {
		return encodeLatest(b, l, language)
	}
	kept := l.Encoded.In(language)
	if text := kept.Load(); text != nil {
		return append(b, *text...)
	}
	from := len(b)
	b = encodeLatest(b, l, language)
	text := slices.Clone(b[from:])
	kept.Store(&text)
	return b
}

func encodeLatest(b []byte, l *query.Latest, language string) []byte {
	b = append(b, `"measuringPointId":`...)
	b = httpapi.AppendInt(b, l.Point)
	b = append(b, `,"projectId":`...)
	b = httpapi.AppendInt(b, l.Project)
	b = append(b, `,"time":`...)
	b = httpapi.AppendInt(b, l.Time)
	b = append(b, `,"level":`...)
	b = appendLevel(b, l.Level)
	b = append(b, `,"flags":`...)
	b = appendFlags(b, l.Flag)
	b = append(b, `,"field":`...)
	b = httpapi.AppendText(b, l.Field)
	b = append(b, `,"node":`...)
	b = httpapi.AppendInt(b, int64(l.Node))
	b = append(b, `,"valueType":`...)
	b = httpapi.AppendText(b, string(l.ValueType))
	b = append(b, `,"unit":`...)
	b = httpapi.AppendText(b, l.Unit)
	b = append(b, `,"decimals":`...)
	b = httpapi.AppendInt(b, int64(l.Decimals))
	b = append(b, `,"value":`...)
	b = httpapi.AppendNumber(b, l.Value)
	b = append(b, `,"observed":`...)
	b = httpapi.AppendNumber(b, l.Observed)
	b = append(b, `,"accumulated":`...)
	b = httpapi.AppendNumber(b, l.Accumulated)
	b = append(b, `,"rate":`...)
	b = httpapi.AppendNumber(b, l.Rate)
	b = append(b, `,"share":`...)
	b = httpapi.AppendNumber(b, l.Share)
	b = append(b, `,"interval":`...)
	b = httpapi.AppendInt(b, l.Interval)
	if l.NoInitial {
		b = append(b, `,"noInitial":true`...)
	}
	return appendJudgement(b, l.Judgement, language)
}

// appendTable writes a Table.
func appendTable(b []byte, t *query.Table) []byte {
	b = slices.Grow(b, 256+len(t.Columns)*200+len(t.Rows)*(48+12*len(t.Columns)))
	b = append(b, `{"columns":`...)
	b = httpapi.AppendList(b, len(t.Columns), func(b []byte, i int) []byte {
		return append(appendColumn(append(b, '{'), &t.Columns[i]), '}')
	})
	b = append(b, `,"list":`...)
	b = httpapi.AppendList(b, len(t.Rows), func(b []byte, i int) []byte {
		row := &t.Rows[i]
		b = append(b, `{"time":`...)
		b = httpapi.AppendInt(b, row.Time)
		b = append(b, `,"flags":`...)
		b = appendFlags(b, row.Flag)
		b = append(b, `,"values":`...)
		return append(httpapi.AppendNumbers(b, row.Values), '}')
	})
	b = append(b, `,"total":`...)
	b = httpapi.AppendInt(b, int64(t.Total))
	return append(appendRanges(b, t.Ranges), '}')
}

// appendOverview appends an Overview. latest and pages (data views) are in the order of points.
func appendOverview(b []byte, points []project.Placed, latest []query.Latest, pages [][]string, now int64, language string) []byte {
	sum := query.NewSummary()
	for i := range latest {
		sum.Add(&latest[i], now)
	}
	b = append(b, `{"level":`...)
	b = appendLevel(b, sum.Level)
	for _, count := range [...]struct {
		name string
		n    int
	}{{"points", sum.Points}, {"judged", sum.Judged}, {"notJudged", sum.NotJudged()}, {"noData", sum.NoData}, {"stale", sum.Stale}} {
		b = append(b, ',', '"')
		b = append(b, count.name...)
		b = append(b, '"', ':')
		b = httpapi.AppendInt(b, int64(count.n))
	}
	b = append(b, `,"levels":`...)
	b = httpapi.AppendList(b, len(sum.Levels), func(b []byte, i int) []byte { return httpapi.AppendInt(b, int64(sum.Levels[i])) })
	b = append(b, `,"list":`...)
	b = httpapi.AppendList(b, len(points), func(b []byte, i int) []byte {
		p := &points[i]
		b = append(b, `{"name":`...)
		b = httpapi.AppendText(b, p.Node.Name)
		b = append(b, `,"structureId":`...)
		b = httpapi.AppendInt(b, p.StructureID)
		b = append(b, `,"itemId":`...)
		b = httpapi.AppendInt(b, p.ItemID)
		b = append(b, `,"measurement":`...)
		b = httpapi.AppendText(b, p.Node.Measurement)
		b = append(b, `,"category":`...)
		b = httpapi.AppendText(b, p.Node.Type)
		b = append(b, `,"pages":`...)
		b = httpapi.AppendList(b, len(pages[i]), func(b []byte, k int) []byte { return httpapi.AppendText(b, pages[i][k]) })
		b = append(b, ',')
		return append(appendLatest(b, &latest[i], language), '}')
	})
	return append(b, '}')
}
