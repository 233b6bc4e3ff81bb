package tcp

import (
	"bytes"
	"encoding/hex"
	"strings"
	"unicode"
	"unicode/utf8"

	"plumbline/internal/field/ingest"
	"plumbline/internal/field/protocol"
)

const (
	maxIntroduction = 5 << 10 // bytes that are kept of a connection without a device: more than a frame of SL 651
	maxRegister     = 64
	registerMark    = "REG:"
)

// introduction is what the first bytes of a connection say.
type introduction struct {
	register string
	secret   []byte
	device   *ingest.Device // nil: nobody has the register ID
	length   int            // bytes of the registration packet
	packet   []byte         // the registration packet; nil: the register ID is in the frames
}

// introduce finds the device in the first bytes of a connection. more is false if nothing came for a while, or no more is
// kept: a register ID without an end is then complete. ok is false if more bytes are needed.
func introduce(received []byte, directory *ingest.Directory, more bool) (in introduction, ok bool) {
	if in, ok := inFrame(received, directory); ok {
		return in, true
	}
	if device, packet, ok := directory.ByRegistration(received); ok {
		return introduction{register: device.Register, device: device, length: len(packet), packet: packet}, true
	}
	return inText(received, directory, more)
}

// inFrame finds a register ID in a frame of any protocol whose frames have one.
func inFrame(received []byte, directory *ingest.Directory) (in introduction, ok bool) {
	for _, family := range protocol.Families() {
		if family.Stream == nil || family.Stream.Register == nil {
			continue
		}
		skip, n := family.Stream.Cut(received)
		if n == 0 {
			continue
		}
		frame := received[skip : skip+n]
		register := family.Stream.Register(frame)
		if register == "" {
			continue
		}
		in := introduction{register: register}
		if family.Stream.Secret != nil {
			in.secret = bytes.Clone(family.Stream.Secret(frame))
		}
		if device, known := directory.ByRegister(register); known {
			if spoken, _ := device.Speaks(now()); spoken == family {
				in.device = device
			}
		}
		return in, true
	}
	return introduction{}, false
}

// inText finds a register ID as text, perhaps behind "REG:", perhaps with a comma and a secret, perhaps with data behind
// it.
func inText(received []byte, directory *ingest.Directory, more bool) (in introduction, ok bool) {
	start := len(received) - len(bytes.TrimLeft(received, "\r\n\x00"))
	text := received[start:]
	if bytes.HasPrefix(text, []byte(registerMark)) {
		text, start = text[len(registerMark):], start+len(registerMark)
	}
	end := bytes.IndexAny(text, ",\r\n")
	ended := end >= 0
	if !ended {
		end = len(text)
	}
	register, device := longestRegister(text[:min(end, maxRegister)], directory)
	whole := device != nil && len(register) == end
	if whole && ended && text[end] == ',' { // a secret follows
		rest := text[end+1:]
		stop := bytes.IndexAny(rest, "\r\n")
		if stop < 0 && more {
			return in, false
		}
		if stop < 0 {
			stop = len(rest)
		}
		in = introduction{register: register, device: device, secret: bytes.Clone(rest[:stop])}
		return in.ending(received, start+end+1+stop), true
	}
	switch {
	case device != nil && (!whole || ended || !more):
		in = introduction{register: register, device: device}
		return in.ending(received, start+len(register)), true
	case device == nil && (ended && end > 0 || !more && len(text) > 0):
		return introduction{register: readable(text[:end])}, true
	}
	return in, false
}

// ending sets the packet: what came up to an end, and the line end behind it.
func (in introduction) ending(received []byte, end int) introduction {
	for end < len(received) && (received[end] == '\r' || received[end] == '\n') {
		end++
	}
	in.length, in.packet = end, bytes.Clone(received[:end])
	return in
}

// longestRegister returns the longest register ID that a text begins with: data may follow without an end.
func longestRegister(text []byte, directory *ingest.Directory) (register string, device *ingest.Device) {
	for n := len(text); n > 0; n-- {
		if device, known := directory.ByRegister(string(text[:n])); known {
			return string(text[:n]), device
		}
	}
	return "", nil
}

// readable returns bytes for people: as text if they are text, else in hexadecimal.
func readable(b []byte) string {
	text := string(b[:min(len(b), maxRegister)])
	if utf8.ValidString(text) && strings.IndexFunc(text, func(r rune) bool { return !unicode.IsPrint(r) }) < 0 {
		return text
	}
	return strings.ToUpper(hex.EncodeToString([]byte(text)))
}
