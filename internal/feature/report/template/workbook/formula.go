package workbook

import (
	"regexp"
	"strconv"
	"strings"
)

// point is a corner of a reference; 0: it has no column or no row, as in A:A and 1:1.
type point struct {
	column, row int
	fixedColumn bool
	fixedRow    bool
}

// reference is a cell or a range in a formula.
type reference struct {
	prefix string // as it is written, with its exclamation mark; empty: the sheet of the formula
	sheet  string // without quotes
	from   point
	to     point // of a cell that of from
	area   bool  // written with a colon
}

// token is a part of a formula.
type token struct {
	text     string
	ref      *reference
	function bool
	name     bool // a defined name, TRUE or FALSE
	outside  bool // another workbook or program
}

var (
	cellPattern    = regexp.MustCompile(`^(\$?)([A-Za-z]{1,3})(\$?)([0-9]{1,7})`)
	columnsPattern = regexp.MustCompile(`^(\$?)([A-Za-z]{1,3}):(\$?)([A-Za-z]{1,3})`)
	rowsPattern    = regexp.MustCompile(`^(\$?)([0-9]{1,7}):(\$?)([0-9]{1,7})`)
	numberPattern  = regexp.MustCompile(`^[0-9]*\.?[0-9]+([eE][+-]?[0-9]+)?`)
)

// scan splits a formula into tokens. The texts of all tokens make up the formula.
func scan(formula string) []token {
	var tokens []token
	plain := func(text string) { tokens = append(tokens, token{text: text}) }
	for i := 0; i < len(formula); {
		rest := formula[i:]
		switch c := rest[0]; {
		case c == '"':
			n := quoted(rest, '"')
			plain(rest[:n])
			i += n
		case c == '\'' && strings.HasPrefix(rest[quoted(rest, '\''):], "!"):
			n := quoted(rest, '\'')
			t, used := prefixed(rest, rest[:n+1], strings.ReplaceAll(rest[1:n-1], "''", "'"))
			tokens = append(tokens, t)
			i += used
		case c == '[': // after a word it is the column of a table
			n := strings.IndexByte(rest, ']') + 1
			if n == 0 {
				n = len(rest)
			}
			outside := i == 0 || !wordByte(formula[i-1]) && formula[i-1] != '[' && formula[i-1] != ','
			tokens = append(tokens, token{text: rest[:n], outside: outside})
			i += n
		case c == '|':
			tokens = append(tokens, token{text: "|", outside: true})
			i++
		case c == '#': // an error, which may end with an exclamation mark
			n := 1
			for n < len(rest) && strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZ/0123456789!?_", rest[n]) >= 0 {
				n++
			}
			plain(rest[:n])
			i += n
		case wordByte(c):
			t, used := word(rest)
			tokens = append(tokens, t)
			i += used
		default:
			plain(rest[:1])
			i++
		}
	}
	return tokens
}

// quoted returns the length of a quoted text; quotes in it are doubled.
func quoted(text string, quote byte) int {
	for i := 1; i < len(text); i++ {
		if text[i] != quote {
			continue
		}
		if i+1 < len(text) && text[i+1] == quote {
			i++
			continue
		}
		return i + 1
	}
	return len(text)
}

func wordByte(c byte) bool {
	return c >= 'A' && c <= 'Z' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '$' || c == '\\' || c >= 0x80
}

func word(rest string) (token, int) {
	if ref, n := referenceAt(rest); n > 0 {
		return token{text: rest[:n], ref: ref}, n
	}
	if n := len(numberPattern.FindString(rest)); n > 0 && (n == len(rest) || !wordByte(rest[n])) {
		return token{text: rest[:n]}, n
	}
	n := 1
	for n < len(rest) && (wordByte(rest[n]) || rest[n] == '?') {
		n++
	}
	if strings.HasPrefix(rest[n:], ":") { // sheets in a row, as in Sheet1:Sheet3!A1
		if end := strings.IndexByte(rest[n:], '!'); end > 0 && !strings.ContainsAny(rest[n:n+end], "()+-*/,;\"' ") {
			return token{text: rest[:n+end+1], function: true}, n + end + 1
		}
	}
	switch {
	case strings.HasPrefix(rest[n:], "!"):
		return prefixed(rest, rest[:n+1], rest[:n])
	case strings.HasPrefix(strings.TrimLeft(rest[n:], " "), "("):
		return token{text: rest[:n], function: true}, n
	}
	return token{text: rest[:n], name: true}, n
}

// prefixed reads what follows the name of a sheet.
func prefixed(rest, prefix, sheet string) (token, int) {
	if strings.ContainsAny(sheet, "[]|") || strings.Contains(sheet, "://") {
		return token{text: prefix, outside: true}, len(prefix)
	}
	if strings.Contains(sheet, ":") {
		return token{text: prefix, function: true}, len(prefix)
	}
	ref, n := referenceAt(rest[len(prefix):])
	if n == 0 {
		return token{text: prefix}, len(prefix)
	}
	ref.prefix, ref.sheet = prefix, sheet
	return token{text: rest[:len(prefix)+n], ref: ref}, len(prefix) + n
}

// referenceAt reads a cell, a range, columns or rows at the beginning of a text. n is 0 if there is none.
func referenceAt(text string) (ref *reference, n int) {
	end := func(n int) bool {
		return n == len(text) || !wordByte(text[n]) && text[n] != '(' && text[n] != '!' && text[n] != '?'
	}
	if m := rowsPattern.FindStringSubmatch(text); m != nil && end(len(m[0])) {
		return &reference{area: true, from: point{row: whole(m[2]), fixedRow: m[1] != ""}, to: point{row: whole(m[4]), fixedRow: m[3] != ""}}, len(m[0])
	}
	if m := columnsPattern.FindStringSubmatch(text); m != nil && end(len(m[0])) {
		return &reference{
			area: true, from: point{column: columnNumber(m[2]), fixedColumn: m[1] != ""}, to: point{column: columnNumber(m[4]), fixedColumn: m[3] != ""},
		}, len(m[0])
	}
	m := cellPattern.FindStringSubmatch(text)
	if m == nil {
		return nil, 0
	}
	first := corner(m)
	n = len(m[0])
	if strings.HasPrefix(text[n:], ":") {
		if second := cellPattern.FindStringSubmatch(text[n+1:]); second != nil && end(n+1+len(second[0])) {
			return &reference{area: true, from: first, to: corner(second)}, n + 1 + len(second[0])
		}
	}
	if !end(n) || first.row == 0 {
		return nil, 0
	}
	return &reference{from: first, to: first}, n
}

func corner(m []string) point {
	return point{column: columnNumber(m[2]), row: whole(m[4]), fixedColumn: m[1] != "", fixedRow: m[3] != ""}
}

func whole(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0
	}
	return n
}

func (p point) String() string {
	var b strings.Builder
	if p.column > 0 {
		if p.fixedColumn {
			b.WriteByte('$')
		}
		b.WriteString(columnName(p.column))
	}
	if p.row > 0 {
		if p.fixedRow {
			b.WriteByte('$')
		}
		b.WriteString(strconv.Itoa(p.row))
	}
	return b.String()
}

func (r *reference) String() string {
	if r.area {
		return r.prefix + r.from.String() + ":" + r.to.String()
	}
	return r.prefix + r.from.String()
}

// rewrite returns a formula with its references changed.
func rewrite(formula string, change func(reference) reference) string {
	var b strings.Builder
	for _, t := range scan(formula) {
		if t.ref == nil {
			b.WriteString(t.text)
			continue
		}
		changed := change(*t.ref)
		b.WriteString(changed.String())
	}
	return b.String()
}

// moved returns the formula of a cell that shares that of another, some columns and rows away.
func moved(formula string, columns, rows int) string {
	by := func(p point) point {
		if p.column > 0 && !p.fixedColumn {
			p.column = max(p.column+columns, 1)
		}
		if p.row > 0 && !p.fixedRow {
			p.row = max(p.row+rows, 1)
		}
		return p
	}
	return rewrite(formula, func(r reference) reference {
		r.from, r.to = by(r.from), by(r.to)
		return r
	})
}

// columnNumber returns the number of a column from its letters; A is 1.
func columnNumber(letters string) int {
	n := 0
	for _, c := range strings.ToUpper(letters) {
		n = n*26 + int(c-'A'+1)
	}
	return n
}

func columnName(n int) string {
	name := ""
	for ; n > 0; n = (n - 1) / 26 {
		name = string(rune('A'+(n-1)%26)) + name
	}
	return name
}

// area is a rectangle of cells.
type area struct{ left, top, right, bottom int }

// parseArea reads A1 or A1:C3. ok is false if it is neither.
func parseArea(text string) (a area, ok bool) {
	ref, n := referenceAt(text)
	if n == 0 || n != len(text) || ref.from.column == 0 || ref.from.row == 0 {
		return area{}, false
	}
	a = area{min(ref.from.column, ref.to.column), min(ref.from.row, ref.to.row), max(ref.from.column, ref.to.column), max(ref.from.row, ref.to.row)}
	return a, true
}

func (a area) String() string {
	from := columnName(a.left) + strconv.Itoa(a.top)
	if a.left == a.right && a.top == a.bottom {
		return from
	}
	return from + ":" + columnName(a.right) + strconv.Itoa(a.bottom)
}
