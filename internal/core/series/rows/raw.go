package rows

import (
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// MergeRaw merges a later raw row with the stored one of its time. It returns the row to store, unless it is a
// duplicate, and the superseded values. earlier returns the revisions of that time in order; it is called only if a
// value differs.
func MergeRaw(old Row, put series.Put, earlier func() ([]series.Revision, error)) (Row, series.Outcome, []series.Revision, error) {
	if HasAll(old, put) {
		return Row{}, series.Duplicate, nil, nil
	}
	known, err := earlier()
	if err != nil {
		return Row{}, 0, nil, err
	}
	outcome := series.Duplicate
	received := WholeSecond(put.Received)
	list := slices.Clone(old.Columns.List)
	values := slices.Clone(old.Values)
	var superseded []series.Revision
	for c, column := range put.Columns.List {
		v := put.Values[c]
		if reading.IsMissing(v) {
			continue
		}
		k := old.Columns.Index(column)
		if k < 0 || reading.IsMissing(values[k]) {
			if k < 0 {
				list, values = append(list, column), append(values, v)
			} else {
				values[k] = v
			}
			if received != old.Received {
				superseded = append(superseded, series.Revision{
					Time: put.Time, Column: column, Value: reading.Missing, Received: old.Received, Replaced: received,
				})
			}
			if outcome != series.Revised {
				outcome = series.Merged
			}
			continue
		}
		if current, before := values[k], receiptOf(known, column, old.Received); !isKnown(known, column, current, v) {
			superseded = append(superseded, series.Revision{
				Time: put.Time, Column: column, Value: current, Received: before, Replaced: received,
			})
			values[k] = v
			outcome = series.Revised
		}
	}
	if outcome == series.Duplicate {
		return Row{}, outcome, nil, nil
	}
	return Row{
		Time: old.Time, Received: old.Received, Flag: old.Flag | put.Flag, Columns: reading.Intern(list), Values: values,
	}, outcome, superseded, nil
}

// HasAll reports whether a row has all values of a put.
func HasAll(old Row, put series.Put) bool {
	for c, column := range put.Columns.List {
		if v := put.Values[c]; !reading.IsMissing(v) {
			if k := old.Columns.Index(column); k < 0 || math.Float64bits(old.Values[k]) != math.Float64bits(v) {
				return false
			}
		}
	}
	return true
}

// isKnown reports whether a value is the current one or an older revision.
func isKnown(known []series.Revision, column reading.Column, current, v float64) bool {
	if math.Float64bits(current) == math.Float64bits(v) {
		return true
	}
	return slices.ContainsFunc(known, func(r series.Revision) bool {
		return r.Column == column && math.Float64bits(r.Value) == math.Float64bits(v)
	})
}

// receiptOf returns when the current value of a column arrived.
func receiptOf(known []series.Revision, column reading.Column, first int64) int64 {
	for i := len(known) - 1; i >= 0; i-- {
		if known[i].Column == column {
			return known[i].Replaced
		}
	}
	return first
}

// Reconcile merges two raw rows of one time of which the later may have been stored without knowledge of the earlier. It
// returns the row to store instead of the later one, if it differs, and the values of the earlier one that are neither
// in the later one nor in the revisions. earlierValues returns the revisions of that time in order; it is called only
// if a value differs.
func Reconcile(earlier, later Row, earlierValues func() ([]series.Revision, error)) (row Row, differs bool, superseded []series.Revision, err error) {
	var known []series.Revision
	asked := false
	row = later
	row.Received, row.Flag = earlier.Received, earlier.Flag|later.Flag
	differs = row.Received != later.Received || row.Flag != later.Flag
	list, values := slices.Clone(later.Columns.List), slices.Clone(later.Values)
	for c, column := range earlier.Columns.List {
		v := earlier.Values[c]
		if reading.IsMissing(v) {
			continue
		}
		k := later.Columns.Index(column)
		switch {
		case k < 0:
			list, values, differs = append(list, column), append(values, v), true
		case reading.IsMissing(values[k]):
			values[k], differs = v, true
		case math.Float64bits(values[k]) != math.Float64bits(v):
			if !asked {
				if known, err = earlierValues(); err != nil {
					return Row{}, false, nil, err
				}
				asked = true
			}
			if !isKnown(known, column, values[k], v) {
				superseded = append(superseded, series.Revision{
					Time: later.Time, Column: column, Value: v, Received: earlier.Received, Replaced: later.Received,
				})
			}
		}
	}
	row.Columns, row.Values = reading.Intern(list), values
	return row, differs, superseded, nil
}
