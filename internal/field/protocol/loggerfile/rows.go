package loggerfile

import (
	"errors"
	"io"
	"math"
	"strconv"
	"strings"

	"plumbline/internal/core/reading"
	"plumbline/internal/platform/errs"
)

// Row is a row of a file: UTC ms and one value per mapping, reading.Missing for an empty cell, NaN if the logger
// marked it invalid.
type Row struct {
	Line   int
	Key    string
	Time   int64
	Values []float64 // valid until the next row
}

// Refused is a row or cell that could not be read.
type Refused struct {
	Line   int    // in the file, from 1
	Column string // "time", or channel and field; empty: the whole row
	Text   string // the text, cut to 80 characters
	Cell   bool   // only this cell; the rest of the row was read
	Reason *errs.Error
}

// Counts are the rows of a file: read, refused, and without a value in the chosen columns.
type Counts struct {
	Rows, Read, Refused, Cells, Empty int
}

// rowSource returns the rows of a file as cells, valid until the next call; io.EOF at the end. A broken row has a
// reason instead of cells.
type rowSource interface {
	next() (sourceRow, error)
}

type sourceRow struct {
	line   int
	cells  []string
	text   string // the line, for reports
	broken *errs.Error
}

func (l *Layout) open(source io.Reader) rowSource {
	if l.Source == SourceXLE { // XML declares its encoding
		return newXLE(source)
	}
	return l.rowsOf(newLines(source, l.Encoding))
}

func (l *Layout) rowsOf(text *lines) rowSource {
	whole := withLong{lines: text, layout: l}
	switch l.Source {
	case SourceGSI:
		whole.rowSource = &gsi{lines: text}
	case SourceNikon:
		whole.rowSource = newNikon(text)
	case SourceNMEA:
		whole.rowSource = &nmea{lines: text}
	default:
		whole.rowSource = &plain{lines: text, layout: l, splitter: newSplitter(l.Separator, l.Starts)}
	}
	return &whole
}

// withLong inserts overlong lines as broken rows in their place.
type withLong struct {
	rowSource
	lines  *lines
	layout *Layout
	ahead  bool // row and err follow the overlong lines
	row    sourceRow
	err    error
}

func (w *withLong) next() (sourceRow, error) {
	if !w.ahead {
		w.row, w.err = w.rowSource.next()
	}
	for len(w.lines.long) > 0 {
		long := w.lines.long[0]
		w.lines.long = w.lines.long[1:]
		if l := w.layout; long.number > l.HeaderLines && (l.Comment == "" || !strings.HasPrefix(long.text, l.Comment)) {
			w.ahead = true
			return sourceRow{line: long.number, text: long.text, broken: errs.New(errs.LineTooLong, "limit", maxLine>>20)}, nil
		}
	}
	w.ahead = false
	return w.row, w.err
}

// plain reads one row per line.
type plain struct {
	lines    *lines
	layout   *Layout
	splitter *splitter
}

func (p *plain) next() (sourceRow, error) {
	for {
		line, err := p.lines.next()
		if err != nil {
			return sourceRow{}, err
		}
		l := p.layout
		switch {
		case p.lines.number <= l.HeaderLines:
		case strings.TrimSpace(line) == "":
		case l.Comment != "" && strings.HasPrefix(line, l.Comment):
		case l.End != "" && strings.HasPrefix(line, l.End):
			return sourceRow{}, io.EOF
		default:
			row := sourceRow{line: p.lines.number, cells: p.splitter.split(line), text: line}
			if p.splitter.broken {
				row.broken = errs.New(errs.RowBroken)
			}
			return row, nil
		}
	}
}

// Read calls visit with each row that has a time and a value, in file order, and refuse with each row or cell that
// cannot be read. It stops at an error of visit.
func (l *Layout) Read(source io.Reader, visit func(Row) error, refuse func(Refused)) (Counts, error) {
	if err := l.Check(); err != nil {
		return Counts{}, err
	}
	return l.read(l.open(source), visit, refuse)
}

func (l *Layout) read(from rowSource, visit func(Row) error, refuse func(Refused)) (Counts, error) {
	at, _ := newClock(l) // checked
	r := reader{layout: l, clock: at, missing: newMissing(l.Missing, l.DecimalComma), values: make([]float64, len(l.Columns)), refuse: refuse}
	r.keyed = map[string]bool{}
	for _, m := range l.Columns {
		r.keyed[m.Key] = true
	}
	for {
		row, err := from.next()
		if errors.Is(err, io.EOF) {
			return r.counts, nil
		}
		if err != nil {
			return r.counts, err
		}
		r.counts.Rows++
		read, ok := r.row(row)
		if !ok {
			continue
		}
		r.counts.Read++
		if err := visit(read); err != nil {
			return r.counts, err
		}
	}
}

type reader struct {
	layout  *Layout
	clock   *clock
	missing missing
	keyed   map[string]bool
	values  []float64
	counts  Counts
	bad     []Refused // cells of the row
	refuse  func(Refused)
}

// row reads one row; false if it is refused or has no value in the chosen columns.
func (r *reader) row(row sourceRow) (Row, bool) {
	whole := func(column, text string, why *errs.Error) (Row, bool) {
		r.counts.Refused++
		r.refuse(Refused{Line: row.line, Column: column, Text: cut(text), Reason: why})
		return Row{}, false
	}
	if row.broken != nil {
		return whole("", row.text, row.broken)
	}
	key := ""
	if k := r.layout.KeyColumn; k != nil {
		if *k < len(row.cells) {
			key = row.cells[*k]
		}
		if !r.keyed[key] && !r.keyed[""] {
			r.counts.Empty++
			return Row{}, false
		}
	}
	at, why := r.clock.at(row.cells)
	if why != nil {
		return whole("time", r.clock.text(row.cells), why)
	}
	if n := r.numbers(row, key); n == 0 {
		if len(r.bad) > 0 {
			return whole(r.bad[0].Column, r.bad[0].Text, r.bad[0].Reason)
		}
		r.counts.Empty++
		return Row{}, false
	}
	for _, bad := range r.bad {
		r.counts.Cells++
		r.refuse(bad)
	}
	return Row{Line: row.line, Key: key, Time: at, Values: r.values}, true
}

// numbers reads the chosen columns of a row and counts the values; unreadable cells are added to bad.
func (r *reader) numbers(row sourceRow, key string) (n int) {
	r.bad = r.bad[:0]
	for i, m := range r.layout.Columns {
		r.values[i] = reading.Missing
		if m.Column >= len(row.cells) || m.Key != "" && m.Key != key {
			continue
		}
		cell := row.cells[m.Column]
		if m.Part > 0 {
			cell = part(cell, m.Part)
		}
		if r.missing.text(cell) {
			continue
		}
		v, why := Number(cell, r.layout.DecimalComma)
		if why != nil {
			r.bad = append(r.bad, Refused{Line: row.line, Column: strconv.Itoa(int(m.Channel)) + "." + m.Field, Text: cut(cell), Cell: true, Reason: why})
			continue
		}
		if reading.IsMissing(v) || r.missing.number(v) {
			continue
		}
		if m.Factor != 0 || m.Offset != 0 {
			if v = scaled(v, m); math.IsInf(v, 0) {
				r.bad = append(r.bad, Refused{
					Line: row.line, Column: strconv.Itoa(int(m.Channel)) + "." + m.Field, Text: cut(cell), Cell: true, Reason: errs.New(errs.NotFinite),
				})
				continue
			}
		}
		r.values[i] = v
		n++
	}
	return n
}

func scaled(v float64, m Mapping) float64 {
	factor := m.Factor
	if factor == 0 {
		factor = 1
	}
	if math.IsNaN(v) {
		return math.NaN()
	}
	return v*factor + m.Offset
}

// Count returns the number of values that are not missing, including invalid ones.
func Count(values []float64) (n int) {
	for _, v := range values {
		if !reading.IsMissing(v) {
			n++
		}
	}
	return n
}
