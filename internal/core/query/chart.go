package query

import (
	"context"
	"math"
	"slices"

	"plumbline/internal/core/alarm"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// Query returns a chart of one value type of a point.
func (s *Service) Query(ctx context.Context, r Request) (Chart, error) {
	p, err := s.point(ctx, r.Point)
	if err != nil {
		return Chart{}, err
	}
	if len(r.ValueTypes) != 1 {
		return Chart{}, errs.OnField("valueType", errs.NotOneOf, "allowed", "raw, observed, accumulated, change, rate")
	}
	kind := r.ValueTypes[0]
	if kind == Raw {
		return s.rawChart(ctx, p, &r)
	}
	list, err := s.columns(ctx, p, &r, kind)
	if err != nil {
		return Chart{}, err
	}
	d := s.newDrawing(ctx, p, &r, series.ResultID(r.Point), list)
	if kind == Observed && !r.PerSegment {
		err = d.drawStored(ctx)
	} else {
		err = d.drawDerived(ctx, kind)
	}
	if err != nil {
		return Chart{}, err
	}
	return d.chart(ctx, kind)
}

func (d *drawing) chart(ctx context.Context, kind ValueType) (Chart, error) {
	r := d.request
	first := int64(0)
	if d.count > 0 { // before the very first reading nothing is missing
		older := false
		err := d.service.series.Before(ctx, d.id, d.first, 1, []reading.Column{}, func(b *series.Block) error {
			older = older || len(b.Times) > 0
			return nil
		})
		if err != nil {
			return Chart{}, err
		}
		if !older {
			first = d.first
		}
	}
	begun := max(r.Start, first)
	c := Chart{
		Start: r.Start, End: r.End, First: first, TimeZone: zoneName(d.point), Gaps: d.gaps, Abnormal: d.abnormal,
		Marks: marks(d.point, r.Start, r.End), Completeness: completeness(d.point, begun, min(r.End, d.service.now().UnixMilli()), d.count),
		Ranges: rangesOf(d.point, r.Start, r.End),
	}
	if extra := len(c.Abnormal) - mostAbnormal; extra > 0 {
		c.Abnormal = c.Abnormal[extra:]
	}
	for _, curve := range d.curves {
		c.Series = append(c.Series, curve.finish())
	}
	if thresholds, ok := d.point.Definition.Thresholds.At(r.End); ok {
		for _, t := range thresholds.Value.List {
			judges := func(c *curve) bool { return c.column.Field == t.Field && !c.column.PerSegment }
			if t.Enable && string(t.ValueType) == string(kind) && slices.ContainsFunc(d.curves, judges) {
				c.Thresholds = append(c.Thresholds, t)
			}
		}
	}
	return c, nil
}

func zoneName(p *compiled.Point) string {
	if p.Definition.ProjectZone != "" {
		return p.Definition.ProjectZone
	}
	return i18n.DefaultTimeZone
}

// completeness returns the readings received divided by the readings expected while the point was bound and collected;
// NaN if none were expected.
func completeness(p *compiled.Point, start, end int64, count int) float64 {
	n, ok := expected(p, start, end)
	if !ok {
		return math.NaN()
	}
	return min(float64(count)/float64(n), 1)
}

// expected returns the number of readings expected while the point was bound and collected; false if none were.
func expected(p *compiled.Point, start, end int64) (int, bool) {
	expected := 0.0
	if end < start {
		return 0, false
	}
	segments(p, start, end, func(s *compiled.Segment) {
		from := max(s.From, start)
		if _, collected := p.Definition.Config.Collect.At(from); !collected || p.Definition.Config.Off(from) || s.Main == 0 || s.Program == nil {
			return
		}
		expected += float64(min(s.Until-1, end)-from) / float64(s.Interval)
	})
	return int(expected), expected >= 1
}

// limitOf returns the magnitude of a threshold's lowest level, 0 if it has none.
func limitOf(t *alarm.Threshold) float64 {
	for _, level := range []*float64{t.Red, t.Orange, t.Yellow, t.Blue} {
		if level != nil {
			return *level
		}
	}
	return 0
}
