package loggerfile

import (
	"errors"
	"strings"
	"time"
)

// TimeFormat is a compiled pattern for times.
type TimeFormat struct {
	tokens      []token
	text        string
	date, clock bool // what it contains
}

type token struct {
	kind    byte // Y M D H m s A Z, y (two digits), N (Jan), or 0 for literal text
	digits  int  // 0: one or two
	literal string
}

// ParseTimeFormat compiles a pattern of YYYY or YY, MM or M or MMM (Jan), DD or D, HH or H, mm, ss, A (AM or PM), ZZ
// (an offset such as +01:00, +0100 or Z) and literal characters. M, D and H take one digit or two. A fraction after
// the seconds is always accepted.
func ParseTimeFormat(pattern string) (TimeFormat, error) {
	f := TimeFormat{text: pattern}
	seen := map[byte]bool{}
	for rest := pattern; rest != ""; {
		t, length := nextToken(rest)
		rest = rest[length:]
		if t.kind != 0 {
			kind := t.kind
			switch kind {
			case 'y':
				kind = 'Y'
			case 'N':
				kind = 'M'
			}
			if seen[kind] {
				return TimeFormat{}, errFormat
			}
			seen[kind] = true
		}
		f.tokens = append(f.tokens, t)
	}
	f.date = seen['Y'] && seen['M'] && seen['D']
	f.clock = seen['H']
	if !f.date && (seen['Y'] || seen['M'] || seen['D'] || !f.clock) {
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
		{"YY", token{kind: 'y', digits: 2}},
		{"MMM", token{kind: 'N'}},
		{"MM", token{kind: 'M', digits: 2}},
		{"M", token{kind: 'M'}},
		{"DD", token{kind: 'D', digits: 2}},
		{"D", token{kind: 'D'}},
		{"HH", token{kind: 'H', digits: 2}},
		{"H", token{kind: 'H'}},
		{"mm", token{kind: 'm', digits: 2}},
		{"ss", token{kind: 's', digits: 2}},
		{"A", token{kind: 'A'}},
		{"ZZ", token{kind: 'Z'}},
	} {
		if strings.HasPrefix(rest, known.text) {
			return known.token, len(known.text)
		}
	}
	return token{literal: rest[:1]}, 1
}

// HasZone reports whether times of the format are unambiguous instants.
func (f TimeFormat) HasZone() bool {
	for _, t := range f.tokens {
		if t.kind == 'Z' {
			return true
		}
	}
	return false
}

// String returns the pattern.
func (f TimeFormat) String() string { return f.text }

// wall is a local time as written.
type wall struct {
	year, month, day, hour, minute, second, milli int

	offset int // s
	zoned  bool
}

// parse parses a text; ok is false if it does not match or is not a time.
func (f TimeFormat) parse(text string) (w wall, ok bool) {
	half := -1 // 0 AM, 1 PM
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
		case 'A':
			half, text, ok = parseHalf(text)
		case 'N':
			w.month, text, ok = parseMonth(text)
		default:
			var n int
			n, text, ok = digits(text, t.digits)
			switch t.kind {
			case 'Y':
				w.year = n
			case 'y':
				w.year = fullYear(n)
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
	if half >= 0 {
		if w.hour < 1 || w.hour > 12 {
			return w, false
		}
		w.hour = w.hour%12 + 12*half
	}
	if w.hour > 23 || w.minute > 59 || w.second > 59 {
		return w, false
	}
	return w, !f.date || w.isDate()
}

func (w wall) isDate() bool {
	return w.month >= 1 && w.month <= 12 && w.day >= 1 && w.day <= daysIn(w.year, w.month)
}

// fullYear expands a two-digit year: 70 to 99 are in the 1900s.
func fullYear(n int) int {
	if n >= 70 {
		return 1900 + n
	}
	return 2000 + n
}

func parseHalf(text string) (half int, rest string, ok bool) {
	if len(text) < 2 {
		return 0, text, false
	}
	switch strings.ToUpper(text[:2]) {
	case "AM":
		return 0, text[2:], true
	case "PM":
		return 1, text[2:], true
	}
	return 0, text, false
}

const months = "JANFEBMARAPRMAYJUNJULAUGSEPOCTNOVDEC"

func parseMonth(text string) (month int, rest string, ok bool) {
	if len(text) < 3 {
		return 0, text, false
	}
	i := strings.Index(months, strings.ToUpper(text[:3]))
	if i < 0 || i%3 != 0 {
		return 0, text, false
	}
	return i/3 + 1, text[3:], true
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

// fraction reads .25 or ,25 after the seconds, to the millisecond.
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

// HasDate reports whether the format contains a date.
func (f TimeFormat) HasDate() bool { return f.date }

// Read reads a time. If the text has no zone, it is the wall clock, as if it were UTC.
func (f TimeFormat) Read(text string) (at time.Time, zoned, ok bool) {
	w, ok := f.parse(text)
	if !ok {
		return time.Time{}, false, false
	}
	place := time.UTC
	if w.zoned {
		place = time.FixedZone("", w.offset)
	}
	return time.Date(w.year, time.Month(w.month), w.day, w.hour, w.minute, w.second, w.milli*int(time.Millisecond), place), w.zoned, true
}

// Layout returns the format for Go's time package.
func (f TimeFormat) Layout() string {
	parts := map[token]string{
		{kind: 'Y', digits: 4}: "2006", {kind: 'y', digits: 2}: "06", {kind: 'N'}: "Jan", {kind: 'M', digits: 2}: "01", {kind: 'M'}: "1",
		{kind: 'D', digits: 2}: "02", {kind: 'D'}: "2", {kind: 'H', digits: 2}: "15", {kind: 'H'}: "15", {kind: 'm', digits: 2}: "04",
		{kind: 's', digits: 2}: "05", {kind: 'A'}: "PM", {kind: 'Z'}: "Z07:00",
	}
	layout := ""
	for _, t := range f.tokens {
		if t.kind == 'A' {
			parts[token{kind: 'H', digits: 2}], parts[token{kind: 'H'}] = "03", "3"
		}
	}
	for _, t := range f.tokens {
		if t.kind == 0 {
			layout += t.literal
		} else {
			layout += parts[t]
		}
	}
	return layout
}
