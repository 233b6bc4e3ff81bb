package deviceimport

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/device"
)

// Row is one row of the first sheet.
type Row struct {
	Line  int               // row number, from 1
	Cells map[string]string // by column
}

// Book is a workbook as read.
type Book struct {
	Columns  []string // keys of the first sheet's columns in use, in file order
	Rows     []Row
	Devices  []device.NewDevice // of the rows, in order
	Problems []Problem
	Skipped  int // example rows

	places  map[string]map[string]int // column numbers by sheet and key
	origins map[block]origin          // blocks on other sheets
}

// Read reads a workbook. Errors of the file as a whole are returned; errors in cells are in Problems.
func Read(ctx context.Context, data []byte, o Choices) (*Book, error) {
	return spreadsheet.OneAtATime(ctx, func() (*Book, error) { return read(data, o) })
}

func read(data []byte, o Choices) (*Book, error) {
	f, err := spreadsheet.Open(data)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b := &Book{places: map[string]map[string]int{}, origins: map[block]origin{}}
	names := sheetNames(f)
	first, err := b.table(f, names[deviceSheet], sheets[deviceSheet])
	if err != nil {
		return nil, err
	}
	for _, r := range first {
		if r.Cells[keySN] == ExampleSN {
			b.Skipped++
			continue
		}
		b.Rows = append(b.Rows, r)
	}
	switch {
	case len(b.Rows) == 0:
		return nil, errs.OnField("file", errs.RowsNone)
	case len(b.Rows) > device.MaxBatch:
		return nil, errs.OnField("file", errs.RowsTooMany, "max", device.MaxBatch)
	}
	in := reader{Book: b, Choices: o, f: f, names: names, bySN: map[string]int{}}
	in.devices()
	for _, step := range []func() error{in.nodes, in.channels, in.blocks} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	b.sort()
	return b, nil
}

// sheetNames finds the sheets in the file in any language. If none is named like the devices, the first with their
// headings is used, or else the first.
func sheetNames(f *excelize.File) []string {
	names := make([]string, len(sheets))
	list := f.GetSheetList()
	for _, name := range list {
		for i, s := range sheets {
			if is(s.name, strings.TrimSpace(name)) && names[i] == "" {
				names[i] = name
			}
		}
	}
	if names[deviceSheet] == "" && len(list) > 0 {
		names[deviceSheet] = list[max(0, slices.IndexFunc(list, func(name string) bool { return sheets[deviceSheet].heads(f, name) }))]
	}
	return names
}

// heads reports whether a sheet of the file has the required headings.
func (s sheet) heads(f *excelize.File, name string) bool {
	rows, err := f.Rows(name)
	if err != nil {
		return false
	}
	defer rows.Close()
	if !rows.Next() {
		return false
	}
	cells, err := rows.Columns()
	if err != nil {
		return false
	}
	found := map[string]bool{}
	for _, heading := range cells {
		if c, ok := s.columnOf(heading); ok {
			found[c.key] = true
		}
	}
	return !slices.ContainsFunc(s.columns, func(c column) bool { return c.required && !found[c.key] })
}

// table returns the non-empty rows of a sheet, by the headings of its first row.
func (b *Book) table(f *excelize.File, name string, s sheet) (list []Row, err error) {
	defer func() {
		if r := recover(); r != nil {
			list, err = nil, errs.Wrap(fmt.Errorf("read sheet: %v", r), errs.WorkbookUnreadable)
		}
	}()
	if name == "" {
		return nil, nil
	}
	rows, err := f.Rows(name)
	if err != nil {
		return nil, errs.OnField("file", errs.WorkbookUnreadable)
	}
	defer rows.Close()
	var keys []string
	typed := typist{f: f, sheet: name}
	first := s.name == sheets[deviceSheet].name
	used := map[string]bool{}
	for line := 1; rows.Next(); line++ {
		if line > maxRows {
			return nil, errs.OnField("file", errs.WorkbookTooBig)
		}
		cells, err := rows.Columns(excelize.Options{RawCellValue: true})
		if err != nil {
			return nil, errs.OnField("file", errs.WorkbookUnreadable)
		}
		if len(cells) > maxColumns {
			return nil, errs.OnField("file", errs.ColumnsTooMany, "max", maxColumns)
		}
		if line == 1 {
			if keys, err = b.headings(s, cells); err != nil {
				return nil, err
			}
			continue
		}
		row := Row{Line: line, Cells: map[string]string{}}
		for i, text := range cells {
			if text = trimmed(text); text == "" {
				continue
			}
			if i >= len(keys) || keys[i] == "" {
				b.headless(s, i+1)
				continue
			}
			c, _ := s.columnOf(keys[i]) // keys are column keys
			text, message, err := typed.text(c, i+1, line, text)
			if err != nil {
				return nil, errs.Wrap(err, errs.WorkbookUnreadable)
			}
			if message != nil {
				b.problem(s, line, keys[i], message, errs.Args{"value": text})
			}
			row.Cells[keys[i]] = text
			used[keys[i]] = true
		}
		if len(row.Cells) > 0 {
			list = append(list, row)
		}
		if len(list) > maxRows/4 {
			return nil, errs.OnField("file", errs.WorkbookTooBig)
		}
	}
	if first {
		for _, key := range keys {
			if used[key] {
				b.Columns = append(b.Columns, key)
			}
		}
	}
	return list, nil
}

// headless reports, once, values in a column without a heading.
func (b *Book) headless(s sheet, no int) {
	key := fmt.Sprintf("%s%d", nameless, no)
	if !slices.ContainsFunc(b.Problems, func(p Problem) bool { return p.Sheet == s.name.Zh && p.Column == key }) && no != b.places[s.name.Zh][reasonsColumn] {
		b.problem(s, 1, key, errs.HeadingMissing, nil)
	}
}

// headings returns the columns of a sheet. An unknown heading is a problem, except the column of reasons that Mark
// adds.
func (b *Book) headings(s sheet, cells []string) ([]string, error) {
	keys, places := make([]string, len(cells)), map[string]int{}
	for i, heading := range cells {
		switch heading = trimmed(heading); {
		case heading == "":
			continue
		case is(reasonHeading, heading):
			places[reasonsColumn] = i + 1
			continue
		}
		c, ok := s.columnOf(heading)
		switch {
		case !ok:
			b.Problems = append(b.Problems, Problem{Sheet: s.name.Zh, Line: 1, Column: fmt.Sprintf("%s%d", nameless, i+1), Message: errs.ColumnUnknown})
			continue
		case places[c.key] != 0:
			b.Problems = append(b.Problems, Problem{Sheet: s.name.Zh, Line: 1, Column: fmt.Sprintf("%s%d", nameless, i+1), Message: errs.Duplicate})
			continue
		}
		keys[i], places[c.key] = c.key, i+1
	}
	for _, c := range s.columns {
		if c.required && places[c.key] == 0 {
			return nil, errs.OnField("file", errs.ColumnMissing, "column", c.label)
		}
	}
	b.places[s.name.Zh] = places
	return keys, nil
}

func (b *Book) problem(s sheet, line int, column string, message *errs.Message, args errs.Args) {
	b.Problems = append(b.Problems, Problem{Sheet: s.name.Zh, Line: line, Column: column, Message: message, Args: args})
}
