package query

import (
	"context"
	"slices"

	"plumbline/internal/core/analysis"
	"plumbline/internal/core/catalog"
	"plumbline/internal/core/compiled"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// MostSamples is the largest number of readings that are analyzed together.
const MostSamples = 50_000

// Sampled are the readings of one column that are analyzed.
type Sampled struct {
	List   []analysis.Sample
	Column Column
	// Dropped are the times of readings in the range that are not used: without a value, or flagged as not valid, as
	// provisional or as suspect.
	Dropped []int64
	Marks   []Mark
}

// Samples returns the valid values of one column in a range for analysis, in time order. The request names one field, one
// value type, and one node of an array; node 0 is the value of the whole point.
func (s *Service) Samples(ctx context.Context, r Request, node int32) (Sampled, error) {
	if node != 0 {
		r.Nodes = []int32{node}
	}
	r.IncludeAbnormal = true // to count them
	sheet, err := s.newSheet(ctx, &r)
	if err != nil {
		return Sampled{}, err
	}
	if len(sheet.columns) == 0 && node == 0 { // a field of the measurement that nothing computes
		shown := catalog.Shown(sheet.point.Definition.Point.Measurement, r.Fields[0])
		return Sampled{Column: Column{Field: shown.Name, ValueType: r.ValueTypes[0], Label: shown.Label, Unit: shown.Unit, Decimals: shown.Decimals}}, nil
	}
	at := slices.IndexFunc(sheet.columns, func(c Column) bool { return c.Node == node })
	if at < 0 {
		return Sampled{}, errs.OnField("node", errs.MustExist)
	}
	found := Sampled{Column: sheet.columns[at], Marks: marks(sheet.point, r.Start, r.End)}
	err = s.rows(ctx, sheet, r.Start, r.End, func(rows []Row) error {
		for i := range rows {
			suspect := rows[i].Flag&reading.Suspect != 0 && isSuspect(sheet.point, found.Column, rows[i].Time)
			if v := rows[i].Values[at]; v-v == 0 && rows[i].Flag.Judged() && !suspect {
				found.List = append(found.List, analysis.Sample{Time: rows[i].Time, Value: v})
			} else {
				found.Dropped = append(found.Dropped, rows[i].Time)
			}
		}
		if len(found.List) > MostSamples {
			return errs.New(errs.TooManyReadings, "max", MostSamples)
		}
		return nil
	})
	return found, err
}

// isSuspect reports whether a value of a column is suspect; the flag of its reading may be of another column.
func isSuspect(p *compiled.Point, column Column, t int64) bool {
	return slices.ContainsFunc(p.Suspects, func(c correction.Correction) bool {
		return c.From <= t && t <= c.To && c.About(column.Field, column.Node)
	})
}
