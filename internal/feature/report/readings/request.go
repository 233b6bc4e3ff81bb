// Package readings exports the readings of any number of measuring points over any range: csv, workbooks and Parquet.
package readings

import (
	"fmt"
	"slices"
	"strings"

	"plumbline/internal/core/query"
	"plumbline/internal/feature/report/export"
	"plumbline/internal/platform/errs"
)

// mostOfSheet is the number of rows of one sheet that is asked for as such (specification section 9).
const mostOfSheet = 65_535

// parquetFormat is the format that tables do not have.
const parquetFormat = "parquet"

// ReadingsExport asks for the readings of measuring points.
type ReadingsExport struct {
	export.Selection
	ValueTypes      []string `json:"valueTypes,omitempty" maxItems:"5" doc:"Of raw, observed, accumulated, change, rate; empty: observed and accumulated"`
	IncludeAbnormal bool     `json:"includeAbnormal,omitempty" doc:"Also readings that are not valid; their flags say why"`
	Every           int64    `json:"every,omitempty" minimum:"0" maximum:"31622400000" doc:"ms, at most a year: one reading per interval; 0: all"`
	Format          string   `json:"format" enum:"csv,xlsx,parquet" doc:"csv: a zip with a file for each point; xlsx: a sheet for each point, more if it does not fit; parquet: a line for each value"`
	SingleSheet     bool     `json:"singleSheet,omitempty" doc:"xlsx of one point in one sheet, at most 65,535 rows"`
}

// check refuses a request that no data can answer.
func (r *ReadingsExport) check() error {
	if r.SingleSheet && r.Format != export.XLSX {
		return errs.OnField("singleSheet", errs.NotOneOf, "allowed", "false")
	}
	for i, name := range r.ValueTypes {
		if !slices.Contains(query.ValueTypes(), query.ValueType(name)) {
			return errs.OnField(fmt.Sprintf("valueTypes[%d]", i), errs.NotOneOf, "allowed", allowed())
		}
		if slices.Contains(r.ValueTypes[:i], name) {
			return errs.OnField(fmt.Sprintf("valueTypes[%d]", i), errs.Duplicate)
		}
	}
	return nil
}

func allowed() string {
	var names []string
	for _, kind := range query.ValueTypes() {
		names = append(names, string(kind))
	}
	return strings.Join(names, ", ")
}

// of returns the request for the readings of a point.
func (r *ReadingsExport) of(point int64) query.Request {
	kinds := []query.ValueType{query.Observed, query.Accumulated}
	if len(r.ValueTypes) > 0 {
		kinds = kinds[:0]
		for _, name := range r.ValueTypes {
			kinds = append(kinds, query.ValueType(name))
		}
	}
	return query.Request{
		Point: point, ValueTypes: kinds, Start: r.Start.Millis(), End: r.End.Millis(), IncludeAbnormal: r.IncludeAbnormal, Every: r.Every,
	}
}
