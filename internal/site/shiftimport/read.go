package shiftimport

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/catalog"
	"plumbline/internal/core/correction"
	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/spreadsheet"
)

const maxNote = 500 // characters

// Read reads a filled-in form. Times are in a zone. Errors of the file as a whole are returned; errors in cells are in
// Problems.
func Read(ctx context.Context, data []byte, targets []Target, zone *time.Location) (*Book, error) {
	return spreadsheet.OneAtATime(ctx, func() (*Book, error) { return read(data, targets, zone) })
}

func read(data []byte, targets []Target, zone *time.Location) (*Book, error) {
	in := reader{Book: &Book{places: map[string]int{}}, targets: map[string]*Target{}, zone: zone, seen: map[string]int{}}
	for i := range targets {
		in.targets[targets[i].Name] = &targets[i]
	}
	err := spreadsheet.EachRow(data, maxLines, func(line int, cells []string) error {
		if line == 1 {
			return in.headings(cells, targets)
		}
		in.line(line, cells)
		return nil
	})
	if err != nil {
		return nil, err
	}
	switch {
	case len(in.Rows) == 0:
		return nil, errs.OnField("file", errs.AmountsNone)
	case len(in.Rows) > MaxRecords:
		return nil, errs.OnField("file", errs.TooManyItems, "max", MaxRecords)
	}
	return in.Book, nil
}

type reader struct {
	*Book
	keys    []string
	targets map[string]*Target
	zone    *time.Location
	seen    map[string]int // lines by point, node and time
}

// headings identifies the columns in any language.
func (in *reader) headings(cells []string, targets []Target) error {
	known := map[string]string{}
	for _, language := range []string{"zh", "en", "zh-TW"} {
		for key := range labels {
			known[strings.ToLower(Label(key, language, targets))] = key
		}
		for _, t := range targets {
			for _, c := range t.Columns {
				if shown, ok := catalog.Field(t.Measurement, c.Field); ok {
					known[strings.ToLower(heading(shown, language))] = c.Field
				}
				known[strings.ToLower(c.Field)] = c.Field
			}
		}
	}
	for i, cell := range cells {
		key := known[strings.ToLower(strings.TrimSpace(cell))]
		switch {
		case strings.TrimSpace(cell) == "":
		case key == "":
			key = fmt.Sprintf("#%d", i+1)
			in.problem(1, key, errs.ColumnUnknown, nil)
		case slices.Contains(in.keys, key):
			key = fmt.Sprintf("#%d", i+1)
			in.problem(1, key, errs.Duplicate, nil)
		case key == keyReasons:
		default:
			in.Columns = append(in.Columns, key)
		}
		if key != "" {
			in.places[key] = i + 1
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

// line reads one row; rows without a value are skipped.
func (in *reader) line(line int, cells []string) {
	row := Row{Line: line, Cells: map[string]string{}}
	values := 0
	for i, cell := range cells {
		if cell = strings.TrimSpace(cell); cell == "" || i >= len(in.keys) || in.keys[i] == "" {
			continue
		}
		if in.keys[i] == keyReasons {
			continue
		}
		row.Cells[in.keys[i]] = cell
		if _, own := labels[in.keys[i]]; !own && !strings.HasPrefix(in.keys[i], "#") {
			values++
		}
	}
	if len(row.Cells) == 0 {
		return
	}
	if values == 0 {
		in.Skipped++
		return
	}
	in.Rows = append(in.Rows, row)
	made := correction.Correction{Kind: correction.InitShift, From: in.time(row), Values: map[string]float64{}, Note: row.Cells[KeyNote]}
	if len([]rune(made.Note)) > maxNote {
		in.problem(line, KeyNote, errs.TooLong, errs.Args{"max": maxNote})
	}
	node, noded := in.node(row)
	target := in.targets[row.Cells[KeyPoint]]
	if target == nil {
		in.problem(line, KeyPoint, errs.MustExist, nil)
	} else {
		made.PointID = target.ID
		if !slices.Contains(target.nodes(), node) {
			in.problem(line, KeyNode, errs.MustExist, nil)
			target = nil
		}
	}
	if noded {
		made.Nodes = []int32{node}
	}
	for _, key := range in.Columns {
		cell := row.Cells[key]
		if _, own := labels[key]; own || cell == "" {
			continue
		}
		v, err := strconv.ParseFloat(cell, 64)
		switch {
		case err != nil || !reading.IsFinite(v):
			in.problem(line, key, errs.NumberWanted, nil)
		case target != nil && !target.takes(key, node):
			in.problem(line, key, errs.NoShiftHere, nil)
		default:
			made.Values[key] = v
		}
	}
	at := fmt.Sprint(made.PointID, " ", node, " ", made.From)
	if before, again := in.seen[at]; again && made.PointID != 0 && made.From != 0 {
		in.problem(line, KeyPoint, errs.SameLine, errs.Args{"line": before})
	}
	in.seen[at] = line
	in.Corrections = append(in.Corrections, made)
}

func (in *reader) node(row Row) (node int32, given bool) {
	cell := row.Cells[KeyNode]
	if cell == "" {
		return 0, false
	}
	n, err := strconv.ParseInt(strings.TrimSuffix(cell, ".0"), 10, 32)
	if err != nil {
		in.problem(row.Line, KeyNode, errs.NumberWanted, nil)
	}
	return int32(n), true
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

// Refuse adds the errors of the correction rules about a row.
func (b *Book) Refuse(i int, err error) error {
	f, ok := errs.As(err)
	if err == nil || !ok || len(f.Fields) == 0 {
		return err
	}
	line := b.Rows[i].Line
	for _, field := range f.Fields {
		column := KeyPoint
		switch name, isValue := strings.CutPrefix(field.Name, "values."); {
		case isValue:
			column = name
		case field.Name == "from":
			column = KeyTime
		case field.Name == "note":
			column = KeyNote
		}
		if !slices.ContainsFunc(b.Problems, func(p Problem) bool { return p.Line == line && (p.Column == column || field.Name == "values") }) {
			b.problem(line, column, field.Message, field.Args)
		}
	}
	return nil
}
