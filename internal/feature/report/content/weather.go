package content

import (
	"context"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/query"
	"plumbline/internal/core/reading"
)

const rain = "rain"

// readWeather reads the extremes of the weather stations of the report over the period, and the sum of the rain.
func (b *gathering) readWeather(ctx context.Context) error {
	for i := range b.points {
		p := &b.points[i]
		if !query.IsWeather(p.Measurement) || b.found[p.ID] == nil {
			continue
		}
		read := b.reader()
		chart, err := read.Query(ctx, query.Request{
			Point: p.ID, ValueTypes: []query.ValueType{query.Observed}, Start: b.request.From, End: b.request.To, MaxPoints: 2,
		})
		if err != nil {
			return err
		}
		for k := range chart.Series {
			s := &chart.Series[k]
			if s.Statistics.Count == 0 || !catalog.Shown(p.Measurement, s.Column.Field).Has(catalog.Observed) {
				continue
			}
			unit, decimals := s.Column.Unit, s.Column.Decimals
			w := Weather{
				Point: p.Name, Name: s.Column.Label.In(b.request.Language), Total: Number{Unit: unit, Decimals: decimals},
				Least: number(s.Statistics.Min.Value, unit, decimals), Most: number(s.Statistics.Max.Value, unit, decimals),
			}
			if s.Column.Field == rain {
				if w.Total, err = b.sum(ctx, read, p, &s.Column); err != nil {
					return err
				}
			}
			b.report.Weather = append(b.report.Weather, w)
		}
	}
	return nil
}

// sum adds the readings of a quantity up: a reading of rain is what fell since the one before.
func (b *gathering) sum(ctx context.Context, read *query.Service, p *chosen, c *query.Column) (Number, error) {
	stream, err := read.Stream(ctx, query.Request{
		Point: p.ID, Fields: []string{c.Field}, ValueTypes: []query.ValueType{query.Observed}, Start: b.request.From + 1, End: b.request.To,
	})
	if err != nil {
		return Number{}, err
	}
	total := 0.0
	err = stream.Each(ctx, func(row *query.Row) error {
		if v := row.Values[0]; reading.IsFinite(v) {
			total += v
		}
		return nil
	})
	return number(total, c.Unit, c.Decimals), err
}
