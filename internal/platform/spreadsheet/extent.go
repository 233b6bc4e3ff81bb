package spreadsheet

import "errors"

// extent counts how many cells a sheet has once the empty ones before each are filled in, as
// the library does: of references such as r="XFD100000" in its text. It is written to.
type extent struct {
	mostRows, mostCells int
	rows, cells         int // of the parts before

	sum, widest int // cells of the rows before, and of the present one
	row         int
	tags        int // rows that are there, with a reference or without
	elements    int // cells that are there, with a reference or without
	before      [2]byte
	third       byte // before these two
	fourth      byte

	state, column, line int
}

// The states are how much of ` r="AB12"` was read; letters and digits follow the quote.
const (
	beginning = ` r="`
	letters   = len(beginning)
	digits    = letters + 1
)

// errTooManyCells ends the unpacking at the first cell that is too many.
var errTooManyCells = errors.New("too many rows or cells")

// nextPart begins another part of the archive.
func (e *extent) nextPart() {
	*e = extent{mostRows: e.mostRows, mostCells: e.mostCells, rows: e.rows + e.lines(), cells: e.cells + e.total()}
}

func (e *extent) lines() int { return max(e.row, e.tags) }

func (e *extent) over() bool {
	return e.rows+e.lines() > e.mostRows || e.cells+e.total() > e.mostCells
}

func (e *extent) Write(text []byte) (int, error) {
	if e.over() {
		return 0, errTooManyCells
	}
	for _, c := range text {
		if (c == ' ' || c == '/' || c == '>') && e.before[1] == 'c' && (e.before[0] == '<' || e.before[0] == ':') {
			e.elements++
		}
		if (c == ' ' || c == '/' || c == '>') && e.before == [2]byte{'o', 'w'} && e.third == 'r' && (e.fourth == '<' || e.fourth == ':') {
			e.tags++
		}
		e.fourth, e.third = e.third, e.before[0]
		e.before[0], e.before[1] = e.before[1], c
		switch {
		case e.state >= letters && c >= 'A' && c <= 'Z' && e.state == letters && e.column <= MaxCells:
			e.column = e.column*26 + int(c-'A') + 1
		case e.state >= letters && c >= '0' && c <= '9' && e.line <= maxLine:
			e.state, e.line = digits, e.line*10+int(c-'0')
		case e.state == digits && c == '"':
			e.reference()
			e.begin(c)
		case e.state < letters && c == beginning[e.state]:
			e.state++
		default:
			e.begin(c)
		}
	}
	return len(text), nil
}

// maxLine keeps the number of a row from overflowing.
const maxLine = 1 << 30

func (e *extent) begin(c byte) {
	e.state, e.column, e.line = 0, 0, 0
	if c == beginning[0] {
		e.state = 1
	}
}

// reference takes in a cell, or with no letters a row.
func (e *extent) reference() {
	if e.line != e.row {
		e.sum, e.widest, e.row = e.sum+e.widest+max(0, e.line-e.row-1), 0, e.line
	}
	e.widest = max(e.widest, e.column)
}

func (e *extent) total() int { return max(e.elements, e.sum+e.widest) }
