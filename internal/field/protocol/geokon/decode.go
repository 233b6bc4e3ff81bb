package geokon

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

// Values of a logger for what is not connected.
const (
	noReading    = 0
	noThermistor = -99
)

// Decoder decodes arrays.
type Decoder struct {
	builder protocol.ColumnBuilder
}

// NewDecoder returns a decoder.
func NewDecoder() *Decoder {
	return &Decoder{builder: protocol.NewColumnBuilder(protocol.NewColumnCache())}
}

// Decode returns a reading of the logger and one per channel for each line.
func (d *Decoder) Decode(frame []byte, profile any, into *protocol.Message) error {
	into.Reset()
	p := profileOf(profile)
	for rest := frame; len(rest) > 0; {
		var line []byte
		line, rest, _ = bytes.Cut(rest, []byte("\n"))
		if line = bytes.TrimSuffix(line, []byte("\r")); len(line) == 0 {
			continue
		}
		if len(line) > maxLine {
			return errs.New(errs.FrameUnknown)
		}
		if err := d.line(p, string(line), into); err != nil {
			return err
		}
		into.Items++
	}
	if into.Items == 0 {
		return errs.New(errs.FrameIncomplete)
	}
	return nil
}

// line is a decoded line.
type line struct {
	parts                    [number + 1]float64 // by role; of the columns that occur once
	gauges, thermistors      [maxChannels]float64
	gaugeCount, thermometers int
}

// parse decodes the columns of a line.
func (p *Profile) parse(text string) (l line, _ *errs.Error) {
	words := strings.Split(text, ",")
	switch n := len(p.columns); {
	case len(words) < n:
		return l, errs.OnField("columns", errs.TooFewEntries, "min", n)
	case len(words) > n:
		return l, errs.OnField("columns", errs.TooManyEntries, "max", n)
	}
	for i, r := range p.columns {
		if r == skip || r == id {
			continue
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(words[i]), 64)
		if err != nil || !reading.IsFinite(v) {
			return l, errs.OnField("columns["+strconv.Itoa(i)+"]", errs.FormatWrong)
		}
		switch r {
		case gauge:
			l.gauges[l.gaugeCount] = v
			l.gaugeCount++
		case thermistor:
			l.thermistors[l.thermometers] = v
			l.thermometers++
		default:
			l.parts[r] = v
		}
	}
	return l, nil
}

// has reports whether the lines of a logger have a column.
func (p *Profile) has(r role) bool { return slices.Contains(p.columns, r) }

// at returns the time of a line: the wall clock of the logger as if it were UTC, ms.
func (p *Profile) at(l line) (int64, *errs.Error) {
	y, m, d := int(l.parts[year]), int(l.parts[month]), int(l.parts[day])
	if y >= 0 && y < 100 {
		y += 2000
	}
	h, min := int(l.parts[hour]), int(l.parts[minute])
	if p.has(hhmm) {
		h, min = int(l.parts[hhmm])/100, int(l.parts[hhmm])%100
	}
	if p.has(yearDay) {
		m, d = 1, int(l.parts[yearDay])
	}
	s := l.parts[second]
	t := time.Date(y, time.Month(m), d, h, min, 0, 0, time.UTC)
	dayFits := t.Year() == y && (p.has(yearDay) || int(t.Month()) == m && t.Day() == d) && d > 0
	if y < 1970 || y > 9999 || !dayFits || h < 0 || h > 23 || min < 0 || min > 59 || s < 0 || s >= 60 {
		return 0, errs.OnField("t", errs.FormatWrong)
	}
	return t.UnixMilli() + int64(math.Round(s*1000)), nil
}

func (d *Decoder) line(p *Profile, text string, into *protocol.Message) *errs.Error {
	l, err := p.parse(text)
	if err != nil {
		return err
	}
	at, err := p.at(l)
	if err != nil {
		return err
	}
	r := protocol.Reading{Item: -1, Time: at, HasTime: true, Local: true}
	if n := l.parts[number]; p.has(number) && n >= 0 && n <= 1<<53 {
		r.Seq, r.HasSeq = int64(n), true
	}
	d.builder.Begin()
	if p.has(battery) {
		d.add("voltage", l.parts[battery])
	}
	if p.has(temperature) {
		name := "temp"
		if p.direct {
			name = "loggerTemp"
		}
		d.add(name, l.parts[temperature])
	}
	if !p.direct {
		d.finish(r, into)
	}
	for c := range l.gaugeCount {
		if !p.direct {
			r.Channel = int32(c + 1)
		}
		d.add(unitFields[p.units[c]], l.gauge(p, c))
		if c < l.thermometers {
			d.add("temp", l.thermistor(c))
		}
		d.finish(r, into)
	}
	return nil
}

// gauge returns the reading of a channel; NaN if nothing is connected.
func (l *line) gauge(p *Profile, c int) float64 {
	v := l.gauges[c]
	switch {
	case v == noReading:
		return math.NaN()
	case p.units[c] == inMicroseconds:
		v = 1e6 / v
		if math.IsInf(v, 0) {
			return math.NaN()
		}
	}
	return v
}

func (l *line) thermistor(c int) float64 {
	if l.thermistors[c] == noThermistor {
		return math.NaN()
	}
	return l.thermistors[c]
}

func (d *Decoder) add(name string, v float64) { d.builder.Add(0, []byte(name), v) }

// finish adds a reading with the values so far, whose names are ours and different.
func (d *Decoder) finish(r protocol.Reading, into *protocol.Message) {
	if d.builder.Len() > 0 {
		r.Columns, _ = d.builder.Columns()
		r.Values = into.Hold(d.builder.Values())
		into.Readings = append(into.Readings, r)
		d.builder.Begin()
	}
}
