package nmea

import (
	"bytes"
	"strings"

	"plumbline/internal/field/protocol/nmea/sentence"
)

// cut finds the first sentence with a good checksum; it includes the line break.
func cut(received []byte) (skip, n int) {
	for {
		at := bytes.IndexByte(received[skip:], '$')
		if at < 0 {
			return len(received), 0
		}
		skip += at
		n, ok := next(received[skip:])
		if ok {
			return skip, n
		}
		skip++
	}
}

// next returns the length of the sentence that begins here: 0 if more bytes are needed, and false if it is none.
func next(b []byte) (n int, ok bool) {
	for i, c := range b[1:min(len(b), maxLength)] {
		switch {
		case c == '\n':
			_, ok := parse(b[:i+2])
			return i + 2, ok
		case c == '$' || c < ' ' && c != '\r' || c > '~':
			return 0, false
		}
	}
	return 0, len(b) < maxLength
}

// parse decodes a sentence with its line break.
func parse(b []byte) (parsed, bool) {
	text := strings.TrimRight(string(b), "\r\n")
	body, digits, ok := strings.Cut(text, "*")
	if !ok || len(body) < 7 || body[0] != '$' || body[6] != ',' || !sentence.Checked(body[1:], digits) {
		return parsed{}, false
	}
	return parsed{kind: body[3:6], fields: strings.Split(body[1:], ",")}, true
}

// epoch returns the time of day of a sentence, which those of one epoch share (protocol.Stream.Together).
func epoch(frame []byte) string {
	s, ok := parse(frame)
	if !ok {
		return ""
	}
	switch s.kind {
	case "GGA", "GST", "RMC", "ZDA", "GNS":
		return s.field(1)
	case "GLL":
		return s.field(5)
	}
	return ""
}
