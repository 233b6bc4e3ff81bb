package geokon

import (
	"bytes"
	"strconv"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

var (
	labelEnd     = i18n.Label{Zh: "行结束", En: "End of line", Tw: "行結束"}
	labelUnknown = i18n.Label{Zh: "多余的列", En: "Further column", Tw: "多餘的欄"}
)

// dissect takes lines apart. A comma belongs to the column before it.
func dissect(frame []byte, profile any) []protocol.Field {
	p := profileOf(profile)
	var d protocol.Dissection
	for d.At < len(frame) {
		lineEnd := len(frame)
		if i := bytes.IndexByte(frame[d.At:], '\n'); i >= 0 {
			lineEnd = d.At + i + 1
		}
		text := strings.TrimRight(string(frame[d.At:lineEnd]), "\r\n")
		textEnd := d.At + len(text)
		words := strings.Split(text, ",")
		readings, thermistors := 0, 0
		for i, word := range words {
			end := min(d.At+len(word)+1, textEnd)
			if end == d.At {
				continue // an empty last column
			}
			if i >= len(p.columns) {
				d.Add(end, protocol.Other, labelUnknown, strings.ToValidUTF8(word, "?")).Fault = errs.New(errs.TooManyEntries, "max", len(p.columns))
				continue
			}
			r := p.columns[i]
			channel := 0
			switch r {
			case gauge:
				readings++
				channel = readings
			case thermistor:
				thermistors++
				channel = thermistors
			}
			f := d.Add(end, r.kind(), r.label(channel), p.text(r, channel, word))
			if _, err := strconv.ParseFloat(strings.TrimSpace(word), 64); err != nil && r != id && r != skip {
				f.Fault = errs.New(errs.FormatWrong)
			}
		}
		if d.At < lineEnd {
			d.Add(lineEnd, protocol.Framing, labelEnd, "")
		}
		if len(words) < len(p.columns) {
			d.Last().Fault = errs.New(errs.TooFewEntries, "min", len(p.columns))
		}
	}
	return d.Fields
}

func (r role) kind() protocol.FieldKind {
	switch {
	case r == id:
		return protocol.Identity
	case r >= year && r <= second:
		return protocol.Time
	case r == number:
		return protocol.Control
	case r == skip:
		return protocol.Other
	}
	return protocol.Value
}

// label returns the label of a column, with its channel if it has one.
func (r role) label(channel int) i18n.Label {
	l := roleLabels[r]
	if channel > 0 {
		n := " " + strconv.Itoa(channel)
		l.Zh, l.En, l.Tw = l.Zh+n, l.En+n, l.Tw+n
	}
	return l
}

// text returns a column with its unit.
func (p *Profile) text(r role, channel int, word string) string {
	word = strings.ToValidUTF8(strings.TrimSpace(word), "?")
	switch r {
	case battery:
		return word + " V"
	case temperature, thermistor:
		return word + " °C"
	case gauge:
		return word + " " + units[p.units[channel-1]]
	}
	return word
}
