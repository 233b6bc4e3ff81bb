package modelcommand

import (
	"encoding/binary"
	"encoding/hex"
	"math"
	"regexp"
	"strconv"
	"strings"

	"plumbline/internal/platform/crc16"
	"plumbline/internal/platform/errs"
)

// Places that are no parameters.
const (
	address  = "address"
	checksum = "crc16"
	sum      = "sum"
)

// part is bytes, or a place where a value is sent.
type part struct {
	bytes []byte
	name  string
	kind  string // of a number in bytes, or decimals of a number in text
}

var (
	placePattern = regexp.MustCompile(`^\{([A-Za-z][A-Za-z0-9]{0,19})(?::([A-Za-z0-9]{1,5}))?\}`)
	hexPattern   = regexp.MustCompile(`^(?:(?:[0-9A-Fa-f]{2}|\?\?|\{address\})\s*)+\*?$`)
)

// parts takes a template apart; m says what is wrong with it.
func (c Command) parts(template string) (list []part, m *errs.Message) {
	for rest := template; rest != ""; {
		if rest[0] == '{' {
			found := placePattern.FindStringSubmatch(rest)
			if found == nil || !c.place(found[1], found[2]) {
				return nil, errs.FormatWrong
			}
			list = append(list, part{name: found[1], kind: found[2]})
			rest = rest[len(found[0]):]
			continue
		}
		end := strings.IndexByte(rest, '{')
		if end < 0 {
			end = len(rest)
		}
		literal := []byte(unescaped(rest[:end]))
		if c.Form == Hex {
			var err error
			if literal, err = hex.DecodeString(strings.Join(strings.Fields(rest[:end]), "")); err != nil {
				return nil, errs.HexInvalid
			}
		}
		list = append(list, part{bytes: literal})
		rest = rest[end:]
	}
	return list, nil
}

// place reports whether a place may have this kind.
func (c Command) place(name, kind string) bool {
	decimals, err := strconv.Atoi(kind)
	number := err == nil && decimals >= 0
	switch {
	case name == address:
		return kind == ""
	case c.Form == Text:
		return name != checksum && name != sum && (kind == "" || number && decimals <= 9)
	case name == checksum:
		return kind == ""
	case name == sum:
		return kind == "" || number
	}
	_, known := kinds[strings.TrimSuffix(kind, littleEndian)]
	return kind == "" || known
}

const (
	littleEndian = "le"
	usualKind    = "u8"
)

// kinds are numbers in bytes.
var kinds = map[string]struct {
	bytes    int
	min, max float64
}{
	"u8": {1, 0, math.MaxUint8}, "i8": {1, math.MinInt8, math.MaxInt8}, "u16": {2, 0, math.MaxUint16}, "i16": {2, math.MinInt16, math.MaxInt16},
	"u32": {4, 0, math.MaxUint32}, "i32": {4, math.MinInt32, math.MaxInt32}, "f32": {4, -math.MaxFloat32, math.MaxFloat32},
}

// factored returns what is sent for a value.
func (c Command) factored(name string, v float64) float64 {
	if p, ok := c.param(name); ok && p.Factor != nil {
		return v * *p.Factor
	}
	return v
}

// misfit returns why a value of a parameter does not fit where it is sent; nil: it does.
func (c Command) misfit(name string, v float64) (m *errs.Message, args []any) {
	if c.Form != Hex {
		return nil, nil
	}
	p, _ := c.param(name)
	sent := c.factored(name, v)
	parts, _ := c.parts(c.Send)
	for _, at := range parts {
		if at.name != name || strings.HasPrefix(at.kind, "f32") {
			continue
		}
		kind := kinds[kindOf(at.kind)]
		switch {
		case p.Factor == nil && sent != math.Trunc(sent):
			return errs.WholeWanted, nil
		case math.Round(sent) < kind.min || math.Round(sent) > kind.max:
			return errs.OutOfRange, []any{"min", kind.min, "max", kind.max}
		}
	}
	return nil, nil
}

func kindOf(kind string) string {
	if kind = strings.TrimSuffix(kind, littleEndian); kind == "" {
		return usualKind
	}
	return kind
}

// Bytes returns what is sent with checked values to an instrument on an address of the bus.
func (c Command) Bytes(values map[string]float64, on int) []byte {
	parts, _ := c.parts(c.Send)
	var out []byte
	for _, p := range parts {
		switch {
		case p.name == "":
			out = append(out, p.bytes...)
		case p.name == address && c.Form == Text:
			out = strconv.AppendInt(out, int64(on), 10)
		case p.name == address:
			out = append(out, byte(on))
		case c.Form == Text:
			out = p.text(out, c.factored(p.name, values[p.name]))
		case p.name == checksum:
			out = binary.LittleEndian.AppendUint16(out, crc16.Modbus(out))
		case p.name == sum:
			out = append(out, p.sum(out))
		default:
			out = p.number(out, c.factored(p.name, values[p.name]))
		}
	}
	return out
}

func (p part) text(out []byte, v float64) []byte {
	decimals := -1
	if p.kind != "" {
		decimals, _ = strconv.Atoi(p.kind)
	}
	return strconv.AppendFloat(out, v, 'f', decimals, 64)
}

func (p part) sum(before []byte) (s byte) {
	from, _ := strconv.Atoi(p.kind)
	for _, b := range before[min(from, len(before)):] {
		s += b
	}
	return s
}

func (p part) number(out []byte, v float64) []byte {
	var b [4]byte
	kind := kindOf(p.kind)
	n := kinds[kind].bytes
	if kind == "f32" {
		binary.BigEndian.PutUint32(b[:], math.Float32bits(float32(v)))
	} else {
		binary.BigEndian.PutUint32(b[:], uint32(int64(math.Round(v))))
	}
	sent := b[len(b)-n:]
	if strings.HasSuffix(p.kind, littleEndian) {
		for i := len(sent) - 1; i >= 0; i-- {
			out = append(out, sent[i])
		}
		return out
	}
	return append(out, sent...)
}

var escapes = strings.NewReplacer(`\r`, "\r", `\n`, "\n", `\t`, "\t", `\\`, `\`)

func unescaped(text string) string { return escapes.Replace(text) }

// Expects reports whether an answer is as expected.
func (c Command) Expects(answer []byte, on int) bool {
	switch {
	case c.Answer == "":
		return true
	case c.Form == Text:
		pattern := strings.ReplaceAll(unescaped(c.Answer), "{"+address+"}", strconv.Itoa(on))
		return matches(pattern, strings.TrimRight(string(answer), "\r\n"))
	}
	pattern := strings.Join(strings.Fields(strings.ReplaceAll(c.Answer, "{"+address+"}", hex.EncodeToString([]byte{byte(on)}))), "")
	pattern, open := strings.CutSuffix(pattern, "*")
	got := hex.EncodeToString(answer)
	if len(got) < len(pattern) || len(got) > len(pattern) && !open {
		return false
	}
	for i := range len(pattern) {
		if pattern[i] != '?' && !strings.EqualFold(pattern[i:i+1], got[i:i+1]) {
			return false
		}
	}
	return true
}

// matches reports whether a text matches a pattern in which * is any characters.
func matches(pattern, text string) bool {
	parts := strings.Split(strings.TrimRight(pattern, "\r\n"), "*")
	rest, begins := strings.CutPrefix(text, parts[0])
	if !begins {
		return false
	}
	if len(parts) == 1 {
		return rest == ""
	}
	for _, middle := range parts[1 : len(parts)-1] {
		i := strings.Index(rest, middle)
		if i < 0 {
			return false
		}
		rest = rest[i+len(middle):]
	}
	return strings.HasSuffix(rest, parts[len(parts)-1])
}
