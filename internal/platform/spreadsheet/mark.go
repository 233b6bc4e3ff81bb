package spreadsheet

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/xuri/excelize/v2"
)

const (
	// MarkColor fills cells with errors. Templates do not use it.
	MarkColor = "FFC7CE"
	// marks is the author of the comments at cells with errors.
	marks = "Plumbline ✎"
	// maxComments limits the cell comments, which are expensive. The last column contains every reason anyway.
	maxComments = 200
)

// ReasonHeading is the heading of the reason column in zh, en and zh-TW.
var ReasonHeading = [3]string{"问题", "Problems", "問題"}

// Sheet is a sheet with its erroneous cells.
type Sheet struct {
	Name    string
	Reasons int // reason column, 0 if there is none yet
	Heading string
	Cells   []Bad
}

// Bad is an erroneous cell. Column 0 means a column missing from the sheet.
type Bad struct {
	Line, Column int // from 1
	Name         string
	Reason       string
}

// Mark marks the erroneous cells of a workbook with a color and a comment, and lists all reasons of a row in a
// separate column. It first removes earlier marks.
func Mark(data []byte, sheets []Sheet) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, fmt.Errorf("mark workbook: %v", r)
		}
	}()
	f, err := Open(data)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	style, err := f.NewStyle(&excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{MarkColor}}, NumFmt: 49})
	if err != nil {
		return nil, fmt.Errorf("mark workbook: %w", err)
	}
	comments := 0
	for _, s := range sheets {
		m := marker{f: f, Sheet: s, style: style}
		if err := m.clear(); err != nil {
			return nil, fmt.Errorf("clear marks: %w", err)
		}
		for _, bad := range s.Cells {
			if err := m.mark(bad, comments < maxComments); err != nil {
				return nil, fmt.Errorf("mark line %d: %w", bad.Line, err)
			}
			comments++
		}
		if err := m.reasons(); err != nil {
			return nil, fmt.Errorf("write reasons: %w", err)
		}
	}
	var buffer bytes.Buffer
	if err := f.Write(&buffer); err != nil {
		return nil, fmt.Errorf("write workbook: %w", err)
	}
	return buffer.Bytes(), nil
}

// marker marks one sheet.
type marker struct {
	Sheet
	f     *excelize.File
	style int
	last  int             // reason column
	noted map[string]bool // cells with other comments, such as those of the template's headings
}

// clear removes earlier marks and finds the reason column.
func (m *marker) clear() error {
	rows, err := m.f.GetRows(m.Name)
	if err != nil {
		return err
	}
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	if m.last = m.Reasons; m.last == 0 {
		m.last = width + 1
	}
	marked := map[int]bool{}
	for line := range rows {
		for i := range max(width, m.last) {
			at := cell(i+1, line+1)
			id, err := m.f.GetCellStyle(m.Name, at)
			if err != nil || id == 0 {
				continue
			}
			ours, known := marked[id]
			if !known {
				style, err := m.f.GetStyle(id)
				ours = err == nil && len(style.Fill.Color) == 1 &&
					strings.EqualFold(strings.TrimPrefix(style.Fill.Color[0], "FF"), strings.TrimPrefix(MarkColor, "FF"))
				marked[id] = ours
			}
			if ours {
				if err := m.plain(at); err != nil {
					return err
				}
			}
		}
		if line > 0 && m.Reasons != 0 {
			if err := m.f.SetCellValue(m.Name, cell(m.last, line+1), nil); err != nil {
				return err
			}
		}
	}
	comments, err := m.f.GetComments(m.Name)
	if err != nil {
		return err
	}
	m.noted = map[string]bool{}
	for _, c := range comments {
		if c.Author != marks {
			m.noted[c.Cell] = true
			continue
		}
		if err := m.f.DeleteComment(m.Name, c.Cell); err != nil {
			return err
		}
	}
	return nil
}

// plain resets a cell to the template's style.
func (m *marker) plain(at string) error {
	style, err := m.f.NewStyle(&excelize.Style{NumFmt: 49})
	if err != nil {
		return err
	}
	return m.f.SetCellStyle(m.Name, at, at, style)
}

func (m *marker) mark(bad Bad, comment bool) error {
	at := cell(max(bad.Column, 1), bad.Line)
	if err := m.f.SetCellStyle(m.Name, at, at, m.style); err != nil {
		return err
	}
	if !comment {
		return nil
	}
	if m.noted[at] {
		if err := m.f.DeleteComment(m.Name, at); err != nil {
			return err
		}
	}
	return m.f.AddComment(m.Name, excelize.Comment{Cell: at, Author: marks, Text: bad.Reason, Width: 240, Height: 60})
}

func (m *marker) reasons() error {
	by := map[int][]string{}
	for _, bad := range m.Cells {
		by[bad.Line] = append(by[bad.Line], bad.Name+": "+bad.Reason)
	}
	if len(by) == 0 {
		return nil
	}
	if err := m.f.SetCellStr(m.Name, cell(m.last, 1), m.Heading); err != nil {
		return err
	}
	for _, line := range slices.Sorted(maps.Keys(by)) {
		if line == 1 {
			continue // already reported at the heading
		}
		if err := m.f.SetCellStr(m.Name, cell(m.last, line), strings.Join(by[line], "; ")); err != nil {
			return err
		}
	}
	return nil
}

func cell(column, line int) string {
	name, err := excelize.CoordinatesToCellName(column, line)
	if err != nil {
		panic(err) // both are small and positive
	}
	return name
}
