package postgres

import (
	"context"
	"database/sql"
	"fmt"
	"slices"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/core/series/rows"
)

type key struct {
	id   series.ID
	time int64
}

// putRaw stores the raw rows whose time is free, all at once, and merges the others. The rows of the changes are then
// what else to store.
func (w *writing) putRaw(ctx context.Context) error {
	m := merging{writing: w, others: make(map[key]rows.Row), free: make(map[key]bool)}
	var list hotRows
	var few [][]int
	concerned := make(map[series.ID]bool) // whose rows may meet stored ones or each other
	for run := range runs(w.batch.Raw) {
		id := w.batch.Raw[run[0]].Series
		if w.changes[id] != nil {
			concerned[id] = true
			continue
		}
		few = append(few, run)
		for k, i := range run {
			p := &w.batch.Raw[i]
			if k > 0 && w.batch.Raw[run[k-1]].Time == p.Time {
				concerned[id] = true
				continue
			}
			list.row(id, rows.OfPut(p))
		}
	}
	var err error
	if m.theirs, err = w.insertNew(ctx, &list); err != nil {
		return err
	}
	if m.ends, err = w.sealedEnds(ctx, &list); err != nil {
		return err
	}
	for k := range m.theirs {
		concerned[k.id] = true
	}
	for id := range m.ends {
		concerned[id] = true
	}
	if len(concerned) == 0 {
		return nil
	}
	for _, run := range few {
		if id := w.batch.Raw[run[0]].Series; concerned[id] {
			w.of(id).raw = run
		}
	}
	if err := m.readOthers(ctx); err != nil {
		return fmt.Errorf("read rows to merge: %w", err)
	}
	for _, id := range w.order() {
		if c := w.changes[id]; len(c.raw) > 0 {
			if err := m.series(ctx, id, c); err != nil {
				return err
			}
		}
	}
	return nil
}

// insertNew inserts the rows whose key is free and returns the other keys. It waits for transactions that hold one.
func (w *writing) insertNew(ctx context.Context, list *hotRows) (map[key]bool, error) {
	keys := make(map[key]bool)
	if w.distributed { // returns the inserted rows
		for i, id := range list.ids {
			keys[key{series.ID(id), list.times[i]}] = true
		}
	}
	err := w.putRows(ctx, &putNew, list, func(list *sql.Rows) error {
		var k key
		err := list.Scan(&k.id, &k.time)
		if w.distributed {
			delete(keys, k)
		} else {
			keys[k] = true
		}
		return err
	})
	return keys, err
}

// sealedEnds returns the ends of the last chunks of series that may have a chunk at the time of one of the rows. It
// runs after the rows were inserted: a row that sealing moved before is then in a chunk that it sees.
func (w *writing) sealedEnds(ctx context.Context, list *hotRows) (map[series.ID]int64, error) {
	ends := make(map[series.ID]int64)
	if len(list.ids) == 0 {
		return ends, nil
	}
	err := each(ctx, w.tx, func(list *sql.Rows) error {
		var id series.ID
		var end int64
		err := list.Scan(&id, &end)
		ends[id] = end
		return err
	}, "SELECT series_id, sealed_to FROM series_state WHERE series_id = ANY($1) AND sealed_to >= $2", []int64(list.ids), slices.Min(list.times))
	return ends, err
}

// merging is the part of a Write that merges raw rows with stored ones.
type merging struct {
	*writing
	theirs map[key]bool // keys of rows of other transactions
	ends   map[series.ID]int64
	others map[key]rows.Row // their rows, locked unless they have all values of the puts
	free   map[key]bool     // the row was sealed before it could be locked; the key is now held
}

// readOthers reads the hot rows of other transactions, and locks those that change.
func (m *merging) readOthers(ctx context.Context) error {
	if len(m.theirs) == 0 {
		return nil
	}
	var ids, times []int64
	for k := range m.theirs {
		ids, times = append(ids, int64(k.id)), append(times, k.time)
	}
	var unpack rows.Unpacker
	read := func(list *sql.Rows) error {
		var k key
		var data sql.RawBytes
		if err := list.Scan(&k.id, &k.time, &data); err != nil {
			return err
		}
		if !m.theirs[k] { // a row that this transaction has inserted
			return nil
		}
		if m.free[k] = len(data) == 0; m.free[k] {
			delete(m.others, k)
			return nil
		}
		unpack.Reset(data)
		m.others[k] = cloned(unpack.Row(unpack.Columns(), true, 0))
		return unpack.Err()
	}
	const piece = 256 // the statement pairs all of its series with all of its times
	for i := 0; i < len(ids); i += piece {
		j := min(len(ids), i+piece)
		if err := each(ctx, m.tx, read, "SELECT series_id, ts, data FROM series_hot WHERE series_id = ANY($1) AND ts = ANY($2)", ids[i:j], times[i:j]); err != nil {
			return err
		}
	}
	// What is a duplicate now remains one. Other rows are locked and read again: an empty row holds a key that has
	// become free.
	var locks hotRows
	asked := make(map[key]bool)
	for id, c := range m.changes {
		for _, i := range c.raw {
			p := &m.batch.Raw[i]
			k := key{id, p.Time}
			if !m.theirs[k] || asked[k] {
				continue
			}
			if old, found := m.others[k]; !found || !rows.HasAll(old, *p) {
				asked[k] = true
				locks.add(id, k.time, []byte{}, true)
			}
		}
	}
	return m.putRows(ctx, &claim, &locks, read)
}

// series merges the raw rows of one series in their order.
func (m *merging) series(ctx context.Context, id series.ID, c *change) error {
	var drop []int64
	for n, i := range c.raw {
		p := &m.batch.Raw[i]
		k := key{id, p.Time}
		old, found, err := m.stored(ctx, c, k)
		if err != nil {
			return err
		}
		if !found {
			again := n+1 < len(c.raw) && m.batch.Raw[c.raw[n+1]].Time == p.Time
			if c.taken != nil || m.free[k] || again {
				c.rows.Set(rows.OfPut(p))
			}
			continue // series.Stored
		}
		if m.outcomes[i], err = m.merge(ctx, c, old, p); err != nil {
			return err
		}
		if ours := c.taken == nil && (!m.theirs[k] || m.free[k]); ours && m.outcomes[i] == series.Duplicate {
			drop = append(drop, p.Time)
		}
	}
	drop = slices.DeleteFunc(drop, func(t int64) bool { _, kept := c.rows.Find(t); return kept })
	if len(drop) == 0 {
		return nil
	}
	_, err := m.tx.ExecContext(ctx, "DELETE FROM series_hot WHERE series_id = $1 AND ts = ANY($2)", int64(id), drop)
	return err
}

// stored returns the row at a time before a put: of the batch, hot, or of a chunk.
func (m *merging) stored(ctx context.Context, c *change, k key) (rows.Row, bool, error) {
	if i, own := c.rows.Find(k.time); own {
		return c.rows.At(i), true, nil
	}
	if c.taken != nil {
		if i, hot := c.taken.newer.Find(k.time); hot {
			return c.taken.newer.At(i), true, nil
		}
		if k.time > c.sealedTo {
			return rows.Row{}, false, nil
		}
		return m.known.find(ctx, m.tx, k.id, k.time)
	}
	if old, hot := m.others[k]; hot {
		return old, true, nil
	}
	if end, chunks := m.ends[k.id]; !m.free[k] && (!chunks || k.time > end) {
		return rows.Row{}, false, nil
	}
	return m.known.find(ctx, m.tx, k.id, k.time)
}

// merge merges one raw row with the stored one.
func (m *merging) merge(ctx context.Context, c *change, old rows.Row, p *series.Put) (series.Outcome, error) {
	stored := 0
	row, outcome, superseded, err := rows.MergeRaw(old, *p, func() ([]series.Revision, error) {
		var earlier []series.Revision
		var err error
		earlier, stored, err = revisions(ctx, m.tx, p.Series, p.Time, p.Time)
		return earlier, err
	})
	if err != nil || outcome == series.Duplicate {
		return outcome, err
	}
	c.rows.Set(row)
	return outcome, keepRevisions(ctx, m.tx, p.Series, p.Time, stored, superseded)
}

// keepRevisions stores superseded values after those stored at the same time.
func keepRevisions(ctx context.Context, tx *sql.Tx, id series.ID, time int64, stored int, superseded []series.Revision) error {
	for k, r := range rows.PackRevisions(superseded) {
		for part := stored + k; ; part++ { // another transaction may have taken the number
			result, err := tx.ExecContext(ctx, `INSERT INTO reading_revision (series_id, ts, part, received, replaced, data)
				VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`, int64(id), time, part, r.Received, r.Replaced, r.Data)
			if err != nil {
				return fmt.Errorf("keep a revision: %w", err)
			}
			if n, err := result.RowsAffected(); n > 0 || err != nil {
				if err != nil {
					return err
				}
				break
			}
		}
	}
	return nil
}

// lookup finds raw rows in chunks and caches the last unpacked chunk.
type lookup struct {
	decoder codec.Decoder
	block   *series.Block
	id      series.ID
	to      int64
}

func (l *lookup) find(ctx context.Context, q queryer, id series.ID, time int64) (rows.Row, bool, error) {
	if l.block == nil || l.id != id || time < l.block.Times[0] || time > l.to {
		l.block = nil
		var chunk rows.Packed
		err := q.QueryRowContext(ctx, "SELECT t0, t1, data FROM series_chunk WHERE series_id = $1 AND t1 >= $2 ORDER BY t1 LIMIT 1", int64(id), time).
			Scan(&chunk.From, &chunk.To, &chunk.Data)
		if err == sql.ErrNoRows || err == nil && chunk.From > time {
			return rows.Row{}, false, nil
		}
		if err != nil {
			return rows.Row{}, false, fmt.Errorf("read a chunk: %w", err)
		}
		if l.block, err = l.decoder.Decode(chunk.Data, nil); err != nil {
			return rows.Row{}, false, err
		}
		l.id, l.to = id, chunk.To
	}
	row, found := rows.InBlock(l.block, time)
	return row, found, nil
}

// revisions reads superseded values in order, and the number of stored rows they take.
func revisions(ctx context.Context, q queryer, id series.ID, from, to int64) (found []series.Revision, stored int, err error) {
	err = each(ctx, q, func(list *sql.Rows) error {
		var time int64
		var r rows.Superseded
		if err := list.Scan(&time, &r.Received, &r.Replaced, &r.Data); err != nil {
			return err
		}
		stored++
		if found, err = rows.AppendRevisions(found, time, r); err != nil {
			return fmt.Errorf("revision of series %d at %d: %w", id, time, err)
		}
		return nil
	}, `SELECT ts, received, replaced, data FROM reading_revision
		WHERE series_id = $1 AND ts BETWEEN $2 AND $3 ORDER BY ts, part`, int64(id), from, to)
	return found, stored, err
}
