// Package table is the form in which rows of a logger's file travel to stage 1: as
// frames like any other, so that there is one way into the raw series. Lines of text:
//
//	table 1
//	0.voltage,1.freq,1.temp,2/3.angleX      channel.field, or channel/node.field
//	1795134600000,12.60,2671.7,15.8,NaN     UTC ms, then a number a column
//	1795138200000,12.61,,15.9,0.5           nothing: not measured; NaN: measured, invalid
//
// The values of a row that belong to one channel are one reading.
package table

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"unsafe"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// MaxRows and MaxColumns bound one frame.
const (
	MaxRows    = 1 << 14
	MaxColumns = 4096

	head       = "table 1\n"
	maxChannel = protocol.MaxChannel
	maxNode    = protocol.MaxNode
)

func init() {
	protocol.Register(protocol.Family{
		Name:       protocol.Files,
		Label:      i18n.Label{Zh: "文件数据行", En: "Rows of files", Tw: "檔案資料列"},
		NewDecoder: func() protocol.Decoder { return NewDecoder() },
		Simulate:   simulate,
	})
}

// simulate encodes a frame with one row.
func simulate(s protocol.Sample) []byte {
	b := NewBuilder(s.Targets)
	values := slices.Clone(s.Values)
	for i, v := range values {
		if !reading.IsFinite(v) {
			values[i] = reading.Missing
		}
	}
	b.Row(s.Time, values)
	return b.Bytes()
}

// Column is the target of a column's numbers.
type Column = protocol.Target

// Builder encodes a frame.
type Builder struct{ text []byte }

// NewBuilder starts a frame.
func NewBuilder(columns []Column) *Builder {
	b := &Builder{text: []byte(head)}
	for i, c := range columns {
		if i > 0 {
			b.text = append(b.text, ',')
		}
		b.text = strconv.AppendInt(b.text, int64(c.Channel), 10)
		if c.Node != 0 {
			b.text = append(b.text, '/')
			b.text = strconv.AppendInt(b.text, int64(c.Node), 10)
		}
		b.text = append(b.text, '.')
		b.text = append(b.text, c.Field...)
	}
	b.text = append(b.text, '\n')
	return b
}

// Row adds a row: UTC ms, and one value per column, or reading.Missing.
func (b *Builder) Row(at int64, values []float64) {
	b.text = strconv.AppendInt(b.text, at, 10)
	for _, v := range values {
		b.text = append(b.text, ',')
		switch {
		case reading.IsMissing(v):
		case !reading.IsFinite(v):
			b.text = append(b.text, "NaN"...)
		default:
			b.text = strconv.AppendFloat(b.text, v, 'g', -1, 64)
		}
	}
	b.text = append(b.text, '\n')
}

// Len returns the size of the frame so far.
func (b *Builder) Len() int { return len(b.text) }

// Bytes returns the frame.
func (b *Builder) Bytes() []byte { return b.text }

// Decoder decodes frames.
type Decoder struct {
	builder protocol.ColumnBuilder
	columns []Column
	order   []int // columns by channel, in their order
	values  []float64
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// Decode sets the Item of a reading to its row number.
func (d *Decoder) Decode(frame []byte, _ any, into *protocol.Message) error {
	into.Reset()
	into.List = "rows"
	rest, ok := bytes.CutPrefix(frame, []byte(head))
	if !ok {
		return errs.New(errs.ReadingInvalid, "reason", "not a table")
	}
	line, rest := cutLine(rest)
	if err := d.header(line); err != nil {
		return err
	}
	for row := 0; len(rest) > 0; row++ {
		if row == MaxRows {
			return errs.OnField("rows", errs.TooManyEntries, "max", MaxRows)
		}
		line, rest = cutLine(rest)
		if err := d.row(line, row, into); err != nil {
			return err
		}
		into.Items++
	}
	return nil
}

func cutLine(text []byte) (line, rest []byte) {
	line, rest, _ = bytes.Cut(text, []byte{'\n'})
	return line, rest
}

func (d *Decoder) header(line []byte) error {
	d.columns = d.columns[:0]
	for cell := range bytes.SplitSeq(line, []byte{','}) {
		if len(d.columns) == MaxColumns {
			return errs.OnField("columns", errs.TooManyEntries, "max", MaxColumns)
		}
		place, field, _ := bytes.Cut(cell, []byte{'.'})
		channel, node, numbered := bytes.Cut(place, []byte{'/'})
		c := Column{Field: string(field)}
		no, err := strconv.ParseUint(string(channel), 10, 31)
		c.Channel = int32(no)
		if numbered && err == nil {
			no, err = strconv.ParseUint(string(node), 10, 31)
			c.Node = int32(no)
		}
		if err != nil || c.Channel > maxChannel || c.Node > maxNode || numbered && c.Node == 0 || !protocol.FieldName(c.Field) {
			return errs.OnField("columns["+strconv.Itoa(len(d.columns))+"]", errs.FormatWrong)
		}
		d.columns = append(d.columns, c)
	}
	d.order = d.order[:0]
	for i := range d.columns {
		d.order = append(d.order, i)
	}
	// Stable sort by channel; there are few columns, mostly in order.
	for i := 1; i < len(d.order); i++ {
		for k := i; k > 0 && d.columns[d.order[k]].Channel < d.columns[d.order[k-1]].Channel; k-- {
			d.order[k], d.order[k-1] = d.order[k-1], d.order[k]
		}
	}
	return nil
}

func (d *Decoder) row(line []byte, row int, into *protocol.Message) error {
	place := func() string { return "rows[" + strconv.Itoa(row) + "]" }
	stamp, cells, _ := bytes.Cut(line, []byte{','})
	at, err := strconv.ParseInt(text(stamp), 10, 64)
	if err != nil {
		return errs.OnField(place()+".t", errs.FormatWrong)
	}
	d.values = d.values[:0]
	for i := range d.columns {
		cell, rest, more := bytes.Cut(cells, []byte{','})
		if more != (i < len(d.columns)-1) {
			return errs.OnField(place(), errs.FormatWrong)
		}
		cells = rest
		v := reading.Missing
		switch {
		case len(cell) == 0:
		case string(cell) == "NaN":
			v = math.NaN()
		default:
			if v, err = strconv.ParseFloat(text(cell), 64); err != nil || !reading.IsFinite(v) {
				return errs.OnField(place()+"."+d.columns[i].Field, errs.NotFinite)
			}
		}
		d.values = append(d.values, v)
	}
	for start := 0; start < len(d.order); {
		channel := d.columns[d.order[start]].Channel
		d.builder.Begin()
		end := start
		for ; end < len(d.order) && d.columns[d.order[end]].Channel == channel; end++ {
			c := d.columns[d.order[end]]
			if v := d.values[d.order[end]]; !reading.IsMissing(v) {
				d.builder.Add(c.Node, []byte(c.Field), v)
			}
		}
		start = end
		if d.builder.Len() == 0 {
			continue
		}
		columns, bad := d.builder.Columns()
		if bad != nil {
			return errs.OnField("columns."+bad.Column.Field, bad.Message, bad.Args...)
		}
		into.Readings = append(into.Readings, protocol.Reading{
			Channel: channel, Item: int32(row), Time: at, HasTime: true, History: true,
			Columns: columns, Values: into.Hold(d.builder.Values()),
		})
	}
	return nil
}

// text views bytes as a string for the number parsers, which keep no reference.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// Acceptable reports whether a column can be written.
func Acceptable(c Column) bool {
	return c.Channel >= 0 && c.Channel <= maxChannel && c.Node >= 0 && c.Node <= maxNode && protocol.FieldName(c.Field)
}
