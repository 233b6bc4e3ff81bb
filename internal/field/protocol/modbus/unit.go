package modbus

import (
	"encoding/binary"
	"fmt"

	"plumbline/internal/platform/crc16"
	"plumbline/internal/platform/errs"
)

// Function codes.
const (
	readCoils     = 1
	readInputBits = 2
	readHolding   = 3
	readInput     = 4
	writeOne      = 6
	writeMany     = 16
	exception     = 0x80 // added to the function of the request
)

const (
	headerTCP = 6 // transaction, protocol and length
	crcBytes  = 2
)

// unit is what both framings carry: address, function and data.
type unit []byte

func (u unit) address() byte  { return u[0] }
func (u unit) function() byte { return u[1] }

// start and count are those of a request, and of an answer to writeMany.
func (u unit) start() int { return int(binary.BigEndian.Uint16(u[2:])) }
func (u unit) count() int { return int(binary.BigEndian.Uint16(u[4:])) }

// data returns the registers or bits of an answer to a read.
func (u unit) data() []byte { return u[3:] }

func reads(function byte) bool { return function >= readCoils && function <= readInput }

func bits(function byte) bool { return function == readCoils || function == readInputBits }

// dataBytes returns the length of the data of an answer.
func dataBytes(function byte, count int) int {
	if bits(function) {
		return (count + 7) / 8
	}
	return 2 * count
}

// requestLength returns the length of the request that begins with these bytes; 0: it cannot be known yet; -1: it is
// none.
func requestLength(u []byte) int {
	if len(u) < 2 {
		return 0
	}
	switch function := u[1]; {
	case reads(function) || function == writeOne:
		return 6
	case function != writeMany:
		return -1
	case len(u) < 7:
		return 0
	case int(u[6]) != 2*unit(u).count():
		return -1
	}
	return 7 + int(u[6])
}

// answerLength returns the length of the answer to a request without an exception.
func answerLength(request unit) int {
	if function := request.function(); reads(function) {
		return 3 + dataBytes(function, request.count())
	}
	return 6
}

// answers reports whether the bytes may be the beginning of the answer to a request, and its length.
func answers(request unit, u []byte) (n int, ok bool) {
	if len(u) > 0 && u[0] != request.address() {
		return 0, false
	}
	if len(u) < 2 {
		return 0, true
	}
	switch function := request.function(); {
	case u[1] == function|exception:
		return 3, true
	case u[1] != function:
		return 0, false
	case reads(function):
		n = answerLength(request)
		return n, len(u) < 3 || int(u[2]) == n-3
	case function == writeOne:
		return 6, len(u) < 6 || string(u[:6]) == string(request[:6])
	}
	return 6, len(u) < 6 || string(u[2:6]) == string(request[2:6])
}

// framing packs units.
type framing struct {
	name   string
	before int // bytes of the header
	after  int // bytes of the checksum
}

var (
	rtu = &framing{"rtu", 0, crcBytes}
	tcp = &framing{"tcp", headerTCP, 0}
)

// frame packs a unit. Only TCP has a transaction.
func (f *framing) frame(transaction uint16, u unit) []byte {
	if f == rtu {
		return binary.LittleEndian.AppendUint16(append(make([]byte, 0, len(u)+crcBytes), u...), crc16.Modbus(u))
	}
	out := binary.BigEndian.AppendUint16(make([]byte, 0, headerTCP+len(u)), transaction)
	out = binary.BigEndian.AppendUint16(out, 0)
	out = binary.BigEndian.AppendUint16(out, uint16(len(u)))
	return append(out, u...)
}

// open unpacks the frame of a unit of n bytes at the beginning of what is left.
func (f *framing) open(frame []byte, n int) (unit, *errs.Error) {
	if n < 2 || len(frame) < f.before+n+f.after {
		return nil, errs.New(errs.FrameIncomplete)
	}
	u := unit(frame[f.before : f.before+n])
	if f == rtu {
		if got, want := binary.LittleEndian.Uint16(frame[n:]), crc16.Modbus(u); got != want {
			return nil, errs.New(errs.FrameChecksum, "got", fmt.Sprintf("%04X", got), "want", fmt.Sprintf("%04X", want))
		}
	} else if binary.BigEndian.Uint16(frame[2:]) != 0 || int(binary.BigEndian.Uint16(frame[4:])) != n {
		return nil, errs.New(errs.FrameUnknown)
	}
	return u, nil
}

// request unpacks the request at the beginning of a frame, and returns its size.
func (f *framing) request(frame []byte) (unit, int, *errs.Error) {
	if len(frame) < f.before {
		return nil, 0, errs.New(errs.FrameIncomplete)
	}
	switch n := requestLength(frame[f.before:]); n {
	case 0:
		return nil, 0, errs.New(errs.FrameIncomplete)
	case -1:
		return nil, 0, errs.New(errs.FrameUnknown)
	default:
		u, err := f.open(frame, n)
		return u, f.before + n + f.after, err
	}
}

// answer unpacks the answer to a request at the beginning of a frame, and returns its size.
func (f *framing) answer(request unit, frame []byte) (unit, int, *errs.Error) {
	if len(frame) < f.before {
		return nil, 0, errs.New(errs.FrameIncomplete)
	}
	n, ok := answers(request, frame[f.before:])
	if !ok {
		return nil, 0, errs.New(errs.AnswerOfOther)
	}
	u, err := f.open(frame, n)
	return u, f.before + n + f.after, err
}

// exchange is a request and the answer to it.
type exchange struct {
	request, answer unit
	size            int // of both frames
}

// exchange unpacks the first exchange of what is left.
func (f *framing) exchange(frame []byte) (exchange, *errs.Error) {
	request, n, err := f.request(frame)
	if err != nil {
		return exchange{}, err
	}
	answer, m, err := f.answer(request, frame[n:])
	if err != nil {
		return exchange{}, err
	}
	if f == tcp && string(frame[:2]) != string(frame[n:n+2]) {
		return exchange{}, errs.New(errs.AnswerOfOther)
	}
	return exchange{request, answer, n + m}, nil
}
