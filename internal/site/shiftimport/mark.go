package shiftimport

import (
	"context"

	"plumbline/internal/platform/fault"
	"plumbline/internal/platform/workbook"
)

// Mark returns a filled-in form with the cells of the book's problems marked. The book
// was read from the same data.
func Mark(ctx context.Context, data []byte, b *Book, language string, targets []Target) ([]byte, error) {
	return workbook.Alone(ctx, func() ([]byte, error) { return mark(data, b, language, targets) })
}

func mark(data []byte, b *Book, language string, targets []Target) ([]byte, error) {
	f, err := workbook.Open(data)
	if err != nil {
		return nil, err
	}
	name := f.GetSheetName(0)
	if err := f.Close(); err != nil {
		return nil, err
	}
	sheet := workbook.Sheet{Name: name, Reasons: b.places[keyReasons], Heading: labels[keyReasons].In(language)}
	words, _ := fault.ParseLanguage(language)
	for _, p := range b.Problems {
		sheet.Cells = append(sheet.Cells, workbook.Bad{Line: p.Line, Column: b.places[p.Column], Name: Label(p.Column, language, targets), Reason: p.Message.Text(words, p.Args)})
	}
	return workbook.Mark(data, []workbook.Sheet{sheet})
}
