package loggerfile

import (
	"errors"
	"strings"
	"time"

	"plumbline/internal/fault"
)

// TimeFormat is a compiled pattern for the times of a file.
type TimeFormat struct {
	tokens []token
	text   string
}

type token struct {
	kind    byte // Y M D H m s Z U(ms) u(s), or 0 for literal text
	digits  int  // 0: one or two
	literal string
}

// ParseTimeFormat compiles a pattern of YYYY, MM or M, DD or D, HH or H, mm, ss, ZZ
// (an offset such as +01:00, +0100 or Z) and the characters between them. M, D and H
// take one digit or two. A fraction behind the seconds is always taken. "unix" and
// "unixms" are seconds and milliseconds since 1970.
func ParseTimeFormat(pattern string) (TimeFormat, error) {
	f := TimeFormat{text: pattern}
	switch pattern {
	case "unix":
		f.tokens = []token{{kind: 'u'}}
		return f, nil
	case "unixms":
		f.tokens = []token{{kind: 'U'}}
		return f, nil
	}
	seen := map[byte]bool{}
	for rest := pattern; rest != ""; {
		t, length := nextToken(rest)
		rest = rest[length:]
		if t.kind != 0 {
			if seen[t.kind] {
				return TimeFormat{}, errFormat
			}
			seen[t.kind] = true
		}
		f.tokens = append(f.tokens, t)
	}
	if !seen['Y'] || !seen['M'] || !seen['D'] {
		return TimeFormat{}, errFormat
	}
	return f, nil
}

var errFormat = errors.New("not a time format")

func nextToken(rest string) (token, int) {
	for _, known := range []struct {
		text string
		token
	}{
		{"YYYY", token{kind: 'Y', digits: 4}},
		{"MM", token{kind: 'M', digits: 2}},
		{"M", token{kind: 'M'}},
		{"DD", token{kind: 'D', digits: 2}},
		{"D", token{kind: 'D'}},
		{"HH", token{kind: 'H', digits: 2}},
		{"H", token{kind: 'H'}},
		{"mm", token{kind: 'm', digits: 2}},
		{"ss", token{kind: 's', digits: 2}},
		{"ZZ", token{kind: 'Z'}},
	} {
		if strings.HasPrefix(rest, known.text) {
			return known.token, len(known.text)
		}
	}
	return token{literal: rest[:1]}, 1
}

// HasZone tells whether times of the format say which instant they are.
func (f TimeFormat) HasZone() bool {
	for _, t := range f.tokens {
		if t.kind == 'Z' || t.kind == 'u' || t.kind == 'U' {
			return true
		}
	}
	return false
}

// String is the pattern.
func (f TimeFormat) String() string { return f.text }

// wall is a time as it is written.
type wall struct {
	year, month, day, hour, minute, second, milli int

	offset  int // s
	zoned   bool
	instant int64 // ms, of unix times
	unix    bool
}

// parse reads a text; false when it is not of the format or no time.
func (f TimeFormat) parse(text string) (w wall, ok bool) {
	w.month, w.day = 1, 1
	for _, t := range f.tokens {
		switch t.kind {
		case 0:
			if !strings.HasPrefix(text, t.literal) {
				return w, false
			}
			text = text[len(t.literal):]
			continue
		case 'Z':
			w.offset, text, ok = parseOffset(text)
			w.zoned = true
		case 'u', 'U':
			w, text, ok = parseUnix(text, t.kind == 'U')
		default:
			var n int
			n, text, ok = digits(text, t.digits)
			switch t.kind {
			case 'Y':
				w.year = n
			case 'M':
				w.month = n
			case 'D':
				w.day = n
			case 'H':
				w.hour = n
			case 'm':
				w.minute = n
			case 's':
				w.second = n
				w.milli, text = fraction(text)
			}
		}
		if !ok {
			return w, false
		}
	}
	if text != "" {
		return w, false
	}
	if w.unix {
		return w, true
	}
	inRange := w.month >= 1 && w.month <= 12 && w.day >= 1 && w.hour <= 23 && w.minute <= 59 && w.second <= 59
	return w, inRange && w.day <= daysIn(w.year, w.month)
}

func daysIn(year, month int) int {
	return time.Date(year, time.Month(month)+1, 0, 0, 0, 0, 0, time.UTC).Day()
}

func digits(text string, want int) (n int, rest string, ok bool) {
	most := want
	if most == 0 {
		most = 2
	}
	i := 0
	for i < len(text) && i < most && text[i] >= '0' && text[i] <= '9' {
		n = n*10 + int(text[i]-'0')
		i++
	}
	return n, text[i:], i > 0 && (want == 0 || i == want)
}

// fraction reads .25 or ,25 behind the seconds, to the millisecond.
func fraction(text string) (milli int, rest string) {
	if len(text) < 2 || text[0] != '.' && text[0] != ',' || text[1] < '0' || text[1] > '9' {
		return 0, text
	}
	scale := 100
	i := 1
	for i < len(text) && text[i] >= '0' && text[i] <= '9' {
		milli += int(text[i]-'0') * scale
		scale /= 10
		i++
	}
	return milli, text[i:]
}

func parseOffset(text string) (seconds int, rest string, ok bool) {
	if strings.HasPrefix(text, "Z") {
		return 0, text[1:], true
	}
	if text == "" || text[0] != '+' && text[0] != '-' {
		return 0, text, false
	}
	sign := 1
	if text[0] == '-' {
		sign = -1
	}
	hours, rest, ok := digits(text[1:], 2)
	if !ok || hours > 14 {
		return 0, text, false
	}
	rest = strings.TrimPrefix(rest, ":")
	minutes := 0
	if rest != "" {
		if minutes, rest, ok = digits(rest, 2); !ok || minutes > 59 {
			return 0, text, false
		}
	}
	return sign * (hours*3600 + minutes*60), rest, true
}

func parseUnix(text string, milli bool) (w wall, rest string, ok bool) {
	w.unix = true
	i := 0
	for i < len(text) && i < 15 && text[i] >= '0' && text[i] <= '9' {
		w.instant = w.instant*10 + int64(text[i]-'0')
		i++
	}
	rest = text[i:]
	if milli {
		return w, rest, i >= 12
	}
	w.instant *= 1000
	if i >= 9 && i <= 10 {
		var part int
		part, rest = fraction(rest)
		w.instant += int64(part)
		return w, rest, true
	}
	return w, rest, false
}

// zone is a place's clock, or a fixed offset.
type zone struct{ place *time.Location }

// parseZone reads an IANA name, or an offset such as +08:00 or UTC+8.
func parseZone(name string) (*zone, error) {
	text := strings.TrimPrefix(name, "UTC")
	if text == "" {
		return &zone{time.UTC}, nil
	}
	if text[0] == '+' || text[0] == '-' {
		if len(text) == 2 { // UTC+8
			text = text[:1] + "0" + text[1:]
		}
		offset, rest, ok := parseOffset(text)
		if !ok || rest != "" {
			return nil, errFormat
		}
		return &zone{time.FixedZone(name, offset)}, nil
	}
	if name == "Local" { // a name that means another place on every machine
		return nil, errFormat
	}
	place, err := time.LoadLocation(name)
	if err != nil {
		return nil, err
	}
	return &zone{place}, nil
}

// wallClock turns the times of a file into instants, row after row.
type wallClock struct {
	format TimeFormat
	zone   *zone
	last   int64
}

func (c *wallClock) at(text string) (int64, *fault.Error) {
	w, ok := c.format.parse(text)
	if !ok {
		return 0, fault.New(fault.FieldWrong, "reason", c.format.text)
	}
	switch {
	case w.unix:
		return w.instant, nil
	case w.zoned:
		return time.Date(w.year, time.Month(w.month), w.day, w.hour, w.minute, w.second, 0, time.UTC).UnixMilli() - int64(w.offset)*1000 + int64(w.milli), nil
	}
	t := time.Date(w.year, time.Month(w.month), w.day, w.hour, w.minute, w.second, w.milli*int(time.Millisecond), c.zone.place)
	if t.Hour() != w.hour || t.Minute() != w.minute {
		return 0, fault.New(fault.TimeSkipped, "zone", c.zone.place.String())
	}
	// An hour that comes twice in autumn: its first round, unless that would step back.
	at := t.UnixMilli()
	for _, other := range []time.Time{t.Add(time.Hour), t.Add(-time.Hour)} {
		if other.Hour() != t.Hour() {
			continue
		}
		early, late := min(at, other.UnixMilli()), max(at, other.UnixMilli())
		if at = early; at <= c.last {
			at = late
		}
	}
	c.last = at
	return at, nil
}

// timeFormats are what is looked for, the clearest first.
var timeFormats = []string{
	"YYYY-MM-DDTHH:mm:ssZZ", "YYYY-MM-DD HH:mm:ssZZ", "YYYY-MM-DD HH:mm:ss ZZ", "YYYY-MM-DDTHH:mm:ss", "YYYY-MM-DD HH:mm:ss", "YYYY-MM-DDTHH:mmZZ",
	"YYYY-MM-DD HH:mm", "YYYY-M-D H:mm:ss", "YYYY-M-D H:mm", "YYYY/M/D H:mm:ss ZZ", "YYYY/M/D H:mm:ss", "YYYY/M/D H:mm",
	"D/M/YYYY H:mm:ss ZZ", "M/D/YYYY H:mm:ss ZZ", "D/M/YYYY H:mm:ss", "M/D/YYYY H:mm:ss", "D/M/YYYY H:mm", "M/D/YYYY H:mm",
	"D.M.YYYY H:mm:ss", "D.M.YYYY H:mm", "D-M-YYYY H:mm:ss", "D-M-YYYY H:mm", "YYYYMMDD HH:mm:ss", "YYYYMMDDHHmmss", "YYYYMMDD HHmmss",
	"YYYY-MM-DD", "YYYY/M/D", "D/M/YYYY", "M/D/YYYY", "D.M.YYYY", "D-M-YYYY", "unixms", "unix",
}

// GuessTimeFormats lists the formats that read every one of the texts, the clearest
// first. Two that differ in the order of day and month are both listed: only a
// person can tell.
func GuessTimeFormats(texts []string) []string {
	var found []string
	if len(texts) == 0 {
		return found
	}
	for _, pattern := range timeFormats {
		f, err := ParseTimeFormat(pattern)
		if err != nil {
			panic("loggerfile: " + pattern)
		}
		reads := true
		for _, text := range texts {
			if _, ok := f.parse(text); !ok {
				reads = false
				break
			}
		}
		if reads && !covered(found, pattern) {
			found = append(found, pattern)
		}
	}
	return found
}

// covered tells whether a format says nothing new beside those found: it differs
// from one in the number of digits alone.
func covered(found []string, pattern string) bool {
	loose := strings.NewReplacer("MM", "M", "DD", "D", "HH", "H")
	for _, other := range found {
		if loose.Replace(other) == loose.Replace(pattern) {
			return true
		}
	}
	return false
}
