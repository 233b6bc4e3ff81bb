package rows

import (
	"cmp"
	"fmt"
	"iter"
	"math"
	"slices"

	"plumbline/internal/core/reading"
	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
)

// Info is a stored chunk without its bytes. The chunks of a series do not overlap.
type Info struct {
	Key      int64
	From, To int64 // times of the first and the last row
	Rows     int
}

// Chunk is a chunk to be stored.
type Chunk struct {
	From, To     int64
	Rows, Values int
	Data         []byte
}

// Merger rewrites chunks and reuses its memory.
type Merger struct {
	decoder codec.Decoder
	block   series.Block
	table   Table
}

// Rewrite returns the new chunks of a series after newer rows were merged in and ranges cleared. infos are the series'
// chunks from the first affected to the last, in ascending time; load returns the bytes of one. Rows that follow a
// chunk are added to it until it is half full, so that slow series do not end in many small chunks. Other chunks are read
// only if they hold an affected time.
func (m *Merger) Rewrite(infos []Info, raw bool, newer *Table, cleared Spans, load func(Info) ([]byte, error)) (drop []Info, add []Chunk, err error) {
	next := 0 // row of newer
	for k := range max(1, len(infos)) {
		// A chunk covers the time up to the next one, the first also everything before it.
		end := newer.Len()
		last := k >= len(infos)-1
		if !last {
			end, _ = newer.Find(infos[k+1].From)
		}
		fresh := end - next
		m.table.Reset()
		if len(infos) > 0 {
			info := infos[k]
			covered := cleared.Cover(info.From, info.To)
			touched := covered || cleared.Touch(info.From, info.To) || fresh > 0 && newer.Time(next) <= info.To
			extended := fresh > 0 && info.Rows < codec.ExtendLimit(newer.Width())
			if touched || extended {
				drop = append(drop, info)
			} else if fresh == 0 {
				continue
			}
			if (touched || extended) && !covered {
				if err := m.unpack(info, cleared, load); err != nil {
					return nil, nil, err
				}
			}
		}
		if fresh > 0 {
			part := newer.rows(next, end)
			m.table.Overlay(&part)
			next = end
		}
		if add, err = m.pack(add, raw, last); err != nil {
			return nil, nil, err
		}
	}
	return drop, add, nil
}

// rows returns a view of rows i to j-1.
func (t *Table) rows(i, j int) Table {
	return Table{columns: t.columns, words: t.words[i*t.stride() : j*t.stride() : j*t.stride()]}
}

func (m *Merger) unpack(info Info, cleared Spans, load func(Info) ([]byte, error)) error {
	data, err := load(info)
	if err != nil {
		return err
	}
	b, err := m.decoder.Decode(data, nil)
	if err != nil {
		return fmt.Errorf("chunk %d: %w", info.Key, err)
	}
	m.table.AppendBlock(b, cleared)
	return nil
}

// pack cuts the table into chunks: full ones and a remainder at the end of a series, equal ones in the middle, where
// nothing will be added.
func (m *Merger) pack(add []Chunk, raw, last bool) ([]Chunk, error) {
	total := m.table.Len()
	if total == 0 {
		return add, nil
	}
	limit := codec.RowLimit(m.table.Width())
	pieces := (total + limit - 1) / limit
	if !last {
		limit = (total + pieces - 1) / pieces
	}
	for i := 0; i < total; i += limit {
		j := min(total, i+limit)
		m.table.Block(&m.block, i, j, m.table.used(i, j), raw)
		data, values, err := codec.Encode(nil, &m.block)
		if err != nil {
			return nil, err
		}
		add = append(add, Chunk{From: m.table.Time(i), To: m.table.Time(j - 1), Rows: j - i, Values: values, Data: slices.Clip(data)})
	}
	return add, nil
}

// used returns the columns with a value in rows i to j-1; nil if that is all. A chunk does not keep unused columns of
// rows that shared its memory.
func (t *Table) used(i, j int) []reading.Column {
	stride := t.stride()
	var list []reading.Column
	for c := range t.Width() {
		for at := i*stride + heads + c; at < j*stride; at += stride {
			if !reading.IsMissing(t.words[at]) {
				list = append(list, t.columns.List[c])
				break
			}
		}
	}
	if len(list) == t.Width() {
		return nil
	}
	if list == nil {
		list = []reading.Column{}
	}
	return list
}

// Reach returns the last time in the chunks of a series after some of infos are dropped and others added. known is
// false if nothing remains of infos and nothing was added.
func Reach(infos, drop []Info, add []Chunk) (reach int64, known bool) {
	reach = math.MinInt64
	if n := len(add); n > 0 {
		reach, known = add[n-1].To, true
	}
	if n := len(infos); n > 0 && !slices.Contains(drop, infos[n-1]) {
		reach, known = max(reach, infos[n-1].To), true
	}
	if !known && len(drop) < len(infos) {
		for _, info := range infos {
			if !slices.Contains(drop, info) {
				reach, known = info.To, true
			}
		}
	}
	return reach, known
}

// DirectRows is the number of rows of one series and batch, by number of columns, from which they go straight into
// chunks.
func DirectRows(columns int) int { return min(200, codec.RowLimit(columns)) }

// FillsChunk reports whether there are enough rows to go straight into chunks.
func (t *Table) FillsChunk() bool { return t.Len() >= DirectRows(t.Width()) }

// Order iterates over the puts of a batch: as they are or, if many are out of order, by series and time, which changes
// no outcome but moves fewer rows.
func Order(puts []series.Put) iter.Seq[int] {
	sorted := slices.IsSortedFunc(puts, func(a, b series.Put) int { return cmp.Compare(a.Time, b.Time) })
	if len(puts) < 1000 || sorted {
		return func(yield func(int) bool) {
			for i := range puts {
				if !yield(i) {
					return
				}
			}
		}
	}
	order := make([]int, len(puts))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(puts[a].Series, puts[b].Series), cmp.Compare(puts[a].Time, puts[b].Time))
	})
	return slices.Values(order)
}

// Net reduces the results and replacements of a batch to the change of each series: ranges to clear first, then rows
// to put. of returns both for a series.
func Net(b *series.Batch, of func(series.ID) (*Table, *Spans, error)) error {
	for i := 0; i < len(b.Results); {
		id, end := b.Results[i].Series, i+1
		for end < len(b.Results) && b.Results[end].Series == id {
			end++
		}
		put, _, err := of(id)
		if err != nil {
			return err
		}
		put.Reserve(end-i, b.Results[i].Columns)
		for ; i < end; i++ {
			put.Set(ResultOfPut(&b.Results[i]))
		}
	}
	for i := range b.Replace {
		r := &b.Replace[i]
		put, cleared, err := of(r.Series)
		if err != nil {
			return err
		}
		put.Delete(r.From, r.To)
		*cleared = cleared.Add(Span{From: r.From, To: r.To})
		if len(r.Rows) > 0 {
			put.Reserve(len(r.Rows), r.Rows[0].Columns)
		}
		for k := range r.Rows {
			put.Set(ResultOfPut(&r.Rows[k]))
		}
	}
	return nil
}

// FirstTouched returns the earliest time affected by rows or cleared ranges.
func FirstTouched(newer *Table, cleared Spans) int64 {
	first := int64(math.MaxInt64)
	if newer.Len() > 0 {
		first = newer.Time(0)
	}
	if len(cleared) > 0 {
		first = min(first, cleared[0].From)
	}
	return first
}
