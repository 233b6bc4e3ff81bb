package deviceimport

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/device"
	"plumbline/internal/fault"
)

var refusedPath = regexp.MustCompile(`^devices\[(\d+)\]\.(?:config\[(\d+)\]\.(?:value\.)?)?(.*)$`)

// Refuse takes over what the rules of devices say about the rows: each refusal becomes a
// problem of a cell. Any other error comes back.
func (b *Book) Refuse(err error) error {
	f, ok := fault.As(err)
	if err == nil || !ok || len(f.Fields) == 0 {
		return err
	}
	known := map[string]bool{}
	for _, p := range b.Problems {
		known[strconv.Itoa(p.Line)+p.Column] = true
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
		if row, ok := args["row"].(int); ok { // counted in the batch; people count in the sheet
			args = fault.Args{"row": b.Rows[row-1].Line}
		}
		aspect := ""
		if found[2] != "" {
			n, _ := strconv.Atoi(found[2])
			aspect = b.Devices[i].Config[n].Aspect
		}
		column := b.columnOf(aspect, found[3])
		cell := strconv.Itoa(b.Rows[i].Line) + column
		if known[cell] {
			continue // one reason is enough, and what could not be read goes first
		}
		known[cell] = true
		b.problem(sheets[deviceSheet], b.Rows[i].Line, column, field.Message, args)
	}
	slices.SortStableFunc(b.Problems, func(a, c Problem) int { return a.Line - c.Line })
	return nil
}

// columnOf is the column that a refused field stands in.
func (b *Book) columnOf(aspect, field string) string {
	switch {
	case field == "projectId":
		return keyProject
	case field == "kind":
		return keyType
	case device.Aspect(aspect) == device.AspectCoefficients:
		if name, ok := strings.CutPrefix(field, "values."); ok {
			return coefficient + name
		}
	case device.Aspect(aspect) == device.AspectGeometry && strings.HasPrefix(field, "nodes"):
		return keyNodes
	}
	for _, c := range columns {
		if c.key == field {
			return field
		}
	}
	return keySN // of the device as a whole, or of its rows on another sheet
}
