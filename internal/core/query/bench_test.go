package query_test

import (
	"context"
	"io"
	"math"
	"testing"

	"plumbline/internal/core/query"
	"plumbline/internal/core/series"
)

const year = 365 * 24 * 12 // 5-minute readings

// yearOf stores a year of 5-minute results of three fields.
func yearOf(b *testing.B) *site {
	s := newSite(b)
	d := piezometer(pointID)
	s.add(d)
	s.initial(pointID, 10, 21.5, 15)
	columns := s.points[pointID].At(start).Program.Observed()
	var batch series.Batch
	for i := range int64(year) {
		v := 10 + math.Round(1000*math.Sin(float64(i)/9000))/1000 + float64(i%7)/1000
		batch.Results = append(batch.Results, series.Put{
			Series: series.ResultID(pointID), Time: start + i*interval, Columns: columns,
			Values: []float64{v, math.Round((31.5-v)*1e6) / 1e6, math.Round(150+50*math.Sin(float64(i)/288*2*math.Pi)) / 10},
		})
		if len(batch.Results) == 5000 {
			s.write(batch)
			batch = series.Batch{}
		}
	}
	s.write(batch)
	s.seal()
	return s
}

// A chart of three fields over a year of 5-minute readings: target 20 ms.
func BenchmarkYear(b *testing.B) {
	s := yearOf(b)
	for _, kind := range []query.ValueType{query.Observed, query.Accumulated, query.Change, query.Rate} {
		b.Run(string(kind), func(b *testing.B) {
			r := ask(kind, start, start+year*interval, "level", "depth", "temp")
			for b.Loop() {
				chart, err := s.read.Query(context.Background(), r)
				if err != nil || len(chart.Series) != 3 || chart.Series[0].Statistics.Count < year-2*288 {
					b.Fatalf("%v %d", err, chart.Series[0].Statistics.Count)
				}
			}
		})
	}
}

// The newest values of 10,000 points, cached and after a new row for every point.
func BenchmarkLatest(b *testing.B) {
	s := newSite(b)
	var ids []int64
	for id := int64(1); id <= query.MostLatest; id++ {
		s.add(piezometer(id))
		ids = append(ids, id)
	}
	layout := s.points[1].At(start).Program.Observed()
	for day := range int64(3) {
		var batch series.Batch
		for _, id := range ids {
			batch.Results = append(batch.Results,
				series.Put{Series: series.ResultID(id), Time: start + day*24*hour, Columns: layout, Values: []float64{10, 21.5, 15}})
		}
		s.write(batch)
	}
	b.Run("cached", func(b *testing.B) {
		for b.Loop() {
			if _, err := s.read.Latest(context.Background(), ids); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("uncached", func(b *testing.B) {
		for b.Loop() {
			s.read.Forget(ids...)
			if _, err := s.read.Latest(context.Background(), ids); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// 65,535 readings of three fields as CSV.
func BenchmarkExport(b *testing.B) {
	s := yearOf(b)
	r := ask(query.Observed, start, start+65_534*interval, "level", "depth", "temp")
	for b.Loop() {
		if err := s.read.ExportCSV(context.Background(), io.Discard, r, "zh"); err != nil {
			b.Fatal(err)
		}
	}
}

// One page of a table over 30 days.
func BenchmarkTable(b *testing.B) {
	s := yearOf(b)
	r := ask(query.Accumulated, start+100*day, start+130*day, "level", "depth", "temp")
	for b.Loop() {
		table, err := s.read.Table(context.Background(), r, 1, 100, true)
		if err != nil || len(table.Rows) != 100 {
			b.Fatalf("%v, %d rows", err, len(table.Rows))
		}
	}
}
