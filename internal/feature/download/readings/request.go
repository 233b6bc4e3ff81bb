// Package readings exports the readings of any number of measuring points over any range: csv, workbooks and Parquet.
package readings

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/uptrace/bun"

	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/errs"
)

const (
	mostPoints  = 5_000
	mostOfSheet = 65_535 // rows of one sheet that is asked for as such (specification section 9)
)

// Formats of files.
const (
	csvFormat     = "csv"
	xlsxFormat    = "xlsx"
	parquetFormat = "parquet"
)

// ReadingsExport asks for the readings of measuring points.
type ReadingsExport struct {
	ProjectID         int64             `json:"projectId" minimum:"1"`
	MeasuringPointIDs []int64           `json:"measuringPointIds,omitempty" maxItems:"5000" doc:"Of the project; empty: all that the other fields choose"`
	StructureID       int64             `json:"structureId,omitempty" minimum:"0" doc:"0: the whole project"`
	ItemID            int64             `json:"itemId,omitempty" minimum:"0" doc:"0: the whole structure"`
	Measurement       string            `json:"measurement,omitempty" maxLength:"40" doc:"Empty: all"`
	Start             httpapi.AskedTime `json:"start" doc:"UTC ms"`
	End               httpapi.AskedTime `json:"end" doc:"UTC ms, inclusive"`
	ValueTypes        []string          `json:"valueTypes,omitempty" maxItems:"5" doc:"Of raw, observed, accumulated, change, rate; empty: observed and accumulated"`
	IncludeAbnormal   bool              `json:"includeAbnormal,omitempty" doc:"Also readings that are not valid; their flags say why"`
	Every             int64             `json:"every,omitempty" minimum:"0" maximum:"31622400000" doc:"ms, at most a year: one reading per interval; 0: all"`
	KnownAt           httpapi.AskedTime `json:"knownAt,omitempty" doc:"UTC ms: as known at this time; 0: as known when the file is made"`
	Format            string            `json:"format" enum:"csv,xlsx,parquet" doc:"csv: a zip with a file for each point; xlsx: a sheet for each point, more if it does not fit; parquet: a line for each value"`
	SingleSheet       bool              `json:"singleSheet,omitempty" doc:"xlsx of one point in one sheet, at most 65,535 rows"`
}

// chosen is a point of a file, with names as they are when it is made.
type chosen struct {
	ID          int64
	Name        string
	Structure   string
	Item        string
	Measurement string
}

// check refuses a request that no data can answer.
func (r *ReadingsExport) check() error {
	switch {
	case r.Start == 0 || r.End == 0:
		return errs.New(errs.TimeRequired)
	case r.Start > r.End:
		return errs.New(errs.StartAfterEnd)
	case r.KnownAt.Millis() > clock.Now().UnixMilli():
		return errs.OnField("knownAt", errs.KnownAhead)
	case r.SingleSheet && r.Format != xlsxFormat:
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

// points returns the points of a request that exist, in the order of the project.
//
// Unscoped: the caller has checked access to the project.
func (m *Maker) points(ctx context.Context, r *ReadingsExport) (list []chosen, err error) {
	q := m.host.Tables.Bun.NewSelect().TableExpr("point AS p").
		ColumnExpr("p.id, p.name, p.measurement, st.name AS structure, COALESCE(it.name, '') AS item").
		Join("JOIN structure AS st ON st.id = p.structure_id").Join("LEFT JOIN structure AS it ON it.id = p.item_id").
		Where("p.project_id = ?", r.ProjectID).OrderExpr("st.sort, st.id, COALESCE(it.sort, -1), it.id, p.sort, p.id").Limit(mostPoints + 1)
	if r.StructureID != 0 {
		q = q.Where("p.structure_id = ?", r.StructureID)
	}
	if r.ItemID != 0 {
		q = q.Where("p.item_id = ?", r.ItemID)
	}
	if r.Measurement != "" {
		q = q.Where("p.measurement = ?", r.Measurement)
	}
	if len(r.MeasuringPointIDs) > 0 {
		q = q.Where("p.id IN (?)", bun.List(r.MeasuringPointIDs))
	}
	if err := q.Scan(ctx, &list); err != nil {
		return nil, fmt.Errorf("points of an export: %w", err)
	}
	return list, nil
}

func requestOf(text json.RawMessage) (r ReadingsExport, err error) {
	if err := json.Unmarshal(text, &r); err != nil {
		return r, fmt.Errorf("request of an export: %w", err)
	}
	return r, nil
}
