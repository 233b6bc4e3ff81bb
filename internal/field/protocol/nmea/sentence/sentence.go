// Package sentence reads the sentences of NMEA 0183, from streams and from files: $ body * checksum. The body has a
// talker of two letters, a type of three, and fields after commas.
package sentence

import (
	"strconv"
	"strings"
)

// Sum returns the checksum of a body: all bytes exclusive-or.
func Sum(body string) (sum byte) {
	for i := range len(body) {
		sum ^= body[i]
	}
	return sum
}

// Checked reports whether two hexadecimal digits are the checksum of a body.
func Checked(body, digits string) bool {
	want, err := strconv.ParseUint(digits, 16, 8)
	return err == nil && len(digits) == 2 && Sum(body) == byte(want)
}

// Degrees converts DDMM.MMMM or DDDMM.MMMM and a hemisphere, N, S, E or W, to degrees. South and west are negative.
func Degrees(text, side string) (degrees float64, ok bool) {
	point := strings.IndexByte(text, '.')
	if point < 0 {
		point = len(text)
	}
	if point < 3 {
		return 0, false
	}
	whole, err := strconv.ParseFloat(text[:point-2], 64)
	minutes, err2 := strconv.ParseFloat(text[point-2:], 64)
	if err != nil || err2 != nil || minutes >= 60 {
		return 0, false
	}
	v := whole + minutes/60
	if side == "S" || side == "W" {
		v = -v
	}
	return v, true
}
