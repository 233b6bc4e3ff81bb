package sl651

import (
	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// array keeps the twelve values of an hour: rain in 0.1 mm, FF missing; levels in 0.01 m, FFFF missing.
func (d *Decoder) array(id int, data []byte) error {
	at := id - idRain
	if d.present[at] {
		return errs.OnField(elementName(id), errs.Duplicate)
	}
	d.present[at] = true
	scale := d.profile.elements[id].scale
	for i := range d.arrays[at] {
		raw, missing, decimals := int(data[i]), 0xFF, 10.0
		if id != idRain {
			raw, missing, decimals = 0, 0xFFFF, 100
			if 2*i+1 < len(data) {
				raw = int(data[2*i])<<8 | int(data[2*i+1])
			}
		}
		v := float64(raw) / decimals * scale
		if raw == missing || !reading.IsFinite(v) {
			v = reading.Missing
		}
		d.arrays[at][i] = v
	}
	return nil
}

// add adds a value to the observation. If two elements have the same field, the one with the lower identifier has it:
// a station that sends both 39 and 3B measures the level with 39.
func (d *Decoder) add(id int, v float64) error {
	field := d.field(id)
	for i := range d.values {
		if d.values[i].field != field {
			continue
		}
		if d.values[i].id == id {
			return errs.OnField(elementName(id), errs.Duplicate)
		}
		if d.values[i].id < id {
			field = elementName(id)
		} else {
			d.values[i].field = elementName(d.values[i].id)
		}
		break
	}
	return d.keep(value{id, field, v})
}

func (d *Decoder) keep(v value) error {
	if len(d.values) == reading.MaxFieldsPerNode {
		return errs.New(errs.ReadingLimits, "nodes", reading.MaxNodes, "fields", reading.MaxFieldsPerNode)
	}
	d.values = append(d.values, v)
	return nil
}

// field returns the field of an element.
func (d *Decoder) field(id int) string {
	if e, known := d.profile.elements[id]; known {
		return e.field
	}
	return elementName(id)
}

// scale returns what the numbers of an element are multiplied by.
func (d *Decoder) scale(id int) float64 {
	if e, known := d.profile.elements[id]; known {
		return e.scale
	}
	return 1
}

// scaled returns a number in the unit of its field.
func (d *Decoder) scaled(id int, v float64) float64 {
	if v *= d.scale(id); !reading.IsFinite(v) {
		return reading.Missing
	}
	return v
}

// repeat makes a reading of the value after some steps.
func (d *Decoder) repeat(id, steps int, v float64) error {
	if steps == 0 {
		if err := d.flush(); err != nil {
			return err
		}
	}
	d.builder.Begin()
	d.column(d.field(id), v)
	return d.emit(d.time + int64(steps)*d.interval)
}

// flush ends the observation: one reading, and with arrays one for every 5 minutes of the hour before it.
func (d *Decoder) flush() error {
	arrays, merged := d.present != [9]bool{}, false
	last := d.time - d.time%fiveMinutes
	for i := 0; arrays && i < slots; i++ {
		at := last - int64(slots-1-i)*fiveMinutes
		d.builder.Begin()
		measured := false
		for id, there := range d.present {
			if there {
				v := d.arrays[id][i]
				measured = measured || !reading.IsMissing(v)
				d.column(d.profile.elements[id+idRain].field, v)
			}
		}
		if at == d.time && len(d.values) > 0 {
			merged, measured = true, true
			d.columns()
		}
		if !measured {
			continue
		}
		if err := d.emit(at); err != nil {
			return err
		}
	}
	if !merged && len(d.values) > 0 {
		d.builder.Begin()
		d.columns()
		if err := d.emit(d.time); err != nil {
			return err
		}
	}
	d.values, d.present = d.values[:0], [9]bool{}
	return nil
}

func (d *Decoder) columns() {
	for _, v := range d.values {
		d.column(v.field, v.v)
	}
}

// column adds a column to the current reading.
func (d *Decoder) column(field string, v float64) { d.builder.Add(0, view(field), v) }

// emit ends the current reading.
func (d *Decoder) emit(at int64) error {
	if len(d.into.Readings) == maxReadings {
		return errs.New(errs.TooManyItems, "max", maxReadings)
	}
	if !d.timed && at != d.time {
		return errs.OnField("el_F0", errs.Empty) // values at other times than now
	}
	columns, bad := d.builder.Columns()
	if bad != nil {
		return errs.OnField(bad.Column.Field, bad.Message, bad.Args...)
	}
	d.into.Readings = append(d.into.Readings, protocol.Reading{
		Time: at, HasTime: d.timed, Local: d.timed, History: d.history, Item: -1,
		Columns: columns, Values: d.into.Hold(d.builder.Values()),
	})
	return nil
}
