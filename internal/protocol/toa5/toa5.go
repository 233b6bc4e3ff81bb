// Package toa5 looks at Campbell TOA5 files (domain protocols.md section 9): four
// header lines with the logger, the names, the units and the processing of the
// columns; then rows that begin with TIMESTAMP, in the logger's own zone, which the
// file does not name, and RECORD.
package toa5

import (
	"io"
	"strings"

	"plumbline/internal/fault"
	"plumbline/internal/protocol/loggerfile"
)

// Mark is how a file begins.
const Mark = "TOA5"

const headerLines = 4

// Is tells whether a file is TOA5.
func Is(beginning loggerfile.Beginning) bool {
	return strings.HasPrefix(strings.TrimPrefix(beginning.Lines[0], `"`), Mark)
}

// Inspect reads the header of a file and describes its columns.
func Inspect(source io.Reader) (loggerfile.Preview, error) {
	beginning, err := loggerfile.ReadBeginning(source)
	if err != nil {
		return loggerfile.Preview{}, err
	}
	return Describe(beginning)
}

// Describe is Inspect of lines that are read already.
func Describe(beginning loggerfile.Beginning) (loggerfile.Preview, error) {
	if !Is(beginning) {
		return loggerfile.Preview{}, fault.New(fault.FileRead, "reason", "no TOA5 header")
	}
	rows := loggerfile.Rows(beginning.Lines, ",")
	if len(rows) < headerLines || len(rows[0]) < 8 || len(rows[1]) < 2 {
		return loggerfile.Preview{}, fault.New(fault.FileRead, "reason", "TOA5 header")
	}
	about, names, units, processing := rows[0], rows[1], rows[2], rows[3]
	p := loggerfile.Preview{
		Format: "toa5", Separator: ",", HeaderLines: headerLines, TimeColumns: []int{0},
		Station: about[1], Logger: about[2], Serial: about[3], Program: about[5], Signature: about[6], Table: about[7],
	}
	cell := func(row []string, i int) string {
		if i < len(row) {
			return row[i]
		}
		return ""
	}
	times := make([]string, 0, len(rows))
	for _, row := range rows[headerLines:] {
		times = append(times, cell(row, 0))
	}
	for i, name := range names {
		column := loggerfile.Column{Name: name, Unit: cell(units, i), Processing: cell(processing, i)}
		if column.Unit == "RN" || name == "RECORD" {
			column.Kind = loggerfile.KindRecord
		}
		p.Columns = append(p.Columns, column)
	}
	if p.Columns[0].Name != "TIMESTAMP" && p.Columns[0].Unit != "TS" {
		return p, fault.New(fault.FileRead, "reason", "TIMESTAMP")
	}
	// A table without rows yet still has its format.
	if p.TimeFormats = loggerfile.GuessTimeFormats(times); len(times) == 0 {
		p.TimeFormats = []string{"YYYY-MM-DD HH:mm:ss"}
	}
	p.Describe(rows[headerLines:])
	return p, nil
}
