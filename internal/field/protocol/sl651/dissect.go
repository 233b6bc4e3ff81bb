package sl651

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// dissection collects the fields of a frame.
type dissection struct {
	b      []byte
	at     int // end of the fields so far
	fields []protocol.Field
	unit   int // bytes that a byte takes: 2 in the ASCII encoding
}

// add appends the field of the next n bytes, or of those that are left.
func (d *dissection) add(n int, kind protocol.FieldKind, label i18n.Label, shown string, fault *errs.Error) {
	end := min(d.at+n, len(d.b))
	if end <= d.at {
		return
	}
	d.fields = append(d.fields, protocol.Field{Start: d.at, End: end, Kind: kind, Label: label, Text: shown, Fault: fault})
	d.at = end
}

// digits returns the next n encoded bytes as hexadecimal digits; fewer at the end of the frame.
func (d *dissection) digits(n int) string {
	raw := d.b[d.at:min(d.at+n*d.unit, len(d.b))]
	if d.unit == 2 {
		return printable(raw)
	}
	return fmt.Sprintf("%X", raw)
}

// plain adds n encoded bytes as they are.
func (d *dissection) plain(n int, kind protocol.FieldKind, label i18n.Label) {
	d.add(n*d.unit, kind, label, d.digits(n), nil)
}

// dissect takes the frames of a message apart (protocol.Family).
func dissect(b []byte, configured any) []protocol.Field {
	d := dissection{b: b}
	for d.at < len(b) {
		d.one(profileOf(configured))
	}
	return d.fields
}

// one takes apart the frame that begins at d.at. A damaged one ends where the next good one begins.
func (d *dissection) one(p *profile) {
	whole := d.b
	defer func() { d.b = whole }()
	if f, err := parse(whole[d.at:]); err == nil {
		d.b = whole[:d.at+f.size]
	} else if skip, n := cut(whole[d.at+1:]); n > 0 {
		d.b = whole[:d.at+1+skip]
	}
	f, length, more, ok := head(d.b[d.at:])
	if !ok && (len(d.b) < d.at+2 || d.b[d.at] != soh && d.b[d.at+1] != firstByte) {
		d.add(len(d.b), protocol.Other, labels.unknown, "", errs.New(errs.FrameUnknown))
		return
	}
	from := d.at
	d.head(&f)
	before, behind := f.layout()
	text := len(d.b) - from - before - behind
	if d.at < from+before || text < 0 {
		d.add(len(d.b), protocol.Other, labels.unknown, "", errs.New(errs.FrameIncomplete))
		return
	}
	if !more && length != text {
		d.fields[len(d.fields)-2].Fault = errs.New(errs.FrameLength, "got", length, "want", text)
	}
	d.text(f, from+before+text, p)
	d.add(from+before+text-d.at, protocol.Other, labels.rest, "", nil)
	d.end()
	want := fmt.Sprintf("%04X", checksum(d.b[from:d.at]))
	var fault *errs.Error
	if got := d.digits(2); got != want {
		fault = errs.New(errs.FrameChecksum, "got", got, "want", want)
	}
	d.add(2*d.unit, protocol.Check, labels.checksum, d.digits(2), fault)
}

// head adds what is before the text. The length and the begin of the text are its last fields.
func (d *dissection) head(f *frame) {
	d.unit = 1
	if f.ascii {
		d.unit = 2
		d.add(1, protocol.Framing, labels.start, "01", nil)
	} else {
		d.plain(2, protocol.Framing, labels.start)
	}
	if f.down {
		d.plain(addressLen, protocol.Identity, labels.station)
		d.plain(1, protocol.Identity, labels.center)
	} else {
		d.plain(1, protocol.Identity, labels.center)
		d.plain(addressLen, protocol.Identity, labels.station)
	}
	d.plain(2, protocol.Identity, labels.password)
	label := labels.function
	if name, ok := functions[f.function]; ok {
		label = joined(label, name)
	}
	d.plain(1, protocol.Control, label)
	label = joined(labels.length, labels.up)
	if f.down {
		label = joined(labels.length, labels.down)
	}
	shown := d.digits(2)
	if n, err := strconv.ParseUint(shown[min(1, len(shown)):], 16, 16); err == nil {
		shown = strconv.FormatUint(n, 10)
	}
	d.add(2*d.unit, protocol.Framing, label, shown, nil)
	if d.at < len(d.b) {
		d.add(1, protocol.Framing, joined(labels.begin, control(d.b[d.at])), fmt.Sprintf("%02X", d.b[d.at]), nil)
	}
}

// end adds the end of the text.
func (d *dissection) end() {
	if d.at >= len(d.b) {
		return
	}
	b := d.b[d.at]
	var fault *errs.Error
	if !ends(b) {
		fault = errs.New(errs.FormatWrong)
	}
	d.add(1, protocol.Framing, joined(labels.end, control(b)), fmt.Sprintf("%02X", b), fault)
}

func control(b byte) i18n.Label {
	if label, ok := controls[b]; ok {
		return label
	}
	return labels.unknown
}

// text adds the text up to an offset.
func (d *dissection) text(f frame, to int, p *profile) {
	inner := dissection{b: d.b[:to], at: d.at, fields: d.fields, unit: d.unit}
	defer func() { d.at, d.fields = inner.at, inner.fields }()
	if f.multi {
		f.text = inner.b[inner.at:]
		if len(f.text) < partsLen*inner.unit {
			return
		}
		f.packet()
		inner.add(partsLen*inner.unit, protocol.Control, labels.packet, fmt.Sprintf("%d / %d", f.no, f.of), nil)
		if f.no > 1 {
			return
		}
	}
	inner.plain(2, protocol.Control, labels.serial)
	shown, fault := inner.digits(clockLen), (*errs.Error)(nil)
	f.text = append([]byte(nil), inner.b[max(0, inner.at-2*inner.unit):]...)
	f.multi = false
	if _, sent, _, ok := f.intro(); ok {
		shown, fault = shownClock(sent[:])
	}
	inner.add(clockLen*inner.unit, protocol.Time, labels.sent, shown, fault)
	if f.ascii {
		inner.words(p)
		return
	}
	inner.pieces(f.function, f.no < f.of, p)
}

func shownClock(digits []byte) (string, *errs.Error) {
	at, ok := clock(digits)
	if !ok {
		s := fmt.Sprintf("%X", digits)
		return s, errs.New(errs.DigitsInvalid, "digits", s)
	}
	return time.UnixMilli(at).UTC().Format(time.DateTime), nil
}

// pieces adds the elements of a text in the HEX/BCD encoding. The last may continue in the next packet.
func (d *dissection) pieces(function byte, continues bool, p *profile) {
	w := walker{rest: d.b[d.at:], typeless: typeless(function)}
	for len(w.rest) > 0 {
		piece, err := w.next()
		if function == askVersion && piece.id != idStation {
			d.add(len(d.b), protocol.Value, labels.version, version(d.b[d.at:]), nil)
			return
		}
		if err != nil {
			if continues {
				err = nil
			}
			d.add(len(d.b), protocol.Other, elementLabel(piece.id, p), "", err)
			return
		}
		d.piece(piece, p)
	}
}

func (d *dissection) piece(piece piece, p *profile) {
	kind, label := protocol.Value, elementLabel(piece.id, p)
	var shown string
	var fault *errs.Error
	switch piece.kind {
	case station:
		kind, shown = protocol.Identity, fmt.Sprintf("%X", piece.data[:addressLen])
		if len(piece.data) > addressLen {
			if name, ok := stationTypes[piece.data[addressLen]]; ok {
				label = joined(label, name)
			}
			shown += fmt.Sprintf(" %c", printableByte(piece.data[addressLen]))
		}
	case observed:
		kind = protocol.Time
		shown, fault = shownClock(piece.data)
	case typed:
		shown = printable(piece.data)
	case picture:
		shown = fmt.Sprintf("JPEG, %d bytes", len(piece.data))
	case rain, levels:
		shown = shownArray(piece)
	case step:
		kind = protocol.Time
		if interval, err := steps(piece.data); err == nil {
			shown = fmt.Sprintf("%d min", interval/minute)
		} else {
			shown, fault = fmt.Sprintf("%X", piece.data), errs.New(errs.DigitsInvalid, "digits", fmt.Sprintf("%X", piece.data))
		}
	case status:
		shown = fmt.Sprintf("%08b", piece.data)
	case number, repeated:
		shown, fault = shownNumber(piece)
	}
	d.add(piece.size, kind, label, shown, fault)
}

func shownNumber(piece piece) (string, *errs.Error) {
	if len(piece.data) == 0 {
		return "", nil
	}
	if len(bytes.Trim(piece.data, "\xFF")) == 0 {
		return "—", nil // missing
	}
	v := decimal(piece.data, piece.decimals, 1)
	if reading.IsMissing(v) {
		s := fmt.Sprintf("%X", piece.data)
		return s, errs.New(errs.DigitsInvalid, "digits", s)
	}
	shown := strconv.FormatFloat(v, 'f', piece.decimals, 64)
	if unit := units[piece.id]; unit != "" {
		shown += " " + unit
	}
	return shown, nil
}

// shownArray lists twelve values; — is a missing one.
func shownArray(piece piece) string {
	d := Decoder{profile: defaultProfile}
	_ = d.array(piece.id, piece.data) // it has the right length and is the first
	var shown []byte
	decimals := 1
	if piece.kind == levels {
		decimals = 2
	}
	for i, v := range d.arrays[piece.id-idRain] {
		if i > 0 {
			shown = append(shown, ", "...)
		}
		if reading.IsMissing(v) {
			shown = append(shown, "—"...)
			continue
		}
		shown = strconv.AppendFloat(shown, v, 'f', decimals, 64)
	}
	return string(shown) + " " + units[piece.id]
}

// words adds the identifiers of a text in the ASCII encoding, each with its value.
func (d *dissection) words(p *profile) {
	for d.at < len(d.b) {
		word, rest := cutWord(d.b[d.at:])
		label := named(word)
		if id, known := words[text(word)]; known {
			label = elementLabel(id, p)
			if id != idTyped && id != idPicture {
				_, rest = cutWord(rest)
			}
		}
		n := len(d.b) - d.at - len(rest)
		d.add(n, protocol.Value, label, printable(bytes.TrimSpace(d.b[d.at:d.at+n])), nil)
	}
}

// elementLabel returns the name of an element in the standard, or its identifier.
func elementLabel(id int, p *profile) i18n.Label {
	if label, ok := elementLabels[id]; ok {
		return label
	}
	name := elementName(id)
	label := i18n.Label{Zh: "要素 " + name[3:], En: "Element " + name[3:], Tw: "要素 " + name[3:]}
	if e, ok := p.elements[id]; ok {
		label = joined(label, named([]byte(e.field)))
	}
	return label
}

func joined(first, second i18n.Label) i18n.Label {
	return i18n.Label{Zh: first.Zh + "：" + second.Zh, En: first.En + ": " + second.En, Tw: first.Tw + "：" + second.Tw}
}

// named returns a label that is a name of the protocol.
func named(name []byte) i18n.Label {
	s := printable(name)
	if s == "" {
		return labels.rest
	}
	return i18n.Label{Zh: s, En: s, Tw: s}
}

// maxShown bounds the text of a field, in bytes.
const maxShown = 120

// printable returns bytes as text, or in hexadecimal if they are none.
func printable(b []byte) string {
	b = b[:min(len(b), maxShown)]
	for _, c := range b {
		if printableByte(c) != c {
			return fmt.Sprintf("% X", b)
		}
	}
	return string(b)
}

// printableByte returns a character, or a question mark for what is none.
func printableByte(b byte) byte {
	if b < ' ' || b > '~' {
		return '?'
	}
	return b
}
