package hj212

import (
	"bytes"
	"fmt"
	"strconv"
	"time"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
	"plumbline/internal/platform/i18n"
)

// dissection collects the fields of a frame.
type dissection struct {
	protocol.Dissection
	frame   []byte
	profile *profile
}

// add appends the field up to end. Nothing is added if it is empty.
func (d *dissection) add(end int, kind protocol.FieldKind, label i18n.Label, shown string, fault *errs.Error) {
	d.Add(min(end, len(d.frame)), kind, label, shown).Fault = fault
}

// dissect takes the frames of a message apart (protocol.Family).
func dissect(frame []byte, configured any) []protocol.Field {
	d := dissection{frame: frame, profile: profileOf(configured)}
	for d.At < len(frame) {
		d.one()
	}
	return d.Fields
}

// one takes apart the frame that begins at d.At. A damaged one ends where the next begins.
func (d *dissection) one() {
	begin, end := d.At, len(d.frame)
	data, rest, err := open(d.frame[begin:])
	switch next := bytes.Index(d.frame[min(begin+startLen, end):], start); {
	case err == nil:
		end -= len(rest)
	case next >= 0:
		end = begin + startLen + next
	}
	if !bytes.HasPrefix(d.frame[begin:end], start) {
		d.add(end, protocol.Other, labels.unknown, "", errs.New(errs.FrameUnknown))
		return
	}
	d.add(begin+startLen, protocol.Framing, labels.start, "##", nil)
	// The data segment of a damaged frame ends with the last &&, since its length may be wrong.
	from, to := min(begin+headLen, end), begin+headLen+len(data)
	if err != nil {
		to = end
		if at := bytes.LastIndex(d.frame[from:end], closed); at >= 0 {
			to = from + at + len(closed)
		}
	}
	d.length(from, to)
	d.segment(to)
	d.checksum(from, to, end)
	d.add(end, protocol.Framing, labels.end, `CR LF`, lineEnd(d.frame[d.At:end]))
}

func lineEnd(b []byte) *errs.Error {
	if len(bytes.Trim(b, "\r\n")) > 0 {
		return errs.New(errs.FrameUnknown)
	}
	return nil
}

// length adds the length of a data segment in [from, to).
func (d *dissection) length(from, to int) {
	digits := d.frame[d.At:from]
	var fault *errs.Error
	if n, ok := number(digits, maxData); !ok || n != to-from || len(digits) != headLen-startLen {
		fault = errs.New(errs.FrameLength, "got", printable(digits), "want", to-from)
	}
	d.add(from, protocol.Framing, labels.length, printable(digits), fault)
}

// checksum adds the checksum of a data segment in [from, to).
func (d *dissection) checksum(from, to, end int) {
	digits := d.frame[to:min(to+crcLen, end)]
	if len(digits) == 0 {
		return
	}
	var fault *errs.Error
	want := fmt.Sprintf("%04X", checksum(d.frame[from:to]))
	if !bytes.EqualFold(digits, []byte(want)) {
		fault = errs.New(errs.FrameChecksum, "got", printable(digits), "want", want)
	}
	d.add(to+len(digits), protocol.Check, labels.checksum, printable(digits), fault)
}

// segment adds the items of a data segment up to an offset. The separators belong to the items before them.
func (d *dissection) segment(to int) {
	for d.At < to && !bytes.HasPrefix(d.frame[d.At:to], opened) {
		end := to
		if at := bytes.IndexByte(d.frame[d.At:to], ';'); at >= 0 {
			end = d.At + at + 1
		}
		d.header(end)
	}
	d.add(min(d.At+len(opened), to), protocol.Framing, labels.content, "", nil)
	for d.At < to {
		rest := d.frame[d.At:to]
		if bytes.HasPrefix(rest, closed) {
			d.add(d.At+len(closed), protocol.Framing, labels.contentEnd, "", nil)
			continue
		}
		n := len(rest)
		if at := bytes.IndexAny(rest, ",;"); at >= 0 {
			n = at + 1
		}
		if at := bytes.Index(rest[:n], closed); at > 0 {
			n = at
		}
		d.item(d.At + n)
	}
}

// header adds an item before the content.
func (d *dissection) header(end int) {
	name, value, _ := bytes.Cut(bytes.TrimRight(d.frame[d.At:end], ";"), []byte{'='})
	shown := printable(value)
	known, ok := headers[string(name)]
	if !ok {
		d.add(end, protocol.Other, named(name), shown, nil)
		return
	}
	var fault *errs.Error
	switch string(name) {
	case "QN":
		if at, ok := clock(value); ok {
			shown = time.UnixMilli(at).UTC().Format("2006-01-02 15:04:05.000")
		} else {
			fault = errs.New(errs.FormatWrong)
		}
	case "CN":
		if c, ok := commands[string(value)]; ok {
			known.label = protocol.Joined(known.label, c)
		}
	case "ST":
		if s, ok := systems[string(value)]; ok {
			known.label = protocol.Joined(known.label, s)
		}
	case "Flag":
		flag, ok := number(value, 255)
		if !ok {
			fault = errs.New(errs.FormatWrong)
		} else {
			shown = fmt.Sprintf("%d = %08b", flag, flag)
			known.label = protocol.Joined(known.label, flagLabel(flag))
		}
	}
	d.add(end, known.kind, known.label, shown, fault)
}

// item adds an item of the content.
func (d *dissection) item(end int) {
	name, value, found := bytes.Cut(bytes.TrimRight(d.frame[d.At:end], ",;"), []byte{'='})
	shown := printable(value)
	if !found {
		d.add(end, protocol.Other, labels.unknown, printable(name), nil)
		return
	}
	if known, ok := contents[string(name)]; ok {
		var fault *errs.Error
		if known.kind == protocol.Time {
			if at, ok := clock(value); ok {
				shown = time.UnixMilli(at).UTC().Format(time.DateTime)
			} else {
				fault = errs.New(errs.FormatWrong)
			}
		}
		d.add(end, known.kind, known.label, shown, fault)
		return
	}
	dash := bytes.LastIndexByte(name, '-')
	if dash <= 0 {
		d.add(end, protocol.Other, named(name), shown, nil)
		return
	}
	code, kind := name[:dash], name[dash+1:]
	label := named(code)
	substance := byCode[string(code)]
	if substance != nil {
		label = substance.label
	}
	if text, ok := kinds[string(kind)]; ok {
		label = protocol.Joined(label, text)
	} else {
		label = protocol.Joined(label, named(kind))
	}
	switch {
	case string(kind) == "Flag":
		if text, ok := flags[string(value)]; ok {
			label = protocol.Joined(label, text)
		}
	case substance != nil && measured(kind) && string(kind) != "Cou":
		shown += " " + d.unit(substance)
	}
	d.add(end, protocol.Value, label, shown, nil)
}

// unit returns the unit in which a station sends a factor.
func (d *dissection) unit(s *substance) string {
	if s.dust && d.profile.factors[s.code].shift == 3 {
		return milligrams
	}
	return s.unit
}

// named returns a label that is a name of the protocol.
func named(name []byte) i18n.Label {
	s := printable(name)
	if s == "" {
		return labels.unknown
	}
	return protocol.SameLabel(s)
}

// maxShown bounds the text of a field, in bytes.
const maxShown = 120

// printable returns bytes as text, or in hexadecimal if they are none.
func printable(b []byte) string {
	if len(b) > maxShown {
		b = b[:maxShown]
	}
	quoted := strconv.Quote(string(b))
	if plainText := quoted[1 : len(quoted)-1]; plainText == string(b) {
		return plainText
	}
	return fmt.Sprintf("% X", b)
}
