package deviceimport

import (
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"github.com/xuri/excelize/v2"

	"plumbline/internal/platform/errs"
)

// typist recovers what a person typed from what the spreadsheet made of it: a date of 5-1, a boolean of TRUE, a
// rounded number of a long one.
type typist struct {
	f     *excelize.File
	sheet string
	dates map[int]bool // styles
}

var (
	numeral    = regexp.MustCompile(`^[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$`)
	cellError  = regexp.MustCompile(`^#(N/A|VALUE!|REF!|DIV/0!|NUM!|NAME\?|NULL!|SPILL!|CALC!|GETTING_DATA)$`)
	dateFormat = regexp.MustCompile(`(?i)(^|[^\\])[ymdhs]`)
	inQuotes   = regexp.MustCompile(`"[^"]*"|\[[^\]]*\]`)
)

// exact is the limit up to which integers keep their last digit in every spreadsheet.
const exact = 1e15

// text returns the text of a cell, and what is wrong with it.
func (t *typist) text(c column, no, line int, text string) (string, *errs.Message, error) {
	switch {
	case cellError.MatchString(text):
		return text, errs.CellError, nil
	case c.kind == number || c.kind == whole:
		return halfWidth(text), nil, nil
	case c.key == keySN || c.key == keyCollector || c.key == keyRegister || c.key == keyNodeSN:
		text = halfWidth(text)
	case c.key != keyValue:
		text = oneLine(text)
	}
	if c.kind != plainText || !numeral.MatchString(text) {
		return text, nil, nil
	}
	at := cell(no, line)
	kind, err := t.f.GetCellType(t.sheet, at)
	if err != nil {
		return text, nil, err
	}
	switch kind {
	case excelize.CellTypeBool, excelize.CellTypeDate:
		return text, errs.CellSpoiled, nil
	case excelize.CellTypeNumber, excelize.CellTypeUnset:
	default: // typed as text, whatever it looks like
		return text, nil, nil
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return text, errs.CellSpoiled, nil // out of the range of numbers
	}
	date, err := t.isDate(at)
	if err != nil {
		return text, nil, err
	}
	if date || math.Abs(v) >= exact {
		return text, errs.CellSpoiled, nil
	}
	return strconv.FormatFloat(v, 'f', -1, 64), nil, nil
}

// isDate reports whether a cell is formatted as a date or time.
func (t *typist) isDate(at string) (bool, error) {
	id, err := t.f.GetCellStyle(t.sheet, at)
	if err != nil || id == 0 {
		return false, err
	}
	if known, ok := t.dates[id]; ok {
		return known, nil
	}
	style, err := t.f.GetStyle(id)
	if err != nil {
		return false, err
	}
	n := style.NumFmt
	is := n >= 14 && n <= 22 || n >= 27 && n <= 36 || n >= 45 && n <= 47 || n >= 50 && n <= 58
	if own := style.CustomNumFmt; own != nil {
		is = dateFormat.MatchString(inQuotes.ReplaceAllString(*own, ""))
	}
	if t.dates == nil {
		t.dates = map[int]bool{}
	}
	t.dates[id] = is
	return is, nil
}

// trimmed removes leading and trailing spaces, including zero-width ones.
func trimmed(text string) string {
	return strings.TrimFunc(text, func(r rune) bool { return unicode.IsSpace(r) || unicode.Is(unicode.Cf, r) })
}

// halfWidth converts full-width letters and digits to normal ones.
func halfWidth(text string) string {
	return strings.Map(func(r rune) rune {
		if r >= '！' && r <= '～' {
			return r - '！' + '!'
		}
		return r
	}, text)
}

// oneLine replaces line breaks and tabs by spaces, and removes invisible characters.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r) || unicode.Is(unicode.Cf, r):
			return -1
		}
		return r
	}, text)
}
