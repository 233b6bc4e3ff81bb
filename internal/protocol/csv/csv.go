// Package csv looks at the text files of other loggers: rows of cells with a comma,
// semicolon, tab or bar between them, with a header or without, decimal point or
// comma, and times of many kinds. What it finds is a proposal that a person checks.
package csv

import (
	"io"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/fault"
	"plumbline/internal/protocol/loggerfile"
)

// Inspect finds out how a file is to be read.
func Inspect(source io.Reader) (loggerfile.Preview, error) {
	beginning, err := loggerfile.ReadBeginning(source)
	if err != nil {
		return loggerfile.Preview{}, err
	}
	return Describe(beginning)
}

// Describe is Inspect of lines that are read already.
func Describe(beginning loggerfile.Beginning) (loggerfile.Preview, error) {
	best := loggerfile.Preview{}
	score := 0
	for _, separator := range []string{"\t", ";", ",", "|"} {
		p, good := try(beginning.Lines, separator)
		if good > score {
			best, score = p, good
		}
	}
	if score == 0 {
		return best, fault.New(fault.FileRead, "reason", "no rows with a time and numbers")
	}
	return best, nil
}

// try reads the lines with one separator. The score is the number of rows that have
// a time and something beside it; more cells decide between equals.
func try(lines []string, separator string) (loggerfile.Preview, int) {
	rows := make([][]string, len(lines)) // a row a line, so that header lines can be counted
	for i, line := range lines {
		if split := loggerfile.Rows([]string{line}, separator); len(split) > 0 {
			rows[i] = split[0]
		}
	}
	p := loggerfile.Preview{Format: "csv", Separator: separator}
	first, formats := 0, []string(nil)
	for ; first < len(rows); first++ {
		if p.TimeColumns = timeColumns(rows[first]); p.TimeColumns != nil {
			break
		}
	}
	if first == len(rows) {
		return p, 0
	}
	data := make([][]string, 0, len(rows))
	times := make([]string, 0, len(rows))
	for _, row := range rows[first:] {
		at := timeCell(row, p.TimeColumns)
		if len(row) < 2 || loggerfile.GuessTimeFormats([]string{at}) == nil {
			continue
		}
		data, times = append(data, row), append(times, at)
	}
	if len(data) == 0 {
		return p, 0
	}
	if formats = loggerfile.GuessTimeFormats(times); len(formats) == 0 {
		return p, 0
	}
	p.TimeFormats = formats
	p.DecimalComma = loggerfile.DecimalComma(data, p.TimeColumns)
	p.HeaderLines = first
	p.Columns = header(rows[:first], len(data[0]))
	p.Describe(data)
	numbers := 0
	for _, c := range p.Columns {
		if c.Kind == loggerfile.KindNumber {
			numbers++
		}
	}
	if numbers == 0 {
		return p, 0
	}
	return p, len(data)*100 + min(numbers, 99)
}

// timeColumns finds the cell of a row that is a time, or two neighbours that are
// date and time of day. A bare number counts as a time only in the first column.
func timeColumns(row []string) []int {
	for i := range row {
		formats := loggerfile.GuessTimeFormats([]string{row[i]})
		if len(formats) == 0 || strings.HasPrefix(formats[0], "unix") && i > 0 || formats[0] == "YYYYMMDDHHmmss" && i > 0 {
			continue
		}
		if dateOnly(formats[0]) && i+1 < len(row) {
			if both := loggerfile.GuessTimeFormats([]string{row[i] + " " + row[i+1]}); len(both) > 0 {
				return []int{i, i + 1}
			}
		}
		return []int{i}
	}
	return nil
}

func dateOnly(format string) bool {
	return !strings.HasPrefix(format, "unix") && !strings.Contains(format, "H")
}

func timeCell(row []string, columns []int) string {
	parts := make([]string, 0, 2)
	for _, i := range columns {
		if i < len(row) {
			parts = append(parts, row[i])
		}
	}
	return strings.Join(parts, " ")
}

// header names the columns: by the last line above the rows that has as many cells,
// with a unit in brackets taken out of the name; else by number.
func header(above [][]string, width int) []loggerfile.Column {
	columns := make([]loggerfile.Column, width)
	var names []string
	for _, row := range slices.Backward(above) {
		if len(row) >= width-1 && len(row) > 1 {
			names = row
			break
		}
	}
	for i := range columns {
		name := ""
		if i < len(names) {
			name = names[i]
		}
		columns[i].Name, columns[i].Unit = name, ""
		for _, brackets := range []string{"()", "[]"} {
			open := strings.LastIndexByte(name, brackets[0])
			if open > 0 && strings.HasSuffix(name, brackets[1:]) {
				columns[i].Name, columns[i].Unit = strings.TrimSpace(name[:open]), name[open+1:len(name)-1]
				break
			}
		}
		if columns[i].Name == "" {
			columns[i].Name = "column " + strconv.Itoa(i+1)
		}
	}
	return columns
}
