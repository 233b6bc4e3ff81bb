package json

import (
	"encoding/json"
	"math"
	"strconv"
	"unsafe"

	"plumbline/internal/platform/errs"
)

// wrong is an error being returned; each level prepends its name to the path.
type wrong struct {
	path    string
	message *errs.Message
	args    []any
}

func (w *wrong) under(name string) *wrong {
	switch {
	case w.path == "":
		w.path = name
	case w.path[0] == '[':
		w.path = name + w.path
	default:
		w.path = name + "." + w.path
	}
	return w
}

func (w *wrong) at(index int) *wrong {
	place := "[" + strconv.Itoa(index) + "]"
	if w.path != "" {
		place += "."
	}
	w.path = place + w.path
	return w
}

func refuse(message *errs.Message, args ...any) *wrong {
	return &wrong{message: message, args: args}
}

// scanner scans JSON text, strictly by RFC 8259.
type scanner struct {
	text []byte
	pos  int
}

func (s *scanner) malformed(expected string) *wrong {
	return refuse(errs.ReadingInvalid, "reason", "byte "+strconv.Itoa(s.pos)+": expected "+expected)
}

func (s *scanner) space() {
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case ' ', '\t', '\n', '\r':
			s.pos++
		default:
			return
		}
	}
}

// peek returns the first byte of the next value, 0 at the end.
func (s *scanner) peek() byte {
	s.space()
	if s.pos == len(s.text) {
		return 0
	}
	return s.text[s.pos]
}

// open enters an object or array.
func (s *scanner) open(bracket byte) *wrong {
	if s.peek() != bracket {
		if bracket == '{' {
			return refuse(errs.WrongType, "type", "object")
		}
		return refuse(errs.WrongType, "type", "array")
	}
	s.pos++
	return nil
}

// next moves to the next member of an object or entry of an array. At the end it consumes the closing bracket and
// returns done.
func (s *scanner) next(first bool, closing byte) (done bool, w *wrong) {
	c := s.peek()
	if c == closing {
		s.pos++
		return true, nil
	}
	if first {
		return false, nil
	}
	if c != ',' {
		return false, s.malformed("',' or '" + string(closing) + "'")
	}
	s.pos++
	if s.peek() == closing {
		return false, s.malformed("another value after ','")
	}
	return false, nil
}

// key reads a member name and the colon. plain is false for an escaped name; none of ours is written with escapes.
func (s *scanner) key() (name []byte, plain bool, w *wrong) {
	if s.peek() != '"' {
		return nil, false, s.malformed("a name in quotes")
	}
	name, plain, w = s.rawString()
	if w != nil {
		return nil, false, w
	}
	if s.peek() != ':' {
		return nil, false, s.malformed("':'")
	}
	s.pos++
	return name, plain, nil
}

// rawString reads a string and returns what is between the quotes.
func (s *scanner) rawString() (raw []byte, plain bool, w *wrong) {
	s.pos++
	start := s.pos
	plain = true
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		switch {
		case c == '"':
			s.pos++
			return s.text[start : s.pos-1], plain, nil
		case c == '\\':
			plain = false
			s.pos++
			if s.pos == len(s.text) {
				return nil, false, s.malformed("the end of the string")
			}
			switch s.text[s.pos] {
			case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
			case 'u':
				for range 4 {
					s.pos++
					if s.pos == len(s.text) || !hex(s.text[s.pos]) {
						return nil, false, s.malformed("four hexadecimal digits")
					}
				}
			default:
				return nil, false, s.malformed("a known escape")
			}
		case c < ' ':
			return nil, false, s.malformed("no control character in a string")
		}
		s.pos++
	}
	return nil, false, s.malformed("the end of the string")
}

func hex(c byte) bool {
	return c >= '0' && c <= '9' || c >= 'a' && c <= 'f' || c >= 'A' && c <= 'F'
}

// string reads a string of at most max bytes; null is an empty string.
func (s *scanner) string(max int) (string, *wrong) {
	raw, w := s.bytes(max)
	return string(raw), w
}

// bytes is string, without a copy if there are no escapes.
func (s *scanner) bytes(max int) ([]byte, *wrong) {
	switch s.peek() {
	case '"':
	case 'n':
		return nil, s.literal("null")
	default:
		return nil, refuse(errs.WrongType, "type", "string")
	}
	start := s.pos
	raw, plain, w := s.rawString()
	if w != nil {
		return nil, w
	}
	if !plain {
		var text string
		if err := json.Unmarshal(s.text[start:s.pos], &text); err != nil {
			return nil, s.malformed("a string")
		}
		raw = []byte(text)
	}
	if len(raw) > max {
		return nil, refuse(errs.TooLong, "max", max)
	}
	return raw, nil
}

func (s *scanner) literal(word string) *wrong {
	if len(s.text)-s.pos < len(word) || string(s.text[s.pos:s.pos+len(word)]) != word {
		return s.malformed(word)
	}
	s.pos += len(word)
	return nil
}

func (s *scanner) bool() (bool, *wrong) {
	switch s.peek() {
	case 't':
		return true, s.literal("true")
	case 'f':
		return false, s.literal("false")
	case 'n':
		return false, s.literal("null")
	}
	return false, refuse(errs.WrongType, "type", "boolean")
}

// number reads a finite number; there is false for null.
func (s *scanner) number() (value float64, there bool, w *wrong) {
	switch c := s.peek(); {
	case c == '-' || c >= '0' && c <= '9':
	case c == 'n':
		return 0, false, s.literal("null")
	case c == 'N' || c == 'I':
		return 0, false, refuse(errs.NotFinite)
	default:
		return 0, false, refuse(errs.WrongType, "type", "number")
	}
	start := s.pos
	negative := s.text[s.pos] == '-'
	if negative {
		s.pos++
		if s.pos < len(s.text) && s.text[s.pos] == 'I' {
			return 0, false, refuse(errs.NotFinite)
		}
	}
	var mantissa uint64
	digits, exponent := 0, 0
	intStart := s.pos
	for s.pos < len(s.text) && digit(s.text[s.pos]) {
		mantissa = mantissa*10 + uint64(s.text[s.pos]-'0')
		s.pos++
	}
	digits = s.pos - intStart
	if digits == 0 {
		return 0, false, s.malformed("a digit")
	}
	if digits > 1 && s.text[intStart] == '0' {
		return 0, false, s.malformed("a number without leading zeros")
	}
	if s.pos < len(s.text) && s.text[s.pos] == '.' {
		s.pos++
		fraction := s.pos
		for s.pos < len(s.text) && digit(s.text[s.pos]) {
			mantissa = mantissa*10 + uint64(s.text[s.pos]-'0')
			s.pos++
		}
		if s.pos == fraction {
			return 0, false, s.malformed("a digit")
		}
		digits += s.pos - fraction
		exponent = fraction - s.pos
	}
	plain := true
	if s.pos < len(s.text) && (s.text[s.pos] == 'e' || s.text[s.pos] == 'E') {
		plain = false
		s.pos++
		if s.pos < len(s.text) && (s.text[s.pos] == '+' || s.text[s.pos] == '-') {
			s.pos++
		}
		power := s.pos
		for s.pos < len(s.text) && digit(s.text[s.pos]) {
			s.pos++
		}
		if s.pos == power {
			return 0, false, s.malformed("a digit")
		}
	}
	// Both operands are exact, so one rounding gives the nearest double.
	if plain && digits <= 19 && mantissa < 1<<53 && exponent >= -22 {
		value = float64(mantissa)
		if exponent < 0 {
			value /= tens[-exponent]
		}
		if negative {
			value = -value
		}
		return value, true, nil
	}
	raw := s.text[start:s.pos]
	value, err := strconv.ParseFloat(unsafe.String(&raw[0], len(raw)), 64)
	if err != nil || math.IsInf(value, 0) {
		return 0, false, refuse(errs.NotFinite)
	}
	return value, true, nil
}

var tens = func() (table [23]float64) {
	table[0] = 1
	for i := 1; i < len(table); i++ {
		table[i] = table[i-1] * 10 // exact up to 1e22
	}
	return table
}()

func digit(c byte) bool { return c >= '0' && c <= '9' }

// integer reads an integer in [min, max].
func (s *scanner) integer(min, max int64) (value int64, there bool, w *wrong) {
	number, there, w := s.number()
	if w != nil || !there {
		return 0, false, w
	}
	if number != math.Trunc(number) {
		return 0, false, refuse(errs.WrongType, "type", "integer")
	}
	if number < float64(min) || number > float64(max) {
		return 0, false, refuse(errs.OutOfRange, "min", min, "max", max)
	}
	return int64(number), true, nil
}

// maxDepth bounds the nesting of skipped values.
const maxDepth = 32

// skip skips a value.
func (s *scanner) skip(depth int) *wrong {
	if depth > maxDepth {
		return refuse(errs.ReadingInvalid, "reason", "nested deeper than "+strconv.Itoa(maxDepth))
	}
	switch c := s.peek(); c {
	case '{', '[':
		closing := c + 2 // '}' and ']' are two code points after their opening brackets
		s.pos++
		for first := true; ; first = false {
			done, w := s.next(first, closing)
			if w != nil || done {
				return w
			}
			if c == '{' {
				if _, _, w := s.key(); w != nil {
					return w
				}
			}
			if w := s.skip(depth + 1); w != nil {
				return w
			}
		}
	case '"':
		_, _, w := s.rawString()
		return w
	case 't':
		return s.literal("true")
	case 'f':
		return s.literal("false")
	case 'n':
		return s.literal("null")
	case 0:
		return s.malformed("a value")
	}
	_, _, w := s.number()
	return w
}
