package deviceimport

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/platform/workbook"
)

// reasonsColumn is the key of the column in which all reasons of a row stand.
const reasonsColumn = "reasons"

var reasonHeading = label{Zh: workbook.ReasonHeading[0], En: workbook.ReasonHeading[1], Tw: workbook.ReasonHeading[2]}

// Mark returns a workbook with the cells of the book's problems marked. The book was
// read from the same data.
func Mark(ctx context.Context, data []byte, b *Book, o Choices) ([]byte, error) {
	return workbook.Alone(ctx, func() ([]byte, error) { return mark(data, b, o) })
}

func mark(data []byte, b *Book, o Choices) ([]byte, error) {
	f, err := workbook.Open(data)
	if err != nil {
		return nil, err
	}
	names := sheetNames(f)
	if err := f.Close(); err != nil {
		return nil, err
	}
	var marked []workbook.Sheet
	for i, s := range sheets {
		if names[i] == "" {
			continue
		}
		places := b.places[s.name.Zh]
		sheet := workbook.Sheet{Name: names[i], Reasons: places[reasonsColumn], Heading: reasonHeading.In(o.Language)}
		for _, p := range b.Problems {
			if p.Sheet != s.name.Zh {
				continue
			}
			column := places[p.Column]
			if number, ok := strings.CutPrefix(p.Column, nameless); ok { // a heading without a name
				column, _ = strconv.Atoi(number)
			}
			sheet.Cells = append(sheet.Cells, workbook.Bad{Line: p.Line, Column: column, Name: p.Label(o.Language), Reason: p.Text(o.Language)})
		}
		marked = append(marked, sheet)
	}
	return workbook.Mark(data, marked)
}

func sorted[V any](values map[string]V) []string { return slices.Sorted(maps.Keys(values)) }
