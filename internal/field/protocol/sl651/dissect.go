package sl651

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/crc16"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// dissection collects the fields of a frame.
type dissection struct {
	protocol.Dissection
	b    []byte
	unit int // bytes that a byte takes: 2 in the ASCII encoding
}

// add appends the field of the next n bytes, or of those that are left.
func (d *dissection) add(n int, kind protocol.FieldKind, label i18n.Label, shown string, fault *errs.Error) {
	d.Add(min(d.At+n, len(d.b)), kind, label, shown).Fault = fault
}

// digits returns the next n encoded bytes as hexadecimal digits; fewer at the end of the frame.
func (d *dissection) digits(n int) string {
	raw := d.b[d.At:min(d.At+n*d.unit, len(d.b))]
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
	for d.At < len(b) {
		d.one(profileOf(configured))
	}
	return d.Fields
}

// one takes apart the frame that begins at d.At. A damaged one ends where the next good one begins.
func (d *dissection) one(p *profile) {
	whole := d.b
	defer func() { d.b = whole }()
	if f, err := parse(whole[d.At:]); err == nil {
		d.b = whole[:d.At+f.size]
	} else if skip, n := cut(whole[d.At+1:]); n > 0 {
		d.b = whole[:d.At+1+skip]
	}
	f, length, more, ok := head(d.b[d.At:])
	if !ok && (len(d.b) < d.At+2 || d.b[d.At] != soh && d.b[d.At+1] != firstByte) {
		d.add(len(d.b), protocol.Other, labels.unknown, "", errs.New(errs.FrameUnknown))
		return
	}
	from := d.At
	d.head(&f)
	before, behind := f.layout()
	text := len(d.b) - from - before - behind
	if d.At < from+before || text < 0 {
		d.add(len(d.b), protocol.Other, labels.unknown, "", errs.New(errs.FrameIncomplete))
		return
	}
	if !more && length != text {
		d.Fields[len(d.Fields)-2].Fault = errs.New(errs.FrameLength, "got", length, "want", text)
	}
	d.text(f, from+before+text, p)
	d.add(from+before+text-d.At, protocol.Other, labels.rest, "", nil)
	d.end()
	want := fmt.Sprintf("%04X", crc16.Modbus(d.b[from:d.At]))
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
		label = protocol.Joined(label, name)
	}
	d.plain(1, protocol.Control, label)
	label = protocol.Joined(labels.length, labels.up)
	if f.down {
		label = protocol.Joined(labels.length, labels.down)
	}
	shown := d.digits(2)
	if n, err := strconv.ParseUint(shown[min(1, len(shown)):], 16, 16); err == nil {
		shown = strconv.FormatUint(n, 10)
	}
	d.add(2*d.unit, protocol.Framing, label, shown, nil)
	if d.At < len(d.b) {
		d.add(1, protocol.Framing, protocol.Joined(labels.begin, control(d.b[d.At])), fmt.Sprintf("%02X", d.b[d.At]), nil)
	}
}

// end adds the end of the text.
func (d *dissection) end() {
	if d.At >= len(d.b) {
		return
	}
	b := d.b[d.At]
	var fault *errs.Error
	if !ends(b) {
		fault = errs.New(errs.FormatWrong)
	}
	d.add(1, protocol.Framing, protocol.Joined(labels.end, control(b)), fmt.Sprintf("%02X", b), fault)
}

func control(b byte) i18n.Label {
	if label, ok := controls[b]; ok {
		return label
	}
	return labels.unknown
}

// text adds the text up to an offset.
func (d *dissection) text(f frame, to int, p *profile) {
	inner := dissection{Dissection: d.Dissection, b: d.b[:to], unit: d.unit}
	defer func() { d.Dissection = inner.Dissection }()
	if f.multi {
		f.text = inner.b[inner.At:]
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
	f.text = append([]byte(nil), inner.b[max(0, inner.At-2*inner.unit):]...)
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
	w := walker{rest: d.b[d.At:], typeless: typeless(function)}
	for len(w.rest) > 0 {
		piece, err := w.next()
		if function == askVersion && piece.id != idStation {
			d.add(len(d.b), protocol.Value, labels.version, version(d.b[d.At:]), nil)
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
				label = protocol.Joined(label, name)
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
	for d.At < len(d.b) {
		word, rest := cutWord(d.b[d.At:])
		label := named(word)
		if id, known := words[text(word)]; known {
			label = elementLabel(id, p)
			if id != idTyped && id != idPicture {
				_, rest = cutWord(rest)
			}
		}
		n := len(d.b) - d.At - len(rest)
		d.add(n, protocol.Value, label, printable(bytes.TrimSpace(d.b[d.At:d.At+n])), nil)
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
		label = protocol.Joined(label, named([]byte(e.field)))
	}
	return label
}

// named returns a label that is a name of the protocol.
func named(name []byte) i18n.Label {
	s := printable(name)
	if s == "" {
		return labels.rest
	}
	return protocol.SameLabel(s)
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
