package sl651

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// exactBytes is the size of the longest BCD number that a float64 always holds exactly.
const exactBytes = 7

// decimal decodes a BCD number and multiplies it; Missing if it is nothing but FF, or not BCD.
func decimal(data []byte, decimals int, scale float64) float64 {
	digits, negative, ok := bcd(data)
	if !ok {
		return reading.Missing
	}
	v := 0.0
	if len(digits) <= exactBytes {
		n := int64(0)
		for _, b := range digits {
			n = 100*n + 10*int64(b>>4) + int64(b&0xF)
		}
		v = float64(n) * scale / math.Pow10(decimals)
	} else {
		v, _ = strconv.ParseFloat(fmt.Sprintf("%Xe-%d", digits, decimals), 64)
		v *= scale
	}
	if !reading.IsFinite(v) {
		return reading.Missing
	}
	if negative {
		return -v
	}
	return v
}

// bcd returns the digits of a number and its sign.
func bcd(data []byte) (digits []byte, negative, ok bool) {
	if len(data) > 1 && data[0] == 0xFF {
		data, negative = data[1:], true
	}
	for _, b := range data {
		if b>>4 > 9 || b&0xF > 9 {
			return nil, false, false
		}
	}
	return data, negative, len(data) > 0
}

// bits decodes a word of at most 4 bytes.
func bits(data []byte) float64 {
	if len(data) == 0 || len(data) > 4 {
		return reading.Missing
	}
	v := uint32(0)
	for _, b := range data {
		v = v<<8 | uint32(b)
	}
	return float64(v)
}

// clock decodes yyMMddHHmm with optional seconds, as if it were UTC, in ms.
func clock(data []byte) (int64, bool) {
	var parts [clockLen]int
	for i, b := range data {
		if i == clockLen || b>>4 > 9 || b&0xF > 9 {
			return 0, false
		}
		parts[i] = 10*int(b>>4) + int(b&0xF)
	}
	if len(data) < 5 || parts[1] < 1 || parts[1] > 12 || parts[2] < 1 || parts[3] > 23 || parts[4] > 59 || parts[5] > 59 {
		return 0, false
	}
	at := time.Date(2000+parts[0], time.Month(parts[1]), parts[2], parts[3], parts[4], parts[5], 0, time.UTC)
	return at.UnixMilli(), at.Day() == parts[2]
}

// steps decodes a time step, days, hours and minutes in BCD.
func steps(data []byte) (int64, error) {
	digits, negative, ok := bcd(data)
	if !ok || negative || len(digits) != clockStep {
		return 0, errs.OnField("el_04", errs.DigitsInvalid, "digits", fmt.Sprintf("%X", data))
	}
	two := func(b byte) int64 { return 10*int64(b>>4) + int64(b&0xF) }
	interval := ((two(digits[0])*24+two(digits[1]))*60 + two(digits[2])) * minute
	if interval == 0 {
		return 0, errs.OnField("el_04", errs.TooSmall, "min", 1)
	}
	return interval, nil
}
