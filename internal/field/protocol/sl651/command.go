package sl651

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"time"

	"plumbline/internal/field/protocol"
)

// packed returns a wall clock as yyMMddHHmmss in BCD.
func packed(at time.Time) (b [clockLen]byte) {
	for i, v := range []int{at.Year() % 100, int(at.Month()), at.Day(), at.Hour(), at.Minute(), at.Second()} {
		b[i] = two(v)
	}
	return b
}

// two encodes a number below 100 in BCD.
func two(v int) byte { return byte(v/10%10<<4 | v%10) }

// receipted reports whether a station expects an answer to a frame: to reports that nobody asked for (30 to 36), except
// the packets before the last. The keep-alive and answers to questions get none.
func receipted(f frame) bool {
	return !f.down && f.function >= testReport && f.function <= photo && (!f.multi || f.end == etx)
}

// receipt encodes the answer to a stored frame (SL 651-2014 section 6.6; domain protocols.md section 6). It has the
// serial number of the frame and ends with 06 if the station has more to send, 1B if it shall stay connected, else 04.
// The last of several packets has no serial number; its answer has 0 unless the first packet is in front.
func receipt(b []byte, now time.Time, stay bool) []byte {
	f, err := parse(b)
	if err != nil {
		return nil
	}
	serial, _, _, _ := f.intro()
	answer := f
	for rest := b[f.size:]; len(rest) > 0; rest = rest[f.size:] {
		if f, err = parse(rest); err != nil {
			return nil
		}
	}
	if !receipted(f) {
		return nil
	}
	answer.down, answer.end = true, eot
	switch {
	case f.end == etb:
		answer.end = ack
	case stay:
		answer.end = esc
	}
	if answer.ascii {
		return writeASCII(answer, serial, packed(now), "")
	}
	return write(answer, serial, packed(now), nil)
}

// minutesPerHour divides the interval of timed reports from that of extra reports.
const minutesPerHour = 60

// writeCommand encodes a command as one frame, or one for each element of a question for history; nil if the standard
// has none. Frames end with 05 and have the number of the command as their serial number.
func writeCommand(r protocol.Request) []byte {
	p := profileOf(r.Profile)
	f := frame{down: true, center: p.center, password: p.password, end: enq}
	if raw, err := hex.DecodeString(r.Register); err == nil && len(raw) == addressLen {
		copy(f.station[:], raw)
	}
	var args struct {
		Interval, Start, End int64
		Hex, Text            string
	}
	if len(r.Args) > 0 && json.Unmarshal(r.Args, &args) != nil {
		return nil
	}
	serial, now := int(r.ID&0xFFFF), packed(r.Now)
	switch r.Command {
	case "read":
		f.function = askNow
		return write(f, serial, now, nil)
	case protocol.SetTime:
		f.function = setClock
		return write(f, serial, now, nil)
	case "setInterval":
		f.function = setRunning
		if body := intervalBody(args.Interval); body != nil {
			return write(f, serial, now, body)
		}
	case "readHistory":
		f.function = askHistory
		var out []byte
		for i, element := range p.history {
			body := span(args.Start, args.End, r.Now.Location())
			body = append(body, idStep, clockStep<<3, two(p.step/(24*minutesPerHour)), two(p.step/minutesPerHour%24), two(p.step%minutesPerHour))
			out = append(out, write(f, serial+i, now, append(body, element...))...)
		}
		return out
	case "raw":
		return rawFrame(f, serial, now, args.Hex, args.Text)
	}
	return nil
}

// intervalBody encodes the interval of timed reports (element 20, whole hours up to a day) or extra reports (21,
// minutes below an hour); nil if it is neither.
func intervalBody(seconds int64) []byte {
	minutes := int(seconds / minutesPerHour)
	switch {
	case seconds%minutesPerHour != 0 || seconds <= 0:
	case minutes < minutesPerHour:
		return []byte{0x21, 0x08, two(minutes)}
	case minutes%minutesPerHour == 0 && minutes <= 24*minutesPerHour:
		return []byte{0x20, 0x08, two(minutes / minutesPerHour)}
	}
	return nil
}

// span encodes a period as yyMMddHH twice: it begins and ends with whole hours around the period.
func span(start, end int64, zone *time.Location) []byte {
	from, to := packed(time.UnixMilli(start).In(zone)), packed(time.UnixMilli(end+int64(time.Hour/time.Millisecond)-1).In(zone))
	return append(from[:4:4], to[:4]...)
}

// rawFrame encodes what people typed: bytes of a whole frame, or the function and its body, such as 45; text is sent as
// it stands.
func rawFrame(f frame, serial int, now [clockLen]byte, digits, typed string) []byte {
	if digits == "" {
		return []byte(typed)
	}
	raw, err := hex.DecodeString(digits)
	switch {
	case err != nil || len(raw) == 0:
		return nil
	case raw[0] == firstByte || raw[0] == soh:
		return raw
	}
	f.function = raw[0]
	return write(f, serial, now, raw[1:])
}

// maxResult bounds a stored answer, in bytes of the frame.
const maxResult = 2 << 10

// commandAnswered reports whether a frame is the reply to a command (protocol.Stream). A station replies with the
// function of the request and another serial number. It ignores what it does not accept; 15 says that it asks again.
func commandAnswered(sent protocol.Request, b []byte) (a protocol.Answer, done, ok bool) {
	f, err := parse(b)
	if err != nil || f.down {
		return a, false, false
	}
	asked, err := parse(writeCommand(sent))
	if err != nil || asked.function != f.function {
		return a, false, false
	}
	a.ID = sent.ID
	if f.end == nak {
		a.Code, a.Message = int(nak), "NAK 否定应答 (not understood)"
		return a, true, true
	}
	if f.function == askHistory {
		return a, f.end == etx && f.lastQuestion(profileOf(sent.Profile)), true
	}
	if sent.Command != "read" {
		_, _, body, _ := f.intro()
		a.Result = shown(body, f)
	}
	return a, f.end != etb, true
}

// lastQuestion reports whether an answer is that to the last element that was asked for. A packet behind the first does
// not name its element.
func (f *frame) lastQuestion(p *profile) bool {
	last := p.history[len(p.history)-1]
	w := walker{}
	var ok bool
	if _, _, w.rest, ok = f.intro(); !ok || len(p.history) == 1 {
		return true
	}
	for len(w.rest) > 0 {
		piece, err := w.next()
		if err != nil {
			return true
		}
		if piece.kind == repeated || w.repeats {
			return elementName(piece.id) == definedName(last)
		}
	}
	return true
}

// definedName returns the name of an element with its definition.
func definedName(element []byte) string {
	if element[0] == idExtended {
		return elementName(idExtended<<8 | int(element[1]))
	}
	return elementName(int(element[0]))
}

// shown returns the elements of an answer as a JSON object of texts, in hexadecimal digits.
func shown(body []byte, f frame) json.RawMessage {
	list := map[string]string{}
	if len(body) == 0 || len(body) > maxResult {
		return nil
	}
	if f.function == askVersion {
		body, list["version"] = nil, version(body)
	}
	w := walker{rest: body, typeless: typeless(f.function)}
	for !f.ascii && len(w.rest) > 0 {
		before := w.rest
		p, err := w.next()
		if err != nil {
			list["rest"] = fmt.Sprintf("%X", before)
			break
		}
		list[p.name()] = fmt.Sprintf("%X", p.data)
	}
	if f.ascii && len(body) > 0 {
		list["text"] = printable(body)
	}
	encoded, err := json.Marshal(list)
	if err != nil {
		return nil
	}
	return encoded
}
