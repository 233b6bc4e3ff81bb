// Package survey imports surveys of pipes and of casings from files: a workbook or a text table of the stations of one
// survey, from a pipeline attitude meter or an inclinometer probe (domain views.md sections 3 and 10).
package survey

import (
	"bytes"
	"context"
	"math"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/formula"
	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol/table"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
)

const (
	// MaxBytes is the maximum size of a file.
	MaxBytes = 3 << 20
	// maxStations is the maximum number of stations, maxLines of lines: stations, and a head.
	maxStations = formula.MaxPipeStations
	maxLines    = maxStations + 100
	// shownLines is the number of lines in a preview.
	shownLines  = 20
	maxColumns  = 64
	maxProblems = 200
)

// kind is a kind of survey: what its files hold.
type kind struct {
	fields []string              // what a column can hold, in the order of the form; the first says where a station is
	usual  int                   // columns of a file without headings: the first fields
	words  map[string][]string   // beginnings of headings by field, in lower case
	limits map[string][2]float64 // ranges by field
	gaps   bool                  // cells behind the first field may be empty: not read
	// lacks returns what is missing for a survey; nil: the columns suffice.
	lacks func(has func(fields ...string) bool) *errs.Message
	// accept checks a station against those before it, and returns its node.
	accept func(before [][]float64, next []float64) (node int32, refused *Problem)
}

// Layout is how a file is read.
type Layout struct {
	Separator string // a key of separators; "": of a workbook
	Head      int    // lines before the first station
	Columns   map[string]int
}

// Problem is a line that could not be read.
type Problem struct {
	Line    int // from 1
	Field   string
	Text    string
	Message *errs.Message
	Args    errs.Args
}

// Table is a file as read. Stations are complete if there are no problems.
type Table struct {
	Layout   Layout
	Complete bool       // the columns make a survey
	Width    int        // columns
	Lines    [][]string // the first, with the head
	Problems []Problem
	Stations [][]float64 // by the fields of the kind; NaN: not read
	Nodes    []int32     // of the stations
	// Whole is what people say of the whole survey, by raw field.
	Whole map[string]float64

	kind *kind
}

var separators = map[string]string{"comma": ",", "semicolon": ";", "tab": "\t", "space": " "}

// Read reads a file. Without a layout it is detected; of a layout without columns only the separator counts.
func (k *kind) Read(ctx context.Context, data []byte, given *Layout) (*Table, error) {
	switch {
	case len(data) == 0:
		return nil, errs.OnField("file", errs.Empty)
	case len(data) > MaxBytes:
		return nil, errs.OnField("file", errs.FileLarge, "max", MaxBytes>>20)
	}
	if bytes.HasPrefix(data, []byte("PK")) {
		return spreadsheet.OneAtATime(ctx, func() (*Table, error) {
			var lines [][]string
			err := spreadsheet.EachRow(data, maxLines, func(_ int, cells []string) error {
				lines = append(lines, cells)
				return nil
			})
			if err != nil {
				return nil, err
			}
			return k.read(lines, "", given)
		})
	}
	texts := strings.Split(strings.ReplaceAll(strings.TrimPrefix(string(data), "\ufeff"), "\r", ""), "\n")
	for len(texts) > 0 && strings.TrimSpace(texts[len(texts)-1]) == "" {
		texts = texts[:len(texts)-1]
	}
	if len(texts) > maxLines {
		return nil, errs.OnField("file", errs.TooManyEntries, "max", maxStations)
	}
	separator := separatorOf(texts)
	if given != nil && given.Separator != "" {
		separator = given.Separator
		if separator != "space" && separators[separator] == "" {
			return nil, errs.OnField("separator", errs.NotOneOf, "allowed", "comma, semicolon, tab, space")
		}
	}
	lines := make([][]string, len(texts))
	for i, text := range texts {
		lines[i] = cells(text, separator)
	}
	return k.read(lines, separator, given)
}

// separatorOf returns the separator that cuts most lines into the same number of columns, more than one.
func separatorOf(texts []string) string {
	best, most := "comma", 0
	for _, name := range []string{"tab", "semicolon", "comma", "space"} {
		counts := map[int]int{}
		for _, text := range texts[:min(len(texts), 200)] {
			if n := len(cells(text, name)); n > 1 {
				counts[n]++
			}
		}
		for _, n := range counts {
			if n > most {
				best, most = name, n
			}
		}
	}
	return best
}

func cells(text, separator string) []string {
	if separator == "space" {
		list := strings.Fields(text)
		return list[:min(len(list), maxColumns)]
	}
	list := strings.SplitN(text, separators[separator], maxColumns+1)
	list = list[:min(len(list), maxColumns)]
	for i := range list {
		list[i] = strings.Trim(strings.TrimSpace(list[i]), `"`)
	}
	return list
}

// number parses a cell; a decimal comma counts as a point.
func number(text string) (float64, bool) {
	v, err := strconv.ParseFloat(strings.Replace(strings.TrimSpace(text), ",", ".", 1), 64)
	return v, err == nil && reading.IsFinite(v)
}

func (k *kind) read(lines [][]string, separator string, given *Layout) (*Table, error) {
	t := &Table{Layout: k.detect(lines), kind: k}
	if given != nil && len(given.Columns) > 0 {
		t.Layout = *given
	}
	t.Layout.Separator = separator
	for _, line := range lines {
		t.Width = max(t.Width, min(len(line), maxColumns))
	}
	t.Lines = lines[:min(len(lines), shownLines)]
	if err := k.check(t.Layout, t.Width, len(lines)); err != nil {
		return t, err
	}
	t.Complete = true
	for i := t.Layout.Head; i < len(lines); i++ {
		if len(lines[i]) == 0 || strings.TrimSpace(strings.Join(lines[i], "")) == "" {
			continue
		}
		station, good := t.station(i+1, lines[i])
		if !good {
			continue
		}
		node, refused := k.accept(t.Stations, station)
		if refused != nil {
			refused.Line = i + 1
			if column := t.Layout.Columns[refused.Field]; column < len(lines[i]) {
				refused.Text = lines[i][column]
			}
			t.refuse(*refused)
			continue
		}
		t.Stations, t.Nodes = append(t.Stations, station), append(t.Nodes, node)
	}
	// A frame has a column for each number, and two for the whole survey.
	most := min(maxStations, (table.MaxColumns-2)/len(t.Layout.Columns))
	switch {
	case len(t.Stations) > most:
		return t, errs.OnField("file", errs.TooManyEntries, "max", most)
	case len(t.Stations) < 2 && len(t.Problems) == 0:
		return t, errs.OnField("file", errs.Empty)
	}
	return t, nil
}

// check refuses a layout that no file can have, or without what a survey needs.
func (k *kind) check(l Layout, width, lines int) error {
	if l.Head < 0 || l.Head > lines {
		return errs.OnField("head", errs.OutOfRange, "min", 0, "max", lines)
	}
	for field := range l.Columns {
		if !slices.Contains(k.fields, field) {
			return errs.OnField("columns."+field, errs.NotOneOf, "allowed", strings.Join(k.fields, ", "))
		}
	}
	has := func(fields ...string) bool {
		return !slices.ContainsFunc(fields, func(field string) bool { _, ok := l.Columns[field]; return !ok })
	}
	if lacking := k.lacks(has); lacking != nil {
		return errs.OnField("columns", lacking)
	}
	for field, column := range l.Columns {
		if column < 0 || column >= width {
			return errs.OnField("columns."+field, errs.OutOfRange, "min", 0, "max", width-1)
		}
	}
	return nil
}

func (t *Table) refuse(p Problem) {
	if len(t.Problems) < maxProblems {
		t.Problems = append(t.Problems, p)
	}
}

func (t *Table) station(line int, cells []string) (station []float64, good bool) {
	good = true
	for _, field := range t.kind.fields {
		column, mapped := t.Layout.Columns[field]
		if !mapped {
			station = append(station, math.NaN())
			continue
		}
		text := ""
		if column < len(cells) {
			text = cells[column]
		}
		if t.kind.gaps && len(station) > 0 && strings.TrimSpace(text) == "" {
			station = append(station, math.NaN())
			continue
		}
		v, ok := number(text)
		limit, limited := t.kind.limits[field]
		switch {
		case !ok:
			t.refuse(Problem{Line: line, Field: field, Text: text, Message: errs.NumberWanted})
		case limited && (v < limit[0] || v > limit[1]):
			t.refuse(Problem{Line: line, Field: field, Text: text, Message: errs.OutOfRange, Args: errs.Args{"min": limit[0], "max": limit[1]}})
			ok = false
		}
		good = good && ok
		station = append(station, v)
	}
	return station, good
}

// detect guesses the head and the columns: by the headings, or else the usual fields in their order.
func (k *kind) detect(lines [][]string) Layout {
	l := Layout{Columns: map[string]int{}}
	for l.Head < min(len(lines), shownLines) {
		line := lines[l.Head]
		if len(line) > 2 {
			if _, ok := number(line[0]); ok {
				break
			}
		}
		l.Head++
	}
	if l.Head > 0 && l.Head <= len(lines) {
		for i, cell := range lines[l.Head-1] {
			word := strings.ToLower(strings.TrimSpace(cell))
			for _, field := range k.fields {
				if _, taken := l.Columns[field]; !taken && slices.ContainsFunc(k.words[field], func(w string) bool {
					return word == w || len(w) > 1 && strings.HasPrefix(word, w) || len(w) == 1 && strings.HasPrefix(word, w+" ")
				}) {
					l.Columns[field] = i
					break
				}
			}
		}
	}
	if len(l.Columns) < 3 {
		l.Columns = map[string]int{}
		width := 0
		if l.Head < len(lines) {
			width = len(lines[l.Head])
		}
		for i, field := range k.fields[:k.usual] {
			if i < width {
				l.Columns[field] = i
			}
		}
	}
	return l
}
