package rion

import (
	"fmt"
	"math"

	"plumbline/internal/platform/errs"
)

const (
	begin      = 0x68
	readAngles = 0x04
	answered   = 0x80 // added to the command of the request

	headBytes  = 4 // 68, length, address, command
	leastBytes = 5
	mostBytes  = 64 // no known answer is longer than 16

	threeBytes = 0x0D // length of an answer with angles of 3 bytes
	fourBytes  = 0x0F
)

// frame is a frame with a good sum.
type frame []byte

func (f frame) address() int  { return int(f[2]) }
func (f frame) command() byte { return f[3] }
func (f frame) data() []byte  { return f[headBytes : len(f)-1] }

// sum returns the checksum of a frame whose last byte is the place of the sum.
func sum(f []byte) (s byte) {
	for _, b := range f[1 : len(f)-1] {
		s += b
	}
	return s
}

// encode packs a command.
func encode(address, command byte, data ...byte) frame {
	f := append(frame{begin, byte(headBytes + len(data)), address, command}, data...)
	f = append(f, 0)
	f[len(f)-1] = sum(f)
	return f
}

// size returns the length of the frame that begins with these bytes; 0: more are needed; -1: none begins there.
func size(b []byte) int {
	if len(b) > 0 && b[0] != begin {
		return -1
	}
	if len(b) < 2 {
		return 0
	}
	if n := int(b[1]) + 1; n >= leastBytes && n <= mostBytes {
		return n
	}
	return -1
}

// next unpacks the frame at the beginning of what is left.
func next(b []byte) (frame, *errs.Error) {
	n := size(b)
	switch {
	case n < 0:
		return nil, errs.New(errs.FrameUnknown)
	case n == 0 || n > len(b):
		return nil, errs.New(errs.FrameIncomplete)
	}
	f := frame(b[:n])
	if got, want := f[n-1], sum(f); got != want {
		return nil, wrongSum(got, want)
	}
	return f, nil
}

func wrongSum(got, want byte) *errs.Error {
	return errs.New(errs.FrameChecksum, "got", fmt.Sprintf("%02X", got), "want", fmt.Sprintf("%02X", want))
}

// answers reports whether a frame is the answer to a request.
func answers(request, f frame) bool {
	if f.address() != request.address() || f.command() != request.command()|answered {
		return false
	}
	return request.command() != readAngles || f[1] == threeBytes || f[1] == fourBytes
}

// number decodes a sign and digits, without decimals; NaN if they are none.
func number(data []byte) float64 {
	v := int(data[0] & 15)
	sign := data[0] >> 4
	if sign > 1 || v > 9 {
		return math.NaN()
	}
	for _, b := range data[1:] {
		if b>>4 > 9 || b&15 > 9 {
			return math.NaN()
		}
		v = 100*v + int(10*(b>>4)+b&15)
	}
	if sign == 1 && v != 0 {
		v = -v
	}
	return float64(v)
}

// put encodes a number without decimals.
func put(v float64, into []byte) {
	digits := int(min(math.Abs(math.Round(v)), 10*math.Pow(100, float64(len(into)-1))-1))
	for i := len(into) - 1; i >= 0; i-- {
		into[i] = byte(digits/10%10<<4 | digits%10)
		digits /= 100
	}
	if v < 0 {
		into[0] |= 0x10
	}
}

// values are the three numbers of an answer, without decimals, and the bytes of each.
type values struct {
	numbers [3]float64
	bytes   [3]int
}

// measured decodes the answer to readAngles.
func measured(f frame) values {
	v := values{bytes: widths(f[1])}
	data := f.data()
	for i, n := range v.bytes {
		v.numbers[i] = number(data[:n])
		data = data[n:]
	}
	return v
}

// widths returns the bytes of X, Y and the third value by the length of the answer.
func widths(length byte) [3]int {
	if length == fourBytes {
		return [3]int{4, 4, 3}
	}
	return [3]int{3, 3, 3}
}
