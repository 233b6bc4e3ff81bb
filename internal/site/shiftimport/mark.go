package shiftimport

import (
	"context"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
)

// Mark returns the filled-in form with the cells of the book's problems marked. data must be what the book was read
// from.
func Mark(ctx context.Context, data []byte, b *Book, language string, targets []Target) ([]byte, error) {
	return spreadsheet.OneAtATime(ctx, func() ([]byte, error) { return mark(data, b, language, targets) })
}

func mark(data []byte, b *Book, language string, targets []Target) ([]byte, error) {
	f, err := spreadsheet.Open(data)
	if err != nil {
		return nil, err
	}
	name := f.GetSheetName(0)
	if err := f.Close(); err != nil {
		return nil, err
	}
	sheet := spreadsheet.Sheet{Name: name, Reasons: b.places[keyReasons], Heading: labels[keyReasons].In(language)}
	words, _ := errs.ParseLanguage(language)
	for _, p := range b.Problems {
		sheet.Cells = append(sheet.Cells, spreadsheet.Bad{
			Line: p.Line, Column: b.places[p.Column], Name: Label(p.Column, language, targets), Reason: p.Message.Text(words, p.Args),
		})
	}
	return spreadsheet.Mark(data, []spreadsheet.Sheet{sheet})
}
