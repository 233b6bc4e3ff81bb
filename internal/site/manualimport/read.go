package manualimport

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
	"plumbline/internal/site/pointconfig"
)

// Read reads a filled-in form. Times are in a zone. Errors of the file as a whole are returned; errors in cells are in
// Problems.
func Read(ctx context.Context, data []byte, form Form, zone *time.Location) (*Book, error) {
	return spreadsheet.OneAtATime(ctx, func() (*Book, error) { return read(data, form, zone) })
}

func read(data []byte, form Form, zone *time.Location) (*Book, error) {
	in := reader{Book: &Book{}, form: form, zone: zone, entries: map[string]*Entry{}, seen: map[string]int{}}
	err := spreadsheet.EachRow(data, maxLines, func(line int, cells []string) error {
		if line == 1 {
			return in.headings(cells)
		}
		in.line(line, cells)
		return nil
	})
	if err != nil {
		return nil, err
	}
	switch {
	case len(in.Rows) == 0:
		return nil, errs.OnField("file", errs.Empty)
	case len(in.Entries) > pointconfig.MaxEntries:
		return nil, errs.OnField("file", errs.TooManyEntries, "max", pointconfig.MaxEntries)
	}
	return in.Book, nil
}

type reader struct {
	*Book
	form    Form
	zone    *time.Location
	keys    []string
	entries map[string]*Entry // by point and time
	seen    map[string]int    // lines by point, time and place
}

// headings identifies the columns in any language.
func (in *reader) headings(cells []string) error {
	known := map[string]string{}
	for _, language := range []string{"zh", "en", "zh-TW"} {
		for _, key := range in.form.keys() {
			known[strings.ToLower(in.form.Label(key, language))] = key
			known[strings.ToLower(key)] = key
		}
	}
	for i, cell := range cells {
		name := strings.ToLower(strings.TrimSpace(cell))
		key := known[name]
		switch {
		case name == "":
		case key == "":
			key = fmt.Sprintf("#%d", i+1)
			in.problem(1, key, errs.ColumnUnknown, nil)
		case slices.Contains(in.keys, key):
			key = fmt.Sprintf("#%d", i+1)
			in.problem(1, key, errs.Duplicate, nil)
		default:
			in.Columns = append(in.Columns, key)
		}
		in.keys = append(in.keys, key)
	}
	for _, key := range []string{KeyPoint, KeyTime} {
		if !slices.Contains(in.keys, key) {
			return errs.OnField("file", errs.ColumnMissing, "column", labels[key])
		}
	}
	return nil
}

// line reads one row. The row of the template, with a point and nothing else, is skipped.
func (in *reader) line(line int, cells []string) {
	row := Row{Line: line, Cells: map[string]string{}}
	for i, cell := range cells {
		if cell = strings.TrimSpace(cell); cell != "" && i < len(in.keys) && in.keys[i] != "" {
			row.Cells[in.keys[i]] = cell
		}
	}
	if _, named := row.Cells[KeyPoint]; len(row.Cells) == 0 || len(row.Cells) == 1 && named {
		return
	}
	in.Rows = append(in.Rows, row)
	target, there := in.form.Points[row.Cells[KeyPoint]]
	switch {
	case row.Cells[KeyPoint] == "":
		in.problem(line, KeyPoint, errs.Empty, nil)
	case !there:
		in.problem(line, KeyPoint, errs.PointMissing, nil)
	case !target.Fits:
		in.problem(line, KeyPoint, errs.TemplateCategory, nil)
	}
	at := in.time(row)
	values := map[string]float64{}
	for _, a := range in.form.fields() {
		if v, given := in.number(row, a.Name); given {
			values[a.Name] = v
		}
	}
	if len(values) == 0 {
		in.problem(line, in.form.fields()[0].Name, errs.Empty, nil)
	}
	place, placed := in.number(row, KeyPlace)
	key := fmt.Sprint(target.ID, " ", at)
	node := fmt.Sprint(key, " ", placed, " ", place)
	if before, again := in.seen[node]; again && at != 0 {
		in.problem(line, KeyTime, errs.SameLine, errs.Args{"line": before})
	}
	in.seen[node] = line
	e := in.entries[key]
	if e == nil {
		e = &Entry{PointID: target.ID, Reading: pointconfig.Reading{Time: at, Note: row.Cells[KeyNote]}}
		in.entries[key] = e
		in.Entries = append(in.Entries, e)
	}
	if note := row.Cells[KeyNote]; !strings.Contains(e.Reading.Note, note) { // of later rows of a run too
		e.Reading.Note += "; " + note
	}
	if placed {
		e.nodes = append(e.nodes, line)
		e.Reading.Nodes = append(e.Reading.Nodes, correction.NodeValue{Depth: &place, Values: values})
	} else {
		e.Reading.Values = values
	}
	e.lines = append(e.lines, line)
}

var thousands = regexp.MustCompile(`^[-+]?[1-9]\d{0,2},\d{3}$`)

func (in *reader) number(row Row, key string) (v float64, given bool) {
	cell := row.Cells[key]
	if cell == "" {
		return 0, false
	}
	// A comma before exactly three digits may separate thousands or decimals, so it is refused.
	v, err := strconv.ParseFloat(strings.Replace(cell, ",", ".", 1), 64)
	if err != nil || !reading.IsFinite(v) || thousands.MatchString(cell) {
		in.problem(row.Line, key, errs.NumberWanted, nil)
		v = 0
	}
	return v, true
}

// time returns the time of a row in UTC ms; 0 if it has none.
func (in *reader) time(row Row) int64 {
	cell := row.Cells[KeyTime]
	if cell == "" {
		in.problem(row.Line, KeyTime, errs.Empty, nil)
		return 0
	}
	if at, ok := spreadsheet.TimeOf(cell, in.zone); ok {
		return at
	}
	in.problem(row.Line, KeyTime, errs.ManualTime, nil)
	return 0
}

var ofRow = regexp.MustCompile(`^rows\[(\d+)\]\.(?:nodes\[(\d+)\]\.)?(?:values\.)?(.+)$`)

// Refuse adds the errors of the entries of a point, as the plan of manual readings names them.
func (b *Book) Refuse(entries []*Entry, err error) error {
	f, ok := errs.As(err)
	if err == nil || !ok || len(f.Fields) == 0 {
		return err
	}
	for _, field := range f.Fields {
		found := ofRow.FindStringSubmatch(field.Name)
		if found == nil {
			return err
		}
		i, _ := strconv.Atoi(found[1])
		node, _ := strconv.Atoi(found[2])
		lines, column := entries[i].lines, found[3]
		if found[2] != "" {
			lines = entries[i].nodes
		}
		switch {
		case column == "depth":
			column = KeyPlace
		case !slices.Contains(b.Columns, column):
			column = KeyTime
		}
		b.problem(lines[min(node, len(lines)-1)], column, field.Message, field.Args)
	}
	return nil
}
