// Package rows keeps rows of one series in memory and merges them: tables sorted by time, cleared ranges, the merge of
// a raw row with the stored one, the rewriting of chunks, and the reading of chunks and unsealed rows as one. Both
// back-ends of the series store use it; it knows no database.
package rows

import (
	"math"
	"slices"
	"sort"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
)

// Row is one row of a table. Values belongs to the table.
type Row struct {
	Time     int64
	Received int64 // UTC ms on a whole second; 0 for results
	Flag     reading.Flag
	Columns  *reading.Columns
	Values   []float64
}

// Table has rows in ascending time, one per time, packed into one slice: time, receipt and flag, then one value per
// column. The zero value is empty.
type Table struct {
	columns *reading.Columns
	words   []float64
}

// heads is the number of words before the values of a row: the time, and receipt (upper half, seconds) with flag
// (lower half), as the bits of a float64.
const heads = 2

// startRows is the initial capacity of a table; most series are slow.
const startRows = 4

func (t *Table) stride() int {
	if t.columns == nil {
		return heads
	}
	return heads + t.columns.Len()
}

// Len returns the number of rows.
func (t *Table) Len() int { return len(t.words) / t.stride() }

// Columns returns the union of the columns of all rows; nil if there were none.
func (t *Table) Columns() *reading.Columns { return t.columns }

// Width returns the number of columns.
func (t *Table) Width() int { return t.stride() - heads }

// Values returns the number of values that are not missing.
func (t *Table) Values() int {
	n, stride := 0, t.stride()
	for i := 0; i < len(t.words); i += stride {
		for _, v := range t.words[i+heads : i+stride] {
			if !reading.IsMissing(v) {
				n++
			}
		}
	}
	return n
}

// Bytes returns the memory of the rows.
func (t *Table) Bytes() int { return 8 * cap(t.words) }

// Time returns the time of row i.
func (t *Table) Time(i int) int64 { return int64(math.Float64bits(t.words[i*t.stride()])) }

// Flag returns the flag of row i.
func (t *Table) Flag(i int) reading.Flag {
	return reading.Flag(math.Float64bits(t.words[i*t.stride()+1]))
}

// At returns row i; its values are valid until the table changes.
func (t *Table) At(i int) Row {
	stride := t.stride()
	words := t.words[i*stride : (i+1)*stride : (i+1)*stride]
	mark := math.Float64bits(words[1])
	return Row{
		Time: int64(math.Float64bits(words[0])), Received: int64(mark>>32) * 1000, Flag: reading.Flag(mark),
		Columns: t.columns, Values: words[heads:],
	}
}

// Find returns the index of a time, or where it would be inserted.
func (t *Table) Find(time int64) (i int, found bool) {
	n := t.Len()
	if n == 0 || t.Time(n-1) < time { // the usual case
		return n, false
	}
	i = sort.Search(n, func(i int) bool { return t.Time(i) >= time })
	return i, t.Time(i) == time
}

// Range returns the rows i to j-1 in [from, to].
func (t *Table) Range(from, to int64) (i, j int) {
	i, _ = t.Find(from)
	j = i + sort.Search(t.Len()-i, func(k int) bool { return t.Time(i+k) > to })
	return i, j
}

// Reserve makes room for rows of columns, if the table is empty.
func (t *Table) Reserve(rows int, columns *reading.Columns) {
	if len(t.words) == 0 {
		t.admit(columns)
		t.grow(rows * t.stride())
	}
}

// Reset empties the table and keeps its memory.
func (t *Table) Reset() { t.columns, t.words = nil, t.words[:0] }

// Release empties the table and frees its memory.
func (t *Table) Release() { *t = Table{} }

// WholeSecond rounds a time of receipt up to the stored second.
func WholeSecond(ms int64) int64 { return int64(seconds(ms)) * 1000 }

func seconds(ms int64) uint32 { return uint32(max(0, min(math.MaxUint32, (ms+999)/1000))) }

func mark(received int64, flag reading.Flag) float64 {
	return math.Float64frombits(uint64(seconds(received))<<32 | uint64(flag))
}

// Set inserts a row, or replaces the row of the same time.
func (t *Table) Set(row Row) {
	t.admit(row.Columns)
	i, found := t.Find(row.Time)
	stride := t.stride()
	at := i * stride
	if !found {
		t.grow(stride)
		t.words = t.words[:len(t.words)+stride]
		copy(t.words[at+stride:], t.words[at:])
	}
	words := t.words[at : at+stride]
	words[0] = math.Float64frombits(uint64(row.Time))
	words[1] = mark(row.Received, row.Flag)
	if row.Columns == t.columns {
		copy(words[heads:], row.Values)
		return
	}
	for c, column := range t.columns.List {
		words[heads+c] = reading.Missing
		if k := row.Columns.Index(column); k >= 0 {
			words[heads+c] = row.Values[k]
		}
	}
}

// Only makes row the only row of the table, without spare capacity.
func (t *Table) Only(row Row) {
	t.columns = row.Columns
	if n := t.stride(); cap(t.words) != n {
		t.words = make([]float64, n)
	}
	t.words = t.words[:cap(t.words)]
	t.words[0] = math.Float64frombits(uint64(row.Time))
	t.words[1] = mark(row.Received, row.Flag)
	copy(t.words[heads:], row.Values)
}

// grow adds room for words, by half: spare capacity and discarded memory add up over thousands of series.
func (t *Table) grow(words int) {
	if len(t.words)+words <= cap(t.words) {
		return
	}
	stride := t.stride()
	room := max(startRows*stride, len(t.words)+words, cap(t.words)+cap(t.words)/2)
	grown := make([]float64, len(t.words), room)
	copy(grown, t.words)
	t.words = grown
}

// admit adds columns to the table.
func (t *Table) admit(columns *reading.Columns) {
	if t.columns == columns {
		return
	}
	if t.columns == nil || len(t.words) == 0 {
		t.columns = columns
		return
	}
	list := slices.Clip(t.columns.List) // copy on the first added column
	for _, column := range columns.List {
		if t.columns.Index(column) < 0 {
			list = append(list, column)
		}
	}
	if len(list) == t.columns.Len() {
		return
	}
	rows, old, narrow := t.Len(), t.words, t.stride()
	t.columns = reading.Intern(list)
	stride := t.stride()
	t.words = make([]float64, rows*stride, (rows+startRows)*stride)
	for i := range rows {
		words := t.words[i*stride : (i+1)*stride]
		copy(words, old[i*narrow:(i+1)*narrow])
		for c := narrow; c < stride; c++ {
			words[c] = reading.Missing
		}
	}
}

// Delete deletes the rows of [from, to] and returns their number.
func (t *Table) Delete(from, to int64) int {
	i, j := t.Range(from, to)
	t.words = slices.Delete(t.words, i*t.stride(), j*t.stride())
	return j - i
}

// CopyRange makes the table a copy of the rows of other in [from, to].
func (t *Table) CopyRange(other *Table, from, to int64) {
	i, j := other.Range(from, to)
	t.columns = other.columns
	t.words = append(t.words[:0], other.words[i*other.stride():j*other.stride()]...)
}

// Overlay sets all rows of newer.
func (t *Table) Overlay(newer *Table) {
	n := newer.Len()
	if n == 0 {
		return
	}
	if t.Len() == 0 || n == 1 || t.Time(t.Len()-1) < newer.Time(0) {
		t.admit(newer.columns)
		t.grow(n * t.stride())
		if t.columns == newer.columns && (t.Len() == 0 || t.Time(t.Len()-1) < newer.Time(0)) {
			t.words = append(t.words, newer.words...)
			return
		}
		for i := range n {
			t.Set(newer.At(i))
		}
		return
	}
	older := *t
	t.words = make([]float64, 0, (older.Len()+n)*older.stride())
	i, j := 0, 0
	for i < older.Len() || j < n {
		switch {
		case j == n || i < older.Len() && older.Time(i) < newer.Time(j):
			t.Set(older.At(i))
			i++
		default:
			if i < older.Len() && older.Time(i) == newer.Time(j) {
				i++
			}
			t.Set(newer.At(j))
			j++
		}
	}
}

// AppendBlock appends the rows of a block outside the cleared ranges; all must be newer than the rows of the table.
func (t *Table) AppendBlock(b *series.Block, cleared Spans) {
	t.admit(b.Columns)
	stride := t.stride()
	t.grow(len(b.Times) * stride)
	place := make([]int, len(b.Values))
	for c, column := range b.Columns.List {
		place[c] = heads + t.columns.Index(column)
	}
	if b.Columns != t.columns && b.Columns.Len() < t.columns.Len() {
		// Fill the columns that the block lacks.
		defer func(from int) { t.fillGaps(from, place) }(t.Len())
	}
	first := len(t.words)
	kept := 0
	for i, time := range b.Times {
		if cleared.Has(time) {
			continue
		}
		received := int64(0)
		if len(b.Received) > 0 {
			received = b.Received[i]
		}
		t.words = t.words[:len(t.words)+stride]
		words := t.words[len(t.words)-stride:]
		words[0] = math.Float64frombits(uint64(time))
		words[1] = mark(received, b.Flags[i])
		kept++
	}
	all := kept == len(b.Times)
	for c, values := range b.Values {
		at := first + place[c]
		for i, v := range values {
			if !all && cleared.Has(b.Times[i]) {
				continue
			}
			t.words[at] = v
			at += stride
		}
	}
}

// fillGaps writes Missing into the columns not in place, from row first on.
func (t *Table) fillGaps(first int, place []int) {
	stride := t.stride()
	for c := heads; c < stride; c++ {
		if slices.Contains(place, c) {
			continue
		}
		for at := first*stride + c; at < len(t.words); at += stride {
			t.words[at] = reading.Missing
		}
	}
}

// Block writes rows i to j-1 with the wanted columns (nil: all) into b, reusing its memory.
func (t *Table) Block(b *series.Block, i, j int, want []reading.Column, raw bool) {
	stride, n := t.stride(), j-i
	b.Columns = t.columns
	if b.Columns == nil {
		b.Columns = reading.Intern(nil)
	}
	if want != nil {
		wanted := make([]bool, b.Columns.Len())
		for _, column := range want {
			if i := b.Columns.Index(column); i >= 0 {
				wanted[i] = true
			}
		}
		kept := make([]reading.Column, 0, len(want))
		for i, column := range b.Columns.List {
			if wanted[i] {
				kept = append(kept, column)
			}
		}
		b.Columns = reading.Intern(kept)
	}
	b.Times, b.Received, b.Flags = b.Times[:0], b.Received[:0], b.Flags[:0]
	for k := i; k < j; k++ {
		word := math.Float64bits(t.words[k*stride+1])
		b.Times = append(b.Times, t.Time(k))
		b.Flags = append(b.Flags, reading.Flag(word))
		if raw {
			b.Received = append(b.Received, int64(word>>32)*1000)
		}
	}
	b.Values = slices.Grow(b.Values[:0], b.Columns.Len())[:b.Columns.Len()]
	for c, column := range b.Columns.List {
		at := i*stride + heads + t.columns.Index(column)
		values := slices.Grow(b.Values[c][:0], n)[:n]
		for k := range values {
			values[k] = t.words[at]
			at += stride
		}
		b.Values[c] = values
	}
}

// InBlock returns the row of a time in a block.
func InBlock(b *series.Block, time int64) (Row, bool) {
	i, found := slices.BinarySearch(b.Times, time)
	if !found {
		return Row{}, false
	}
	row := Row{Time: time, Flag: b.Flags[i], Columns: b.Columns, Values: make([]float64, len(b.Values))}
	if len(b.Received) > 0 {
		row.Received = b.Received[i]
	}
	for c := range b.Values {
		row.Values[c] = b.Values[c][i]
	}
	return row, true
}
