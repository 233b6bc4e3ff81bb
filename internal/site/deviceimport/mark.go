package deviceimport

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/platform/spreadsheet"
)

// reasonsColumn is the key of the column with all reasons of a row.
const reasonsColumn = "reasons"

var reasonHeading = label{Zh: spreadsheet.ReasonHeading[0], En: spreadsheet.ReasonHeading[1], Tw: spreadsheet.ReasonHeading[2]}

// Mark returns the workbook with the cells of the book's problems marked. data must be what the book was read from.
func Mark(ctx context.Context, data []byte, b *Book, o Choices) ([]byte, error) {
	return spreadsheet.OneAtATime(ctx, func() ([]byte, error) { return mark(data, b, o) })
}

func mark(data []byte, b *Book, o Choices) ([]byte, error) {
	f, err := spreadsheet.Open(data)
	if err != nil {
		return nil, err
	}
	names := sheetNames(f)
	if err := f.Close(); err != nil {
		return nil, err
	}
	var marked []spreadsheet.Sheet
	for i, s := range sheets {
		if names[i] == "" {
			continue
		}
		places := b.places[s.name.Zh]
		sheet := spreadsheet.Sheet{Name: names[i], Reasons: places[reasonsColumn], Heading: reasonHeading.In(o.Language)}
		for _, p := range b.Problems {
			if p.Sheet != s.name.Zh {
				continue
			}
			column := places[p.Column]
			if number, ok := strings.CutPrefix(p.Column, nameless); ok { // a heading without a label
				column, _ = strconv.Atoi(number)
			}
			sheet.Cells = append(sheet.Cells, spreadsheet.Bad{Line: p.Line, Column: column, Name: p.Label(o.Language), Reason: p.Text(o.Language)})
		}
		marked = append(marked, sheet)
	}
	return spreadsheet.Mark(data, marked)
}

func sorted[V any](values map[string]V) []string { return slices.Sorted(maps.Keys(values)) }
