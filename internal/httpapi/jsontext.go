package httpapi

import (
	"math"
	"strconv"
	"unicode/utf8"

	"plumbline/internal/core/reading"
)

// AppendNumber appends a number, or null for NaN and infinities.
func AppendNumber(b []byte, v float64) []byte {
	if !reading.IsFinite(v) {
		return append(b, "null"...)
	}
	if micro := v * 1e6; micro > -1e15 && micro < 1e15 {
		if n := int64(math.Round(micro)); float64(n)/1e6 == v && (n != 0 || !math.Signbit(v)) {
			return appendMicro(b, n)
		}
	}
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e15) {
		return strconv.AppendFloat(b, v, 'e', -1, 64)
	}
	return strconv.AppendFloat(b, v, 'f', -1, 64)
}

// appendMicro appends a number given in millionths, as results are stored. With at most 15
// digits it is the shortest text that parses back to the same number.
func appendMicro(b []byte, n int64) []byte {
	if n < 0 {
		b = append(b, '-')
		n = -n
	}
	b = strconv.AppendInt(b, n/1e6, 10)
	n %= 1e6
	if n == 0 {
		return b
	}
	b = append(b, '.')
	for unit := int64(1e5); n > 0; unit /= 10 {
		b = append(b, byte('0'+n/unit))
		n %= unit
	}
	return b
}

func AppendInt(b []byte, v int64) []byte { return strconv.AppendInt(b, v, 10) }

const hexDigits = "0123456789abcdef"

// AppendText appends a JSON string (RFC 8259 section 7).
func AppendText(b []byte, s string) []byte {
	b = append(b, '"')
	if isPlain(s) {
		return append(append(b, s...), '"')
	}
	for _, r := range s {
		switch {
		case r == '"' || r == '\\':
			b = append(b, '\\', byte(r))
		case r < ' ':
			b = append(b, '\\', 'u', '0', '0', hexDigits[r>>4], hexDigits[r&15])
		default:
			b = utf8.AppendRune(b, r)
		}
	}
	return append(b, '"')
}

// isPlain reports whether a text needs no escaping in JSON.
func isPlain(s string) bool {
	ascii := true
	for i := range len(s) {
		c := s[i]
		if c < ' ' || c == '"' || c == '\\' {
			return false
		}
		ascii = ascii && c < utf8.RuneSelf
	}
	return ascii || utf8.ValidString(s)
}

func AppendBool(b []byte, v bool) []byte { return strconv.AppendBool(b, v) }

// AppendList appends a JSON list of n entries.
func AppendList(b []byte, n int, entry func(b []byte, i int) []byte) []byte {
	b = append(b, '[')
	for i := range n {
		if i > 0 {
			b = append(b, ',')
		}
		b = entry(b, i)
	}
	return append(b, ']')
}

func AppendTimes(b []byte, times []int64) []byte {
	b = append(b, '[')
	for i, t := range times {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendInt(b, t)
	}
	return append(b, ']')
}

func AppendNumbers(b []byte, values []float64) []byte {
	b = append(b, '[')
	for i, v := range values {
		if i > 0 {
			b = append(b, ',')
		}
		b = AppendNumber(b, v)
	}
	return append(b, ']')
}

func AppendOptional(b []byte, v *float64) []byte {
	if v == nil {
		return append(b, "null"...)
	}
	return AppendNumber(b, *v)
}

// AppendLimit appends a further member of an object; null for none.
func AppendLimit(b []byte, name string, v *float64) []byte {
	b = append(b, `,"`...)
	b = append(b, name...)
	b = append(b, `":`...)
	if v == nil {
		return append(b, "null"...)
	}
	return AppendNumber(b, *v)
}
