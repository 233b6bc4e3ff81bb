// Package acmeline decodes the lines of a simple gauge: UTC ms, then name=value pairs, separated by spaces.
//
//	1795134600000 depth=12.5 temp=8.1
package acmeline

import (
	"bytes"
	"math"
	"strconv"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

const name = "acmeline"

func init() {
	protocol.Register(protocol.Family{
		Name:  name,
		Codes: []string{"DT"},
		Label: i18n.Label{Zh: "水尺文本协议", En: "Gauge lines", Tw: "水尺文字協定"},
		NewDecoder: func() protocol.Decoder {
			return &decoder{columns: protocol.NewColumnBuilder(protocol.NewColumnCache())}
		},
	})
}

type decoder struct{ columns protocol.ColumnBuilder }

// Decode reads one record a line.
func (d *decoder) Decode(frame []byte, _ any, into *protocol.Message) error {
	into.Reset()
	into.List = "lines"
	for line := range bytes.Lines(frame) {
		if err := d.line(bytes.TrimSpace(line), into); err != nil {
			return err
		}
		into.Items++
	}
	return nil
}

func (d *decoder) line(line []byte, into *protocol.Message) error {
	place := "lines[" + strconv.Itoa(into.Items) + "]"
	cells := bytes.Split(line, []byte{' '})
	at, err := strconv.ParseInt(string(cells[0]), 10, 64)
	if err != nil || len(cells) == 1 {
		return errs.OnField(place, errs.FormatWrong)
	}
	d.columns.Begin()
	for _, cell := range cells[1:] {
		field, number, _ := bytes.Cut(cell, []byte{'='})
		v, err := strconv.ParseFloat(string(number), 64)
		if err != nil || math.IsInf(v, 0) || math.IsNaN(v) || !protocol.FieldName(string(field)) {
			return errs.OnField(place, errs.FormatWrong)
		}
		d.columns.Add(0, field, v)
	}
	columns, bad := d.columns.Columns()
	if bad != nil {
		return errs.OnField(place, bad.Message, bad.Args...)
	}
	into.Readings = append(into.Readings, protocol.Reading{
		Time: at, HasTime: true, Item: int32(into.Items), Columns: columns, Values: into.Hold(d.columns.Values()),
	})
	return nil
}
