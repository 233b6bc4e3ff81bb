package dataapi

import (
	"context"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/query"
	"plumbline/internal/httpapi"
)

// ManualEntry is what a person entered at one time.
type ManualEntry struct {
	CorrectionID int64                  `json:"correctionId"`
	Values       map[string]float64     `json:"values,omitempty" doc:"By field"`
	Nodes        []correction.NodeValue `json:"nodes,omitempty" doc:"Readings of the nodes of an array"`
	Operator     string                 `json:"operator" doc:"Name of the user who entered it; empty: a program"`
	Note         string                 `json:"note"`
	RecordedAt   int64                  `json:"recordedAt" doc:"UTC ms"`
}

// ManualTableRow is one reading of a manual point.
type ManualTableRow struct {
	TableRow
	Entry *ManualEntry `json:"entry,omitempty" doc:"Missing: the reading came from a file or a device"`
}

// ManualTable is one page of readings of a manual point.
type ManualTable struct {
	Columns []Column         `json:"columns" doc:"Without those of nodes"`
	List    []ManualTableRow `json:"list"`
	Total   int              `json:"total"`
}

func (s *server) artificial() {
	call := post("monitorArtificial", "artificial", "Readings of a manual point as one page of a table, with what was entered, by whom",
		"A point that is not manual has readings without entries. At most 30 days, or any range with at most 1,000 rows; at most 65,535 rows.", nil)
	call.Unmeasured = "people enter a few readings a day at most"
	httpapi.Register(s.Kernel, call.Sending(rangeExample), s.monitorArtificial)
}

func (s *server) monitorArtificial(ctx context.Context, in *tableInput) (*httpapi.Output[ManualTable], error) {
	p, request, err := s.tableRequest(ctx, in.Body)
	if err != nil {
		return nil, err
	}
	page, size := max(in.Body.Page, 1), in.Body.PageSize
	if size == 0 {
		size = 20
	}
	from, err := s.read(in.Body.Known)
	if err != nil {
		return nil, err
	}
	table, err := from.Table(ctx, request, page, size, in.Body.Order != "asc")
	if err != nil {
		return nil, err
	}
	list, err := s.Corrections.List(ctx, httpapi.CallerOf(ctx).Scope, p.ID)
	if err != nil {
		return nil, err
	}
	entries := map[int64]*ManualEntry{}
	for i := range list {
		if c := &list[i]; c.Kind == correction.Replace && in.Body.inEffect(c) && len(c.Nodes) == 0 && entries[c.From] == nil {
			entries[c.From] = &ManualEntry{c.ID, c.Values, c.NodeValues, c.Author, c.Note, c.RecordedAt}
		}
	}
	made := ManualTable{Columns: []Column{}, Total: table.Total}
	var single []int
	for i, c := range table.Columns {
		if c.Node == 0 {
			single = append(single, i)
			made.Columns = append(made.Columns, columnOf(c))
		}
	}
	made.List = httpapi.ListOf(table.Rows, func(row query.Row) ManualTableRow {
		values := httpapi.ListOf(single, func(i int) float64 { return row.Values[i] })
		return ManualTableRow{TableRow{Time: row.Time, Flags: row.Flag.Names(), Values: finite(values)}, entries[row.Time]}
	})
	return httpapi.Reply(made), nil
}
