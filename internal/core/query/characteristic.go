package query

import (
	"context"
	"math"

	"plumbline/internal/core/catalog"
	"plumbline/internal/platform/errs"
)

// Characteristic describes the valid values of a column in a range (domain measurements.md section 3). Without values the
// numbers are NaN. A bearing has no extremes, mean and deviation: they mean nothing.
type Characteristic struct {
	Column    Column
	Count     int
	Max, Min  Extreme
	Mean      float64
	Deviation float64 // with n − 1; NaN below two values
	First     Extreme
	Last      Extreme

	sum float64 // of the squared distances from the mean
}

// Range returns the largest less the smallest value.
func (c *Characteristic) Range() float64 { return c.Max.Value - c.Min.Value }

// Difference returns the last less the first value; of a bearing the shorter way round.
func (c *Characteristic) Difference() float64 {
	difference := c.Last.Value - c.First.Value
	if catalog.IsBearing(c.Column.Field) {
		return math.Remainder(difference, 360)
	}
	return difference
}

// Characteristics are the characteristic values of a point.
type Characteristics struct {
	Project  int64
	Start    int64 // UTC ms
	Expected int   // readings by the collection intervals; -1: unknown
	Readings int   // received in the range, valid or not
	List     []Characteristic
	All      []Characteristic // over all nodes of a field; empty for a point without nodes
}

// Missing returns the number of readings that were expected and did not come; -1: unknown.
func (c *Characteristics) Missing() int {
	if c.Expected < 0 {
		return -1
	}
	return max(0, c.Expected-c.Readings)
}

// mostCharacterized is the largest number of values that are summed up for one point: about 2 s of work.
const mostCharacterized = 20_000_000

// Characteristics returns the characteristic values of a point. Start 0 means the newest initial value.
func (s *Service) Characteristics(ctx context.Context, r Request) (Characteristics, error) {
	r.IncludeAbnormal = true
	if r.Start == 0 {
		from, err := s.initialFrom(ctx, r.Point, r.End)
		if err != nil {
			return Characteristics{}, err
		}
		r.Start = from
	}
	sheet, err := s.newSheet(ctx, &r)
	if err != nil {
		return Characteristics{}, err
	}
	found := Characteristics{Project: sheet.point.Definition.Point.ProjectID, Start: r.Start, Expected: -1}
	for _, column := range sheet.columns {
		found.List = append(found.List, newCharacteristic(column))
	}
	most := mostCharacterized / max(1, len(sheet.columns))
	err = s.rows(ctx, sheet, found.Start, r.End, func(rows []Row) error {
		if found.Readings += len(rows); found.Readings > most {
			return errs.New(errs.TooManyReadings, "max", most)
		}
		for i := range rows {
			if !rows[i].Flag.Judged() {
				continue
			}
			for k, v := range rows[i].Values {
				found.List[k].add(rows[i].Time, v)
			}
		}
		return nil
	})
	if err != nil {
		return Characteristics{}, err
	}
	if n, ok := expected(sheet.point, found.Start, min(r.End, s.now().UnixMilli())); ok {
		found.Expected = n
	}
	for i := range found.List {
		found.List[i].finish()
	}
	found.All = overNodes(found.List)
	return found, nil
}

// initialFrom returns the time of the initial value in effect at a time; without one, the first reading.
func (s *Service) initialFrom(ctx context.Context, id, at int64) (int64, error) {
	initials, err := s.initials.InitialValues(ctx, []int64{id})
	if err != nil {
		return 0, err
	}
	for i := len(initials) - 1; i >= 0; i-- {
		if initials[i].From <= at {
			return initials[i].From, nil
		}
	}
	extent, err := s.Extent(ctx, id)
	return extent.First, err
}

func newCharacteristic(column Column) Characteristic {
	none := Extreme{Value: math.NaN()}
	return Characteristic{Column: column, Max: none, Min: none, Mean: math.NaN(), Deviation: math.NaN(), First: none, Last: none}
}

// add adds a value; mean and squared distances are updated as by Welford, so that large values lose no digits.
func (c *Characteristic) add(t int64, v float64) {
	if v-v != 0 {
		return
	}
	at := Extreme{Time: t, Value: v}
	if c.Count++; c.Count == 1 {
		c.First, c.Max, c.Min, c.Mean = at, at, at, 0
	}
	c.Last = at
	if v > c.Max.Value {
		c.Max = at
	}
	if v < c.Min.Value {
		c.Min = at
	}
	off := v - c.Mean
	c.Mean += off / float64(c.Count)
	c.sum += off * (v - c.Mean)
}

func (c *Characteristic) finish() {
	if c.Count > 1 {
		c.Deviation = math.Sqrt(c.sum / float64(c.Count-1))
	}
	if catalog.IsBearing(c.Column.Field) {
		none := Extreme{Value: math.NaN()}
		c.Max, c.Min, c.Mean, c.Deviation = none, none, math.NaN(), math.NaN()
	}
}

// overNodes joins the columns of the nodes of each field.
func overNodes(list []Characteristic) (all []Characteristic) {
	type field struct {
		name string
		kind ValueType
	}
	at := map[field]int{}
	for _, c := range list {
		if c.Column.Node == 0 {
			continue
		}
		key := field{c.Column.Field, c.Column.ValueType}
		i, known := at[key]
		if !known {
			i = len(all)
			at[key] = i
			column := c.Column
			column.Node, column.Depth = 0, nil
			all = append(all, newCharacteristic(column))
		}
		all[i].join(&c)
	}
	for i := range all {
		all[i].finish()
	}
	return all
}

// join adds the values of another column; the first and the last value are those of no node.
func (c *Characteristic) join(other *Characteristic) {
	if other.Count == 0 {
		return
	}
	if c.Count == 0 {
		c.Mean = 0
	}
	n, m := float64(c.Count), float64(other.Count)
	off := other.Mean - c.Mean
	c.Mean += off * m / (n + m)
	c.sum += other.sum + off*off*n*m/(n+m)
	c.Count += other.Count
	if !(c.Max.Value >= other.Max.Value) {
		c.Max = other.Max
	}
	if !(c.Min.Value <= other.Min.Value) {
		c.Min = other.Min
	}
}
