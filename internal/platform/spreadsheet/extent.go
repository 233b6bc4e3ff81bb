package spreadsheet

import "errors"

// extent counts the cells of a sheet including the empty ones that the library fills in before each. It is an
// io.Writer that finds references such as r="XFD100000" in the XML.
type extent struct {
	mostRows, mostCells int
	rows, cells         int // of the previous parts

	sum, widest int // cells of the previous rows, and of the current one
	row         int
	tags        int // row elements, with or without a reference
	elements    int // cell elements, with or without a reference
	before      [2]byte
	third       byte // the byte before those two
	fourth      byte

	state, column, line int
}

// States: the number of characters read of ` r="AB12"`. Letters and digits follow the quote.
const (
	beginning = ` r="`
	letters   = len(beginning)
	digits    = letters + 1
)

// errTooManyCells stops unpacking at the first cell over the limit.
var errTooManyCells = errors.New("too many rows or cells")

// nextPart starts the next file of the archive.
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

// maxLine prevents an overflow of row numbers.
const maxLine = 1 << 30

func (e *extent) begin(c byte) {
	e.state, e.column, e.line = 0, 0, 0
	if c == beginning[0] {
		e.state = 1
	}
}

// reference counts the cell of a reference. A reference without letters is a row.
func (e *extent) reference() {
	if e.line != e.row {
		e.sum, e.widest, e.row = e.sum+e.widest+max(0, e.line-e.row-1), 0, e.line
	}
	e.widest = max(e.widest, e.column)
}

func (e *extent) total() int { return max(e.elements, e.sum+e.widest) }
