package sqlite

import (
	"encoding/binary"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/core/series/rows"
)

// A log entry has the changes of a batch, for each: the series (difference to the previous), flags, cleared ranges,
// column list (number in the entry; a new one follows its number), rows. Values are integers over one power of ten per
// row if that is exact, else bits.

const (
	logDrop    = 1 << iota // the series is deleted
	logCleared             // ranges follow
	logRows                // column list and rows follow
)

// encodeLog writes the changes that are not direct to b.log and counts what replay has to read: rows, ranges and the
// entry itself.
func (b *batch) encodeLog() {
	var known []*reading.Columns
	last, lastTime := int64(0), int64(0)
	b.log, b.logged = b.log[:0], 1
	for i := range b.changes {
		c := &b.changes[i]
		if c.direct {
			continue
		}
		what := byte(0)
		if c.drop {
			what |= logDrop
		}
		if len(c.cleared) > 0 {
			what |= logCleared
		}
		if c.rows.Len() > 0 {
			what |= logRows
		}
		if what == 0 {
			continue
		}
		b.log = binary.AppendVarint(b.log, int64(c.id)-last)
		last = int64(c.id)
		b.log = append(b.log, what)
		if what&logCleared != 0 {
			b.log = binary.AppendUvarint(b.log, uint64(len(c.cleared)))
			for _, span := range c.cleared {
				b.log = binary.AppendVarint(b.log, span.From)
				b.log = binary.AppendVarint(b.log, span.To)
			}
			b.logged += len(c.cleared)
		}
		if what&logRows == 0 {
			continue
		}
		number := 0
		for number < len(known) && known[number] != c.rows.Columns() {
			number++
		}
		b.log = binary.AppendUvarint(b.log, uint64(number))
		if number == len(known) {
			known = append(known, c.rows.Columns())
			b.log = codec.AppendColumns(b.log, c.rows.Columns())
		}
		b.log = binary.AppendUvarint(b.log, uint64(c.rows.Len()))
		for k := range c.rows.Len() {
			row := c.rows.At(k)
			b.log = rows.AppendRow(b.log, row, c.id.IsRaw(), lastTime)
			lastTime = row.Time
		}
		b.logged += c.rows.Len()
	}
}

// decodeLog calls visit with the changes of an entry, using the memory of b.
func decodeLog(data []byte, b *batch, visit func(*change)) error {
	r := rows.NewUnpacker(data)
	var known []*reading.Columns
	id, lastTime := int64(0), int64(0)
	for r.More() {
		b.reset(nil, 0)
		id += r.Varint()
		c := b.of(series.ID(id))
		what := r.Byte()
		c.drop = what&logDrop != 0
		if what&logCleared != 0 {
			for range r.Count(1) {
				from := r.Varint()
				c.cleared = c.cleared.Add(rows.Span{From: from, To: r.Varint()})
			}
		}
		if what&logRows != 0 {
			number := r.Uvarint()
			if number == uint64(len(known)) {
				known = append(known, r.Columns())
			}
			if number >= uint64(len(known)) {
				return rows.ErrDamaged
			}
			columns := known[number]
			for range r.Count(1) {
				row := r.Row(columns, c.id.IsRaw(), lastTime)
				lastTime = row.Time
				c.rows.Set(row)
			}
		}
		if err := r.Err(); err != nil {
			return err
		}
		visit(c)
	}
	return nil
}
