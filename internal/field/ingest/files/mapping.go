package files

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/field/protocol/loggerfile"
)

// propose returns a field for a column: a field of the device with the same name, else a name derived from the
// column's. taken are the fields of other columns.
func propose(column string, fields []string, taken map[string]bool) (field string, known bool) {
	for _, f := range fields {
		if strings.EqualFold(f, strings.TrimSpace(column)) && !taken[f] {
			return f, true
		}
	}
	name := FieldOf(column)
	for n := 2; taken[name]; n++ {
		name = fmt.Sprintf("%s_%d", FieldOf(column), n)
	}
	return name, false
}

// mappingsOf maps the numeric columns to the proposed fields of the device itself.
func mappingsOf(columns []PreviewColumn) []loggerfile.Mapping {
	list := []loggerfile.Mapping{}
	for i, c := range columns {
		if c.Field != "" {
			list = append(list, loggerfile.Mapping{Column: i, Field: c.Field, Unit: c.Unit})
		}
	}
	return list
}

// FieldOf derives a field name from a column name: VW_Freq(1) becomes VW_Freq_1.
func FieldOf(column string) string {
	var out strings.Builder
	for _, r := range column {
		switch {
		case r < 128 && (r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9'):
			out.WriteRune(r)
		case out.Len() > 0 && !strings.HasSuffix(out.String(), "_"):
			out.WriteByte('_')
		}
	}
	name := strings.TrimRight(out.String(), "_")
	if name == "" || name[0] >= '0' && name[0] <= '9' || name[0] == '_' {
		name = "c" + name
	}
	const room = 4 // for a number that makes it unique
	return name[:min(len(name), protocol.MaxFieldName-room)]
}

// ParseMapping parses the mapping of columns as written on a command line:
//
//	"VW_Freq(1)=1.freq,VW_Temp(1)=1.temp,#6=2/3.angleX,#7:2=ix,#8=3.level[cm]*0.01+1.5"
//
// On the left is the name of a column or its number from 1, with :n for the n-th entry of a
// list in the cell. On the right is channel.field, channel/node.field or a field of the device
// itself, with optional unit, factor and offset.
func ParseMapping(columns []PreviewColumn, text string) ([]loggerfile.Mapping, error) {
	var list []loggerfile.Mapping
	for pair := range strings.SplitSeq(text, ",") {
		cut := strings.LastIndexByte(pair, '=')
		if cut < 0 {
			return nil, fmt.Errorf("%q: write column=field", pair)
		}
		m, err := parseTarget(strings.TrimSpace(pair[cut+1:]))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", pair, err)
		}
		if m.Column, m.Part, err = findColumn(columns, strings.TrimSpace(pair[:cut])); err != nil {
			return nil, fmt.Errorf("%q: %w", pair, err)
		}
		list = append(list, m)
	}
	return list, nil
}

func findColumn(columns []PreviewColumn, name string) (column, part int, err error) {
	for i, c := range columns {
		if c.Name == name {
			return i, 0, nil
		}
	}
	if i := strings.LastIndexByte(name, ':'); i > 0 {
		if part, err = strconv.Atoi(name[i+1:]); err != nil || part < 1 {
			return 0, 0, fmt.Errorf("%q is not the number of an entry", name[i+1:])
		}
		column, _, err = findColumn(columns, name[:i])
		return column, part, err
	}
	if number, ok := strings.CutPrefix(name, "#"); ok {
		if column, err = strconv.Atoi(number); err == nil && column >= 1 && column <= len(columns) {
			return column - 1, 0, nil
		}
	}
	names := make([]string, len(columns))
	for i, c := range columns {
		names[i] = c.Name
	}
	return 0, 0, fmt.Errorf("no column %q; there are %s", name, strings.Join(names, ", "))
}

// scaled is a target with unit, factor and offset.
var scaled = regexp.MustCompile(`^([^\[*+-]+)(?:\[([^\]]*)\])?(?:\*(-?[0-9.]+(?:[eE][+-]?[0-9]+)?))?([+-][0-9.]+(?:[eE][+-]?[0-9]+)?)?$`)

func parseTarget(text string) (m loggerfile.Mapping, err error) {
	parts := scaled.FindStringSubmatch(text)
	if parts == nil {
		return m, fmt.Errorf("write field, channel.field or channel/node.field, with [unit], *factor and +offset behind it")
	}
	if m, err = parsePlace(parts[1]); err != nil {
		return m, err
	}
	m.Unit = parts[2]
	for i, into := range []*float64{&m.Factor, &m.Offset} {
		if number := parts[3+i]; number != "" {
			if *into, err = strconv.ParseFloat(number, 64); err != nil {
				return m, fmt.Errorf("%q is not a number", number)
			}
		}
	}
	return m, nil
}

func parsePlace(text string) (m loggerfile.Mapping, err error) {
	place, field, numbered := strings.Cut(text, ".")
	if !numbered {
		m.Field = text
		return m, nil
	}
	m.Field = field
	channel, node, hasNode := strings.Cut(place, "/")
	no, err := strconv.ParseInt(channel, 10, 32)
	m.Channel = int32(no)
	if err == nil && hasNode {
		no, err = strconv.ParseInt(node, 10, 32)
		m.Node = int32(no)
	}
	if err != nil {
		return m, fmt.Errorf("write channel.field or channel/node.field")
	}
	return m, nil
}

// ParseTimeColumns parses the time columns of a command line: "Date=date:DD/MM/YYYY,#2=timeOfDay:HH:mm". A format with
// a comma needs a layout file.
func ParseTimeColumns(columns []PreviewColumn, text string) ([]loggerfile.TimeColumn, error) {
	var list []loggerfile.TimeColumn
	for pair := range strings.SplitSeq(text, ",") {
		cut := strings.LastIndexByte(pair, '=')
		if cut < 0 {
			return nil, fmt.Errorf("%q: write column=role or column=role:format", pair)
		}
		role, format, _ := strings.Cut(strings.TrimSpace(pair[cut+1:]), ":")
		if !slices.Contains(loggerfile.Roles(), role) {
			return nil, fmt.Errorf("%q: the roles are %s", pair, strings.Join(loggerfile.Roles(), ", "))
		}
		column, _, err := findColumn(columns, strings.TrimSpace(pair[:cut]))
		if err != nil {
			return nil, fmt.Errorf("%q: %w", pair, err)
		}
		list = append(list, loggerfile.TimeColumn{Column: column, Role: role, Format: format})
	}
	return list, nil
}
