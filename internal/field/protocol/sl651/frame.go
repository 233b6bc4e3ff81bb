package sl651

import (
	"bytes"
	"encoding/hex"
	"fmt"
	"strings"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/crc16"
	"plumbline/internal/platform/errs"
)

// Control characters (SL 651-2014 table 3).
const (
	soh = 0x01
	stx = 0x02
	etx = 0x03
	eot = 0x04
	enq = 0x05
	ack = 0x06
	nak = 0x15
	syn = 0x16
	etb = 0x17
	esc = 0x1B
)

// Sizes of the parts of a frame. In the ASCII encoding a byte is two characters, and the start is one.
const (
	addressLen = 5
	headLen    = 14 // to the begin of the text
	asciiHead  = 24
	partsLen   = 3 // number of packets and of this one
	introLen   = 8 // serial number and time
	clockLen   = 6
	tailLen    = 3 // end and checksum
	asciiTail  = 5
	maxText    = 0xFFF
	firstByte  = 0x7E
)

// frame is a parsed frame. It refers to its bytes.
type frame struct {
	ascii    bool
	down     bool // to the station
	center   byte
	station  [addressLen]byte
	password [2]byte
	function byte
	multi    bool // one of several packets
	of, no   int
	text     []byte // without the number of packets
	end      byte
	size     int // bytes of the whole frame
}

// head parses what is before the text. more says that bytes are missing; ok is false if this is no frame.
func head(b []byte) (f frame, length int, more, ok bool) {
	var raw [headLen]byte
	n := headLen
	if len(b) > 0 && b[0] == soh {
		f.ascii, n = true, asciiHead
		digits := b[1:min(len(b), asciiHead-1)]
		if _, err := hex.Decode(raw[2:], digits[:len(digits)&^1]); err != nil || bytes.ContainsAny(digits, "abcdef") {
			return f, 0, false, false
		}
		if len(digits)&1 == 1 && !hexDigit(digits[len(digits)-1]) {
			return f, 0, false, false
		}
		if len(b) >= asciiHead {
			raw[headLen-1] = b[asciiHead-1]
		}
	} else {
		if b[0] != firstByte || len(b) > 1 && b[1] != firstByte {
			return f, 0, false, false
		}
		copy(raw[:], b)
	}
	if len(b) < n {
		return f, 0, true, true
	}
	direction := raw[11] >> 4
	f.down = direction == 8
	f.multi = raw[13] == syn
	if direction != 0 && direction != 8 || raw[13] != stx && raw[13] != syn {
		return f, 0, false, false
	}
	addresses := raw[2:8]
	if f.down {
		copy(f.station[:], addresses)
		f.center = addresses[addressLen]
	} else {
		copy(f.station[:], addresses[1:])
		f.center = addresses[0]
	}
	f.password = [2]byte{raw[8], raw[9]}
	f.function = raw[10]
	length = int(raw[11]&0xF)<<8 | int(raw[12])
	least := introLen
	if f.multi {
		least = partsLen
	}
	if f.ascii {
		least *= 2
	}
	return f, length, false, length >= least
}

func hexDigit(b byte) bool { return b >= '0' && b <= '9' || b >= 'A' && b <= 'F' }

// parse parses the frame at the beginning of some bytes.
func parse(b []byte) (f frame, err *errs.Error) {
	if len(b) == 0 {
		return f, errs.New(errs.FrameIncomplete)
	}
	f, length, more, ok := head(b)
	switch {
	case !ok:
		return f, errs.New(errs.FrameUnknown)
	case more:
		return f, errs.New(errs.FrameIncomplete)
	}
	begin, tail := f.layout()
	if f.size = begin + length + tail; len(b) < f.size {
		return f, errs.New(errs.FrameIncomplete)
	}
	f.end = b[begin+length]
	if !ends(f.end) {
		return f, errs.New(errs.FrameUnknown)
	}
	end := begin + length + 1
	if want := crc16.Modbus(b[:end]); !said(b[end:f.size], want) {
		got := b[end:f.size]
		if !f.ascii {
			got = fmt.Appendf(nil, "%X", got)
		}
		return f, errs.New(errs.FrameChecksum, "got", printable(got), "want", fmt.Sprintf("%04X", want))
	}
	f.text = b[begin : begin+length]
	f.packet()
	return f, nil
}

// layout returns the sizes of what is before and behind the text.
func (f *frame) layout() (before, behind int) {
	if f.ascii {
		return asciiHead, asciiTail
	}
	return headLen, tailLen
}

// said reports whether a checksum is the one that the last bytes of a frame say.
func said(b []byte, sum uint16) bool {
	if len(b) == 2 {
		return b[0] == byte(sum>>8) && b[1] == byte(sum)
	}
	var raw [2]byte
	_, err := hex.Decode(raw[:], b)
	return err == nil && raw[0] == byte(sum>>8) && raw[1] == byte(sum)
}

func ends(b byte) bool {
	switch b {
	case etx, etb, eot, enq, ack, nak, esc:
		return true
	}
	return false
}

// packet takes the number of packets off the text.
func (f *frame) packet() {
	if !f.multi {
		return
	}
	var numbers [partsLen]byte
	if f.ascii {
		_, _ = hex.Decode(numbers[:], f.text[:2*partsLen])
		f.text = f.text[2*partsLen:]
	} else {
		copy(numbers[:], f.text)
		f.text = f.text[partsLen:]
	}
	f.of = int(numbers[0])<<4 | int(numbers[1])>>4
	f.no = int(numbers[1]&0xF)<<8 | int(numbers[2])
}

// intro returns the serial number and the time of sending in front of a text, and what follows them. Only the first
// packet has them.
func (f *frame) intro() (serial int, sent [clockLen]byte, rest []byte, ok bool) {
	var raw [introLen]byte
	n := introLen
	if f.ascii {
		n *= 2
	}
	if len(f.text) < n || f.multi && f.no > 1 {
		return 0, sent, f.text, false
	}
	if f.ascii {
		if _, err := hex.Decode(raw[:], f.text[:n]); err != nil {
			return 0, sent, f.text, false
		}
	} else {
		copy(raw[:], f.text)
	}
	copy(sent[:], raw[2:])
	return int(raw[0])<<8 | int(raw[1]), sent, f.text[n:], true
}

// cut finds the first frame (protocol.Stream).
func cut(received []byte) (skip, n int) {
	for i, b := range received {
		if b != firstByte && b != soh {
			continue
		}
		rest := received[i:]
		f, length, more, ok := head(rest)
		if !ok {
			continue
		}
		begin, tail := f.layout()
		end := begin + length
		if more || len(rest) <= end {
			return i, 0
		}
		if !ends(rest[end]) {
			continue
		}
		if len(rest) < end+tail {
			return i, 0
		}
		if _, err := parse(rest); err == nil {
			return i, end + tail
		}
	}
	return len(received), 0
}

// register returns the address of the station, ten digits.
func register(b []byte) string {
	f, err := parse(b)
	if err != nil {
		return ""
	}
	return f.address()
}

func (f *frame) address() string { return strings.ToUpper(hex.EncodeToString(f.station[:])) }

// secret returns the password, four hexadecimal digits.
func secret(b []byte) []byte {
	f, err := parse(b)
	if err != nil {
		return nil
	}
	return fmt.Appendf(nil, "%X", f.password)
}

// part returns the place of a packet in its message.
func part(b []byte) (protocol.Part, bool) {
	f, err := parse(b)
	if err != nil || f.of < 2 || f.no < 1 || f.no > f.of {
		return protocol.Part{}, false
	}
	return protocol.Part{Message: fmt.Sprintf("%s %02X %d", f.address(), f.function, f.of), No: f.no, Of: f.of}, true
}

// write encodes a frame of one packet in the HEX/BCD encoding: the text is the serial number, the time and the body.
func write(f frame, serial int, sent [clockLen]byte, body []byte) []byte {
	length := introLen + len(body)
	if length > maxText {
		return nil
	}
	out := make([]byte, 0, headLen+length+tailLen)
	out = append(out, firstByte, firstByte)
	direction := byte(0)
	if f.down {
		out = append(append(out, f.station[:]...), f.center)
		direction = 0x80
	} else {
		out = append(append(out, f.center), f.station[:]...)
	}
	out = append(out, f.password[0], f.password[1], f.function, direction|byte(length>>8), byte(length), stx, byte(serial>>8), byte(serial))
	out = append(append(append(out, sent[:]...), body...), f.end)
	sum := crc16.Modbus(out)
	return append(out, byte(sum>>8), byte(sum))
}

// writeASCII encodes a frame in the ASCII encoding; body is text.
func writeASCII(f frame, serial int, sent [clockLen]byte, body string) []byte {
	addresses, direction := fmt.Sprintf("%02X%X", f.center, f.station), 0
	if f.down {
		addresses, direction = fmt.Sprintf("%X%02X", f.station, f.center), 8
	}
	text := fmt.Sprintf("%04X%X%s", serial&0xFFFF, sent, body)
	if len(text) > maxText {
		return nil
	}
	out := fmt.Appendf([]byte{soh}, "%s%X%02X%X%03X", addresses, f.password, f.function, direction, len(text))
	out = append(append(append(out, stx), text...), f.end)
	return fmt.Appendf(out, "%04X", crc16.Modbus(out))
}
