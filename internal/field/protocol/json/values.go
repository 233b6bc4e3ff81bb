package json

import (
	"bytes"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// values decodes {"temp":18.6, …} as fields of node 0.
func (d *Decoder) values(into *protocol.ColumnBuilder) *wrong {
	if w := d.open('{'); w != nil {
		return w
	}
	for n := 0; ; n++ {
		done, w := d.next(n == 0, '}')
		if w != nil || done {
			return w
		}
		if n == reading.MaxFieldsPerNode {
			return refuse(errs.ReadingLimits, "nodes", reading.MaxNodes, "fields", reading.MaxFieldsPerNode)
		}
		name, value, there, w := d.field()
		if w != nil {
			return w
		}
		if there {
			into.Add(0, name, value)
		}
	}
}

// field decodes one name and its number. Names are checked when their column list is new.
func (d *Decoder) field() (name []byte, value float64, there bool, w *wrong) {
	name, plain, w := d.key()
	if w != nil {
		return nil, 0, false, w
	}
	if !plain || len(name) > protocol.MaxFieldName || bytes.IndexByte(name, 0) >= 0 {
		return nil, 0, false, refuse(errs.FormatWrong).under(shown(name))
	}
	value, there, w = d.number()
	if w != nil {
		return nil, 0, false, w.under(shown(name))
	}
	return name, value, there, nil
}

// shown makes a name from outside safe for messages.
func shown(name []byte) string {
	if len(name) > protocol.MaxFieldName {
		name = name[:protocol.MaxFieldName]
	}
	return string(name)
}

// nodes decodes [{"no":1,"angleX":0.944,…},…].
func (d *Decoder) nodes(into *protocol.ColumnBuilder) *wrong {
	if d.peek() == 'n' {
		return d.literal("null")
	}
	if w := d.open('['); w != nil {
		return w
	}
	for i := 0; ; i++ {
		done, w := d.next(i == 0, ']')
		if w != nil || done {
			return w
		}
		if i == reading.MaxNodes {
			return refuse(errs.ReadingLimits, "nodes", reading.MaxNodes, "fields", reading.MaxFieldsPerNode)
		}
		if w := d.node(into); w != nil {
			return w.at(i)
		}
	}
}

func (d *Decoder) node(into *protocol.ColumnBuilder) *wrong {
	no, _, w := d.numbered(1, maxNode, nil)
	if w != nil {
		return w
	}
	for _, f := range d.fields {
		into.Add(int32(no), f.name, f.value)
	}
	return nil
}

// channels decodes [{"no":1,"freq":2671.8,…},…]; each entry is a reading.
func (d *Decoder) channels(item int32) *wrong {
	if d.peek() == 'n' {
		return d.literal("null")
	}
	if w := d.open('['); w != nil {
		return w
	}
	for i := 0; ; i++ {
		done, w := d.next(i == 0, ']')
		if w != nil || done {
			return w
		}
		if i == reading.MaxNodes {
			return refuse(errs.TooManyEntries, "max", reading.MaxNodes)
		}
		if w := d.oneChannel(item); w != nil {
			return w.at(i)
		}
	}
}

func (d *Decoder) oneChannel(item int32) *wrong {
	d.channel.Begin()
	no, nodes, w := d.numbered(1, maxChannel, &d.channel)
	if w != nil {
		return w
	}
	for _, f := range d.fields {
		d.channel.Add(0, f.name, f.value)
	}
	if d.channel.Len() == 0 {
		return nil // all values were null
	}
	columns, bad := d.channel.Columns()
	if bad != nil {
		if bad.Column.Node == 0 && !nodes {
			return refuse(bad.Message, bad.Args...).under(bad.Column.Field)
		}
		return badColumn(bad)
	}
	d.into.Readings = append(d.into.Readings, protocol.Reading{
		Channel: int32(no), Item: item,
		Columns: columns, Values: d.into.Hold(d.channel.Values()),
	})
	return nil
}

// numbered decodes an object with "no" and fields into d.fields; for a channel (inner is not nil) also its nodes.
func (d *Decoder) numbered(min, max int64, inner *protocol.ColumnBuilder) (no int64, nodes bool, w *wrong) {
	if w := d.open('{'); w != nil {
		return 0, false, w
	}
	d.fields = d.fields[:0]
	numbered := false
	for first := true; ; first = false {
		done, w := d.next(first, '}')
		if w != nil {
			return 0, false, w
		}
		if done {
			break
		}
		before := d.pos
		name, _, w := d.key()
		if w != nil {
			return 0, false, w
		}
		switch {
		case string(name) == "no":
			if numbered {
				return 0, false, refuse(errs.Duplicate).under("no")
			}
			if no, numbered, w = d.integer(min, max); w != nil {
				return 0, false, w.under("no")
			}
		case string(name) == "nodes" && inner != nil:
			if nodes {
				return 0, false, refuse(errs.Duplicate).under("nodes")
			}
			nodes = true
			kept := d.fields
			d.fields = d.fields[len(d.fields):]
			w := d.nodes(inner)
			d.fields = kept
			if w != nil {
				return 0, false, w.under("nodes")
			}
		default:
			d.pos = before
			name, value, there, w := d.field()
			if w != nil {
				return 0, false, w
			}
			if !there {
				continue
			}
			if len(d.fields) == reading.MaxFieldsPerNode {
				return 0, false, refuse(errs.ReadingLimits, "nodes", reading.MaxNodes, "fields", reading.MaxFieldsPerNode)
			}
			d.fields = append(d.fields, field{name, value})
		}
	}
	if !numbered {
		return 0, false, refuse(errs.Empty).under("no")
	}
	return no, nodes, nil
}
