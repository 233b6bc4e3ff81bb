package deviceimport

import (
	"bytes"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/workbook"
)

// markColor fills a cell that must be mended; no other cell has it.
const markColor = "FFC7CE"

// marks is the author of the notes at cells that must be mended.
const marks = author + " ✎"

// reasonsColumn is the key of the column in which all reasons of a row stand.
const reasonsColumn = "reasons"

// maxComments bounds the notes at cells, which are dear; every reason stands in the last column too.
const maxComments = 500

var reasonHeading = label{Zh: "问题", En: "Problems", Tw: "問題"}

// Mark gives a workbook back with the cells of the book's problems marked: filled, with a
// note, and with all reasons of a row in a column of their own. Marks of an earlier time
// are taken off. The book was read from the same data.
func Mark(data []byte, b *Book, o Choices) (out []byte, err error) {
	defer func() {
		if r := recover(); r != nil {
			out, err = nil, fmt.Errorf("mark workbook: %v", r)
		}
	}()
	f, err := workbook.Open(data)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names := sheetNames(f)
	style, err := f.NewStyle(&excelize.Style{Fill: excelize.Fill{Type: "pattern", Pattern: 1, Color: []string{markColor}}, NumFmt: 49})
	if err != nil {
		return nil, fmt.Errorf("mark workbook: %w", err)
	}
	comments := 0
	for i, s := range sheets {
		if names[i] == "" {
			continue
		}
		m := marker{f: f, sheet: names[i], places: b.places[s.name.Zh], style: style, language: o.Language}
		if err := m.clear(); err != nil {
			return nil, fmt.Errorf("take marks off: %w", err)
		}
		reasons := map[int][]string{}
		for _, p := range b.Problems {
			if p.Sheet != s.name.Zh {
				continue
			}
			reason := p.Text(o.Language)
			reasons[p.Line] = append(reasons[p.Line], p.Label(o.Language)+": "+reason)
			if err := m.mark(p, reason, comments < maxComments); err != nil {
				return nil, fmt.Errorf("mark line %d: %w", p.Line, err)
			}
			comments++
		}
		if err := m.reasons(reasons); err != nil {
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
	f        *excelize.File
	sheet    string
	places   map[string]int // columns by key
	style    int
	language string
	last     int // column of the reasons
}

// clear takes off what an earlier marking left, and finds the column of the reasons.
func (m *marker) clear() error {
	rows, err := m.f.GetRows(m.sheet)
	if err != nil {
		return err
	}
	width := 0
	for _, row := range rows {
		width = max(width, len(row))
	}
	if m.last = m.places[reasonsColumn]; m.last == 0 {
		m.last = width + 1
	}
	marked := map[int]bool{}
	for line := range rows {
		for i := range max(width, m.last) {
			at := cell(i+1, line+1)
			id, err := m.f.GetCellStyle(m.sheet, at)
			if err != nil || id == 0 {
				continue
			}
			ours, known := marked[id]
			if !known {
				style, err := m.f.GetStyle(id)
				ours = err == nil && len(style.Fill.Color) == 1 && strings.EqualFold(strings.TrimPrefix(style.Fill.Color[0], "FF"), strings.TrimPrefix(markColor, "FF"))
				marked[id] = ours
			}
			if ours {
				if err := m.plain(at); err != nil {
					return err
				}
			}
		}
		if line > 0 && m.places[reasonsColumn] != 0 {
			if err := m.f.SetCellValue(m.sheet, cell(m.last, line+1), nil); err != nil {
				return err
			}
		}
	}
	comments, err := m.f.GetComments(m.sheet)
	if err != nil {
		return err
	}
	for _, c := range comments {
		if c.Author == marks {
			if err := m.f.DeleteComment(m.sheet, c.Cell); err != nil {
				return err
			}
		}
	}
	return nil
}

// plain gives a cell the look of the template's cells.
func (m *marker) plain(at string) error {
	style, err := m.f.NewStyle(&excelize.Style{NumFmt: 49})
	if err != nil {
		return err
	}
	return m.f.SetCellStyle(m.sheet, at, at, style)
}

func (m *marker) mark(p Problem, reason string, comment bool) error {
	column := m.places[p.Column]
	if number, ok := strings.CutPrefix(p.Column, nameless); ok { // a heading without a name
		column, _ = strconv.Atoi(number)
	}
	if column == 0 {
		column = 1 // the column is not in the file
	}
	at := cell(column, p.Line)
	if err := m.f.SetCellStyle(m.sheet, at, at, m.style); err != nil {
		return err
	}
	if !comment {
		return nil
	}
	if err := m.f.DeleteComment(m.sheet, at); err != nil { // such as the template's own at a heading
		return err
	}
	return m.f.AddComment(m.sheet, excelize.Comment{Cell: at, Author: marks, Text: reason, Width: 240, Height: 60})
}

func (m *marker) reasons(by map[int][]string) error {
	if len(by) == 0 {
		return nil
	}
	if err := m.f.SetCellStr(m.sheet, cell(m.last, 1), reasonHeading.In(m.language)); err != nil {
		return err
	}
	for _, line := range slices.Sorted(maps.Keys(by)) {
		if line == 1 {
			continue // said at the heading itself
		}
		if err := m.f.SetCellStr(m.sheet, cell(m.last, line), strings.Join(by[line], "; ")); err != nil {
			return err
		}
	}
	return nil
}

func sorted[V any](values map[string]V) []string { return slices.Sorted(maps.Keys(values)) }
