package api

import (
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/monitor"
	"plumbline/internal/core/reading"
	"plumbline/internal/site/project"
)

// Answers of many numbers are encoded by hand: reflection would cost more than
// reading them. Their shapes are the types of monitor_shapes.go, which a test
// decodes them with.

func appendFlags(b []byte, flag reading.Flag) []byte {
	if flag == 0 {
		return append(b, "[]"...)
	}
	b = append(b, '[')
	for i, name := range flag.Names() {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendText(b, name)
	}
	return append(b, ']')
}

func appendColumn(b []byte, c *monitor.Column) []byte {
	b = append(b, `"field":`...)
	b = appendText(b, c.Field)
	b = append(b, `,"node":`...)
	b = appendInt(b, int64(c.Node))
	b = append(b, `,"depth":`...)
	if c.Depth == nil {
		b = append(b, "null"...)
	} else {
		b = appendNumber(b, *c.Depth)
	}
	b = append(b, `,"valueType":`...)
	b = appendText(b, string(c.ValueType))
	b = append(b, `,"label":{"zh":`...)
	b = appendText(b, c.Label.Zh)
	b = append(b, `,"en":`...)
	b = appendText(b, c.Label.En)
	b = append(b, `,"zh-TW":`...)
	b = appendText(b, c.Label.Tw)
	b = append(b, `},"unit":`...)
	b = appendText(b, c.Unit)
	b = append(b, `,"decimals":`...)
	return appendInt(b, int64(c.Decimals))
}

func appendExtreme(b []byte, name string, e monitor.Extreme) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	if e.Time == 0 {
		return append(b, "null"...)
	}
	b = append(b, `{"time":`...)
	b = appendInt(b, e.Time)
	b = append(b, `,"value":`...)
	b = appendNumber(b, e.Value)
	return append(b, '}')
}

// appendChart writes a Chart.
func appendChart(b []byte, pointID int64, kind monitor.ValueType, c *monitor.Chart) []byte {
	size := 512
	for i := range c.Series {
		size += 512 + 24*len(c.Series[i].Times)
	}
	b = slices.Grow(b, size)
	b = append(b, `{"measuringPointId":`...)
	b = appendInt(b, pointID)
	b = append(b, `,"valueType":`...)
	b = appendText(b, string(kind))
	b = append(b, `,"start":`...)
	b = appendInt(b, c.Start)
	b = append(b, `,"end":`...)
	b = appendInt(b, c.End)
	b = append(b, `,"first":`...)
	b = appendInt(b, c.First)
	b = append(b, `,"timeZone":`...)
	b = appendText(b, c.TimeZone)
	b = append(b, `,"completeness":`...)
	b = appendNumber(b, c.Completeness)
	b = append(b, `,"series":`...)
	b = appendList(b, len(c.Series), func(b []byte, i int) []byte { return appendSeries(b, &c.Series[i]) })
	b = append(b, `,"gaps":`...)
	b = appendList(b, len(c.Gaps), func(b []byte, i int) []byte {
		b = append(b, `{"from":`...)
		b = appendInt(b, c.Gaps[i].From)
		b = append(b, `,"to":`...)
		b = appendInt(b, c.Gaps[i].To)
		return append(b, '}')
	})
	b = append(b, `,"abnormal":`...)
	b = appendList(b, len(c.Abnormal), func(b []byte, i int) []byte {
		a := &c.Abnormal[i]
		b = append(b, `{"time":`...)
		b = appendInt(b, a.Time)
		b = append(b, `,"field":`...)
		b = appendText(b, a.Field)
		b = append(b, `,"node":`...)
		b = appendInt(b, int64(a.Node))
		b = append(b, `,"value":`...)
		b = appendNumber(b, a.Value)
		b = append(b, `,"flags":`...)
		return append(appendFlags(b, a.Flag), '}')
	})
	b = append(b, `,"marks":`...)
	b = appendList(b, len(c.Marks), func(b []byte, i int) []byte {
		m := &c.Marks[i]
		b = append(b, `{"time":`...)
		b = appendInt(b, m.Time)
		b = append(b, `,"until":`...)
		b = appendInt(b, m.Until)
		b = append(b, `,"kind":`...)
		b = appendText(b, m.Kind)
		b = append(b, `,"id":`...)
		b = appendInt(b, m.ID)
		b = append(b, `,"note":`...)
		return append(appendText(b, m.Note), '}')
	})
	b = append(b, `,"thresholds":`...)
	b = appendList(b, len(c.Thresholds), func(b []byte, i int) []byte { return appendThreshold(b, &c.Thresholds[i]) })
	return append(appendRanges(b, c.Ranges), '}')
}

// appendRanges writes physical ranges as one more part of an answer.
func appendRanges(b []byte, ranges []monitor.Range) []byte {
	b = append(b, `,"ranges":`...)
	return appendList(b, len(ranges), func(b []byte, i int) []byte {
		r := &ranges[i]
		b = append(b, `{"from":`...)
		b = appendInt(b, r.From)
		b = append(b, `,"until":`...)
		b = appendInt(b, r.Until)
		b = append(b, `,"field":`...)
		b = appendText(b, r.Field)
		b = append(b, `,"unit":`...)
		b = appendText(b, r.Unit)
		b = append(b, `,"min":`...)
		b = appendNumber(b, r.Low)
		b = append(b, `,"max":`...)
		return append(appendNumber(b, r.High), '}')
	})
}

func appendSeries(b []byte, s *monitor.Series) []byte {
	b = append(b, '{')
	b = appendColumn(b, &s.Column)
	b = append(b, `,"reduced":`...)
	b = appendBool(b, s.Reduced)
	b = append(b, `,"statistics":{"count":`...)
	b = appendInt(b, int64(s.Statistics.Count))
	b = append(b, `,"abnormal":`...)
	b = appendInt(b, int64(s.Statistics.Abnormal))
	b = append(b, `,"mean":`...)
	b = appendNumber(b, s.Statistics.Mean)
	b = appendExtreme(b, "max", s.Statistics.Max)
	b = appendExtreme(b, "min", s.Statistics.Min)
	b = appendExtreme(b, "last", s.Statistics.Last)
	b = append(b, `},"times":`...)
	b = appendTimes(b, s.Times)
	b = append(b, `,"values":`...)
	b = appendNumbers(b, s.Values)
	return append(b, '}')
}

func appendThreshold(b []byte, t *alarm.Threshold) []byte {
	b = append(b, `{"field":`...)
	b = appendText(b, t.Field)
	b = append(b, `,"valueType":`...)
	b = appendText(b, string(t.ValueType))
	b = appendLimit(b, "blue", t.Blue)
	b = appendLimit(b, "yellow", t.Yellow)
	b = appendLimit(b, "orange", t.Orange)
	b = appendLimit(b, "red", t.Red)
	if t.Direction != "" {
		b = append(b, `,"direction":`...)
		b = appendText(b, t.Direction)
	}
	if t.Lower != nil {
		b = append(b, `,"lower":{"blue":`...)
		b = appendOptional(b, t.Lower.Blue)
		b = appendLimit(b, "yellow", t.Lower.Yellow)
		b = appendLimit(b, "orange", t.Lower.Orange)
		b = appendLimit(b, "red", t.Lower.Red)
		b = append(b, '}')
	}
	if t.NodeRange != nil {
		b = append(b, `,"nodeRange":[`...)
		b = appendInt(b, int64(t.NodeRange[0]))
		b = append(b, ',')
		b = appendInt(b, int64(t.NodeRange[1]))
		b = append(b, ']')
	}
	if t.Reference != 0 {
		b = append(b, `,"reference":`...)
		b = appendNumber(b, t.Reference)
	}
	if t.ConfirmTimes != 0 {
		b = append(b, `,"confirmTimes":`...)
		b = appendInt(b, int64(t.ConfirmTimes))
	}
	if t.RestoreTimes != 0 {
		b = append(b, `,"restoreTimes":`...)
		b = appendInt(b, int64(t.RestoreTimes))
	}
	if t.RestoreMargin != nil {
		b = appendLimit(b, "restoreMargin", t.RestoreMargin)
	}
	b = append(b, `,"enable":`...)
	b = appendBool(b, t.Enable)
	if t.Source != "" {
		b = append(b, `,"source":`...)
		b = appendText(b, t.Source)
	}
	return append(b, '}')
}

// latestSize is about what one latest value with its judgement takes as JSON.
const latestSize = 560

// appendLatestList writes a LatestList, in pieces: of 10,000 points it is 3 MB.
func appendLatestList(b []byte, latest []monitor.Latest, language string, spill spill) []byte {
	b = slices.Grow(b, min(latestSize*(len(latest)+1), pieceSize+latestSize))
	b = append(b, `{"list":`...)
	b = appendList(b, len(latest), func(b []byte, i int) []byte {
		return spill(append(appendLatest(append(b, '{'), &latest[i], language), '}'))
	})
	return append(b, '}')
}

// appendLatest writes a LatestValue without its brackets. A remembered value is encoded once.
func appendLatest(b []byte, l *monitor.Latest, language string) []byte {
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

func encodeLatest(b []byte, l *monitor.Latest, language string) []byte {
	b = append(b, `"measuringPointId":`...)
	b = appendInt(b, l.Point)
	b = append(b, `,"projectId":`...)
	b = appendInt(b, l.Project)
	b = append(b, `,"time":`...)
	b = appendInt(b, l.Time)
	b = append(b, `,"level":`...)
	b = appendLevel(b, l.Level)
	b = append(b, `,"flags":`...)
	b = appendFlags(b, l.Flag)
	b = append(b, `,"field":`...)
	b = appendText(b, l.Field)
	b = append(b, `,"node":`...)
	b = appendInt(b, int64(l.Node))
	b = append(b, `,"valueType":`...)
	b = appendText(b, string(l.ValueType))
	b = append(b, `,"unit":`...)
	b = appendText(b, l.Unit)
	b = append(b, `,"decimals":`...)
	b = appendInt(b, int64(l.Decimals))
	b = append(b, `,"value":`...)
	b = appendNumber(b, l.Value)
	b = append(b, `,"observed":`...)
	b = appendNumber(b, l.Observed)
	b = append(b, `,"accumulated":`...)
	b = appendNumber(b, l.Accumulated)
	b = append(b, `,"rate":`...)
	b = appendNumber(b, l.Rate)
	b = append(b, `,"share":`...)
	b = appendNumber(b, l.Share)
	b = append(b, `,"interval":`...)
	b = appendInt(b, l.Interval)
	return appendJudgement(b, l.Judgement, language)
}

// appendTable writes a Table.
func appendTable(b []byte, t *monitor.Table) []byte {
	b = slices.Grow(b, 256+len(t.Columns)*200+len(t.Rows)*(48+12*len(t.Columns)))
	b = append(b, `{"columns":`...)
	b = appendList(b, len(t.Columns), func(b []byte, i int) []byte {
		return append(appendColumn(append(b, '{'), &t.Columns[i]), '}')
	})
	b = append(b, `,"list":`...)
	b = appendList(b, len(t.Rows), func(b []byte, i int) []byte {
		row := &t.Rows[i]
		b = append(b, `{"time":`...)
		b = appendInt(b, row.Time)
		b = append(b, `,"flags":`...)
		b = appendFlags(b, row.Flag)
		b = append(b, `,"values":`...)
		return append(appendNumbers(b, row.Values), '}')
	})
	b = append(b, `,"total":`...)
	b = appendInt(b, int64(t.Total))
	return append(appendRanges(b, t.Ranges), '}')
}

// placed is a point with its place in the tree.
type placed struct {
	id, structure, item int64
	node                *project.Node
}

// pointsBelow lists the points of a tree below a structure or item; 0 takes all.
func pointsBelow(tree []project.Node, below int64) []placed {
	var found []placed
	var walk func(nodes []project.Node, structure, item int64, inside bool)
	walk = func(nodes []project.Node, structure, item int64, inside bool) {
		for i := range nodes {
			n := &nodes[i]
			switch n.Kind {
			case project.PointNode:
				if inside {
					found = append(found, placed{n.ID, structure, item, n})
				}
			case project.StructureNode:
				walk(n.Children, n.ID, 0, inside || n.ID == below)
			case project.ItemNode:
				walk(n.Children, structure, n.ID, inside || n.ID == below)
			}
		}
	}
	walk(tree, 0, 0, below == 0)
	return found
}

// appendOverview writes an Overview. latest, and pages, the data views of points, have the
// order of points.
func appendOverview(b []byte, points []placed, latest []monitor.Latest, pages [][]string, now int64, language string) []byte {
	sum := monitor.NewSummary()
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
		b = appendInt(b, int64(count.n))
	}
	b = append(b, `,"levels":`...)
	b = appendList(b, len(sum.Levels), func(b []byte, i int) []byte { return appendInt(b, int64(sum.Levels[i])) })
	b = append(b, `,"list":`...)
	b = appendList(b, len(points), func(b []byte, i int) []byte {
		p := &points[i]
		b = append(b, `{"name":`...)
		b = appendText(b, p.node.Name)
		b = append(b, `,"structureId":`...)
		b = appendInt(b, p.structure)
		b = append(b, `,"itemId":`...)
		b = appendInt(b, p.item)
		b = append(b, `,"measurement":`...)
		b = appendText(b, p.node.Measurement)
		b = append(b, `,"category":`...)
		b = appendText(b, p.node.Type)
		b = append(b, `,"pages":`...)
		b = appendList(b, len(pages[i]), func(b []byte, k int) []byte { return appendText(b, pages[i][k]) })
		b = append(b, ',')
		return append(appendLatest(b, &latest[i], language), '}')
	})
	return append(b, '}')
}
