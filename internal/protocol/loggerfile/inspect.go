package loggerfile

import (
	"bufio"
	"errors"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"plumbline/internal/fault"
	"plumbline/internal/reading"
)

// Beginning is the first lines of a file, for finding out what it is.
type Beginning struct {
	Lines []string // without their ends
}

const (
	inspectBytes = 256 << 10
	inspectLines = 60
	shownRows    = 10
)

// ReadBeginning reads as much as is looked at, at most 256 KiB.
func ReadBeginning(source io.Reader) (Beginning, error) {
	lines := bufio.NewReader(io.LimitReader(source, inspectBytes))
	skipMark(lines)
	var b Beginning
	for len(b.Lines) < inspectLines {
		line, err := lines.ReadString('\n')
		ended := errors.Is(err, io.EOF)
		if err != nil && !ended {
			return b, fault.Wrap(err, fault.FileRead, "reason", "read error")
		}
		if line != "" {
			b.Lines = append(b.Lines, strings.TrimRight(line, "\r\n"))
		}
		if ended {
			break
		}
	}
	for _, line := range b.Lines {
		if !utf8.ValidString(line) {
			return b, fault.New(fault.FileRead, "reason", "UTF-8")
		}
		if strings.ContainsRune(line, 0) {
			return b, fault.New(fault.FileRead, "reason", "binary")
		}
	}
	if len(b.Lines) == 0 {
		return b, fault.New(fault.FileRead, "reason", "empty")
	}
	return b, nil
}

// Rows splits lines into cells.
func Rows(lines []string, separator string) [][]string {
	cells := NewCells(strings.NewReader(strings.Join(lines, "\n")), separator)
	cells.ReuseRecord = false
	var rows [][]string
	for {
		row, err := cells.Read()
		if err != nil {
			return rows
		}
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		rows = append(rows, row)
	}
}

// DecimalComma tells whether the numbers of rows have a comma where others have a
// point: some cell is a number only so, and none is one only with a point.
func DecimalComma(rows [][]string, timeColumns []int) bool {
	comma := false
	for _, row := range rows {
		for i, cell := range row {
			if slices.Contains(timeColumns, i) {
				continue
			}
			_, asPoint := Number(cell, false)
			_, asComma := Number(cell, true)
			if asPoint != nil && asComma == nil {
				comma = true
			}
			if strings.Contains(cell, ".") && !strings.Contains(cell, ",") && asPoint == nil {
				return false
			}
		}
	}
	return comma
}

// Describe fills in the kinds of columns and the rows that are shown.
func (p *Preview) Describe(rows [][]string) {
	width := len(p.Columns)
	for _, row := range rows {
		width = max(width, len(row))
	}
	for len(p.Columns) < width {
		p.Columns = append(p.Columns, Column{})
	}
	for i := range p.Columns {
		if p.Columns[i].Kind == "" {
			p.Columns[i].Kind = p.kind(rows, i)
		}
	}
	p.Rows = rows[:min(len(rows), shownRows)]
	if p.Rows == nil {
		p.Rows = [][]string{}
	}
	if p.TimeFormats == nil {
		p.TimeFormats = []string{}
	}
	if len(p.TimeFormats) > 0 {
		p.TimeFormat = p.TimeFormats[0]
		f, err := ParseTimeFormat(p.TimeFormat)
		p.HasZone = err == nil && f.HasZone()
	}
}

func (p *Preview) kind(rows [][]string, column int) string {
	if slices.Contains(p.TimeColumns, column) {
		return KindTime
	}
	numbers, texts := 0, 0
	for _, row := range rows {
		if column >= len(row) {
			continue
		}
		v, why := Number(row[column], p.DecimalComma)
		switch {
		case why != nil:
			texts++
		case !reading.IsMissing(v):
			numbers++
		}
	}
	switch {
	case texts > 0 && texts >= numbers:
		return KindText
	case numbers > 0:
		return KindNumber
	}
	return KindEmpty
}
