package hj212

import (
	"bytes"
	"fmt"
	"strconv"
	"unsafe"

	"plumbline/internal/field/protocol"
	"plumbline/internal/platform/errs"
)

const (
	startLen = 2 // ##
	headLen  = 6 // ## and the length
	crcLen   = 4
	maxData  = 9999 // bytes of a data segment
	maxParts = 9999
)

var start = []byte("##")

// cut finds the first frame (protocol.Stream). It reads each byte a few times only: a data segment never contains ##,
// so that the segments it checks do not overlap.
func cut(received []byte) (skip, n int) {
	for i := 0; ; i++ {
		at := bytes.Index(received[i:], start)
		if at < 0 {
			if last := len(received) - 1; last >= i && received[last] == '#' {
				return last, 0
			}
			return len(received), 0
		}
		i += at
		n, more := measure(received[i:])
		if n > 0 || more {
			return i, n
		}
	}
}

// measure returns the length of the frame at the beginning of some bytes, with its line end; 0 if there is none, and
// whether more bytes may complete it. A length is nonsense if a line ends or a frame begins before it is over.
func measure(b []byte) (n int, more bool) {
	for _, digit := range b[startLen:min(len(b), headLen)] {
		if digit < '0' || digit > '9' {
			return 0, false
		}
	}
	if len(b) < headLen {
		return 0, true
	}
	length, _ := strconv.Atoi(text(b[startLen:headLen]))
	end := headLen + length
	if length == 0 || !plausible(b[headLen:min(len(b), end)]) {
		return 0, false
	}
	for _, digit := range b[min(len(b), end):min(len(b), end+crcLen)] {
		if !hexDigit(digit) {
			return 0, false
		}
	}
	if len(b) < end+crcLen {
		return 0, true
	}
	if written(b[end:end+crcLen]) != checksum(b[headLen:end]) {
		return 0, false
	}
	end += crcLen
	switch rest := b[end:]; {
	case len(rest) == 0, len(rest) == 1 && rest[0] == '\r': // the line end belongs to the frame
		return 0, true
	case rest[0] == '\r' && rest[1] == '\n':
		end += 2
	case rest[0] == '\n':
		end++
	}
	return end, false
}

// plausible reports whether bytes can be in a data segment: no control characters and no ##.
func plausible(data []byte) bool {
	for i, b := range data {
		if b < ' ' || b == '#' && i > 0 && data[i-1] == '#' {
			return false
		}
	}
	return true
}

func hexDigit(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'A' && b <= 'F' || b >= 'a' && b <= 'f'
}

// written returns the checksum that four hexadecimal digits say.
func written(digits []byte) uint16 {
	v, _ := strconv.ParseUint(text(digits), 16, 16)
	return uint16(v)
}

// text views bytes as a string for the number parsers, which keep no reference.
func text(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }

// open returns the data segment of the first frame and what follows the frame, if length, characters and checksum are
// right.
func open(b []byte) (data, rest []byte, err *errs.Error) {
	if !bytes.HasPrefix(b, start) || len(b) < headLen {
		return nil, nil, errs.New(errs.FrameUnknown)
	}
	length, bad := strconv.ParseUint(text(b[startLen:headLen]), 10, 16)
	if bad != nil {
		return nil, nil, errs.New(errs.FrameUnknown)
	}
	end := headLen + int(length)
	if len(b) < end+crcLen {
		return nil, nil, errs.New(errs.FrameIncomplete)
	}
	data, rest = b[headLen:end], b[end+crcLen:]
	if !plausible(data) {
		return nil, nil, errs.New(errs.FrameUnknown)
	}
	got, bad := strconv.ParseUint(text(b[end:end+crcLen]), 16, 16)
	if want := checksum(data); bad != nil || uint16(got) != want {
		return nil, nil, errs.New(errs.FrameChecksum, "got", string(b[end:end+crcLen]), "want", fmt.Sprintf("%04X", want))
	}
	return data, bytes.TrimLeft(rest, "\r\n"), nil
}

// segment is a parsed data segment. It refers to the bytes of the frame.
type segment struct {
	qn, st, cn, pw, mn []byte
	flag               int
	flagged            bool // it has a Flag
	of, no             int  // PNUM, PNO; 0: none
	content            []byte
}

var (
	opened = []byte("CP=&&")
	closed = []byte("&&")
)

// parse splits a data segment. ok is false without a command or content.
func parse(data []byte) (s segment, ok bool) {
	head, content, found := bytes.Cut(data, opened)
	if !found {
		return s, false
	}
	end := bytes.LastIndex(content, closed)
	if end < 0 {
		return s, false
	}
	s.content = content[:end]
	for len(head) > 0 {
		var item []byte
		item, head, _ = bytes.Cut(head, []byte{';'})
		name, value, _ := bytes.Cut(item, []byte{'='})
		switch string(name) {
		case "QN":
			s.qn = value
		case "ST":
			s.st = value
		case "CN":
			s.cn = value
		case "PW":
			s.pw = value
		case "MN":
			s.mn = value
		case "Flag":
			s.flag, s.flagged = number(value, 255)
		case "PNUM":
			s.of, _ = number(value, maxParts)
		case "PNO":
			s.no, _ = number(value, maxParts)
		}
	}
	return s, len(s.cn) > 0
}

// number decodes a counter from 0 to most.
func number(digits []byte, most uint64) (int, bool) {
	v, err := strconv.ParseUint(text(digits), 10, 31)
	if err != nil || v > most {
		return 0, false
	}
	return int(v), true
}

// segmentOf parses a frame that cut has found.
func segmentOf(frame []byte) (s segment, ok bool) {
	data, _, err := open(frame)
	if err != nil {
		return s, false
	}
	return parse(data)
}

func register(frame []byte) string {
	s, _ := segmentOf(frame)
	return string(s.mn)
}

func secret(frame []byte) []byte {
	s, _ := segmentOf(frame)
	return s.pw
}

// part returns the place of a frame in its message: the frames of a message share QN, CN and MN.
func part(frame []byte) (protocol.Part, bool) {
	s, ok := segmentOf(frame)
	if !ok || s.of < 2 || s.no < 1 || s.no > s.of {
		return protocol.Part{}, false
	}
	message := make([]byte, 0, len(s.qn)+len(s.cn)+len(s.mn)+2)
	message = append(append(message, s.qn...), ' ')
	message = append(append(message, s.cn...), ' ')
	message = append(message, s.mn...)
	return protocol.Part{Message: string(message), No: s.no, Of: s.of}, true
}

// head is what a frame says before its content.
type head struct {
	qn, st, cn, pw, mn string
	flag               int
	unflagged          bool // no Flag
}

// write appends a frame.
func write(to []byte, h head, content string) []byte {
	from := len(to)
	to = append(to, "##0000"...)
	if h.qn != "" {
		to = append(append(append(to, "QN="...), h.qn...), ';')
	}
	to = fmt.Appendf(to, "ST=%s;CN=%s;PW=%s;MN=%s;", h.st, h.cn, h.pw, h.mn)
	if !h.unflagged {
		to = fmt.Appendf(to, "Flag=%d;", h.flag)
	}
	to = append(append(append(to, opened...), content...), closed...)
	return seal(to, from)
}

// seal writes the length of a data segment that begins headLen after from, and appends its checksum.
func seal(to []byte, from int) []byte {
	data := to[from+headLen:]
	if len(data) > maxData {
		return nil
	}
	copy(to[from+startLen:], fmt.Sprintf("%04d", len(data)))
	return fmt.Appendf(to, "%04X\r\n", checksum(data))
}
