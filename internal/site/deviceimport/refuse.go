package deviceimport

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/core/definition"
	"plumbline/internal/platform/errs"
)

var (
	refusedPath  = regexp.MustCompile(`^devices\[(\d+)\]\.(?:config\[(\d+)\]\.(?:value(?:\.|$))?)?(.*)$`)
	refusedEntry = regexp.MustCompile(`^(?:nodes|channels)\[(\d+)\]\.(?:excitation\.)?(.*)$`)
)

// block identifies a block of a device's configuration: the device by its index in the file.
type block struct {
	device int
	aspect definition.DeviceAspect
}

// origin is the place of a block on another sheet: the line of each entry.
type origin struct {
	sheet int
	lines []int
}

// place is a cell, with a path for cells of JSON.
type place struct {
	sheet  int
	line   int
	column string
	within string
}

// Refuse turns errors of the device rules about rows into problems of the cells concerned. Any other error is
// returned.
func (b *Book) Refuse(err error) error {
	f, ok := errs.As(err)
	if err == nil || !ok || len(f.Fields) == 0 {
		return err
	}
	known := map[place]bool{}
	for _, p := range b.Problems {
		known[place{sheet: sheetOf(p.Sheet), line: p.Line, column: p.Column}] = true
	}
	for _, field := range f.Fields {
		found := refusedPath.FindStringSubmatch(field.Name)
		if found == nil {
			return err
		}
		i, _ := strconv.Atoi(found[1]) // digits
		if i >= len(b.Rows) {
			return err
		}
		args := field.Args
		if row, ok := args["row"].(int); ok { // an index in the batch; people count rows in the sheet
			args = errs.Args{"row": b.Rows[row-1].Line}
		}
		var aspect definition.DeviceAspect
		if found[2] != "" {
			n, _ := strconv.Atoi(found[2])
			aspect = definition.DeviceAspect(b.Devices[i].Config[n].Aspect)
		}
		for _, at := range b.placesOf(i, aspect, found[3]) {
			cell := place{sheet: at.sheet, line: at.line, column: at.column}
			if known[cell] {
				continue // one reason is enough, and unreadable values come first
			}
			known[cell] = true
			b.Problems = append(b.Problems, Problem{
				Sheet: sheets[at.sheet].name.Zh, Line: at.line, Column: at.column, Within: at.within, Message: field.Message, Args: args,
			})
		}
	}
	b.sort()
	return nil
}

// sort orders the problems as in the file.
func (b *Book) sort() {
	slices.SortStableFunc(b.Problems, func(a, c Problem) int {
		return cmp.Or(cmp.Compare(sheetOf(a.Sheet), sheetOf(c.Sheet)), cmp.Compare(a.Line, c.Line), cmp.Compare(b.columnNo(a), b.columnNo(c)))
	})
}

// columnNo returns the number of the problem's column in its sheet; 0 if it is missing.
func (b *Book) columnNo(p Problem) int {
	if number, ok := strings.CutPrefix(p.Column, nameless); ok {
		no, _ := strconv.Atoi(number)
		return no
	}
	return b.places[p.Sheet][p.Column]
}

func sheetOf(name string) int {
	return slices.IndexFunc(sheets, func(s sheet) bool { return s.name.Zh == name })
}

// placesOf returns the cells of a field of a device or of one of its blocks.
func (b *Book) placesOf(i int, aspect definition.DeviceAspect, field string) []place {
	row := b.Rows[i]
	on := func(column string) []place { return []place{{line: row.Line, column: column}} }
	if from, further := b.origins[block{i, aspect}]; further {
		if from.sheet == blockSheet && field == "aspect" {
			return []place{{sheet: blockSheet, line: from.lines[0], column: field}}
		}
		if from.sheet == blockSheet {
			return []place{{sheet: blockSheet, line: from.lines[0], column: keyValue, within: field}}
		}
		if entry := refusedEntry.FindStringSubmatch(field); entry != nil {
			n, _ := strconv.Atoi(entry[1])
			return []place{{sheet: from.sheet, line: from.lines[n], column: sheets[from.sheet].columnNamed(entry[2])}}
		}
		if aspect != definition.AspectGeometry || field == "nodes" { // about all entries together
			var all []place
			for _, line := range from.lines {
				all = append(all, place{sheet: from.sheet, line: line, column: keySN})
			}
			return all
		}
	}
	switch {
	case field == "projectId":
		return on(keyProject)
	case field == "kind":
		return on(keyType)
	case aspect == definition.AspectCoefficients:
		if name, ok := strings.CutPrefix(field, "values."); ok {
			return on(coefficient + name)
		}
	case aspect == definition.AspectGeometry && strings.HasPrefix(field, "nodes"):
		return on(keyNodes)
	}
	return on(sheets[deviceSheet].columnNamed(field))
}

// columnNamed returns the column of a field of the rules; the serial number's for fields without a column.
func (s sheet) columnNamed(field string) string {
	if field == "isUsed" {
		field = "used"
	}
	for _, c := range s.columns {
		if c.key == field {
			return field
		}
	}
	return keySN
}
