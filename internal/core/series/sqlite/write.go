package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"math"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/codec"
	"plumbline/internal/core/series/rows"
	"plumbline/internal/core/series/waveforms"
)

// writing is one Write or DeleteSeries.
type writing struct {
	*Store
	*batch
	session
	more  bool          // not the first write of its transaction
	known codec.Decoder // the chunk of the last lookup
	block *series.Block
	owner series.ID // of block
	to    int64     // its last time
}

// begin takes the batch's memory back from readers. Several writes of one transaction form one batch.
func (s *Store) begin(tx *sql.Tx) *writing {
	s.mu.Lock()
	s.pending = nil
	s.mu.Unlock()
	w := &writing{Store: s, batch: &s.batch, session: session{tx: tx}, more: s.batch.inside == tx}
	if !w.more {
		s.batch.reset(tx, s.seq+1)
	}
	return w
}

// open returns the change of a series to be written.
func (w *writing) open(id series.ID) (*change, error) {
	c := w.of(id)
	if c.closed() {
		return nil, fmt.Errorf("series %d was deleted or bulk-written in this transaction and cannot be written again", id)
	}
	return c, nil
}

func (s *Store) Write(ctx context.Context, tx *sql.Tx, b series.Batch) ([]series.Outcome, func(), error) {
	if err := b.Check(); err != nil {
		return nil, nil, err
	}
	if err := waveforms.Add(ctx, tx, b.Waveforms); err != nil {
		return nil, nil, err
	}
	w := s.begin(tx)
	defer w.close()
	outcomes := make([]series.Outcome, len(b.Raw))
	for i := range rows.Order(b.Raw) {
		outcome, err := w.putRaw(ctx, &b.Raw[i])
		if err != nil {
			return nil, nil, fmt.Errorf("store raw row of series %d at %d: %w", b.Raw[i].Series, b.Raw[i].Time, err)
		}
		outcomes[i] = outcome
	}
	err := rows.Net(&b, func(id series.ID) (*rows.Table, *rows.Spans, error) {
		c, err := w.open(id)
		if err != nil {
			return nil, nil, err
		}
		return &c.rows, &c.cleared, nil
	})
	if err != nil {
		return nil, nil, err
	}
	for i := range w.changes {
		c := &w.changes[i]
		if c.closed() {
			continue
		}
		if err := w.findLost(ctx, c); err != nil {
			return nil, nil, fmt.Errorf("find the latest row of series %d: %w", c.id, err)
		}
		if st := w.series[c.id]; c.rows.FillsChunk() || st != nil && st.head.Bytes() > w.limits.head {
			if err := w.direct(ctx, c); err != nil {
				return nil, nil, fmt.Errorf("write chunks of series %d: %w", c.id, err)
			}
		}
	}
	apply, err := w.finish(ctx)
	return outcomes, apply, err
}

// finish writes the log entry and publishes the batch to readers, who add it as soon as they see the entry.
func (w *writing) finish(ctx context.Context) (func(), error) {
	w.encodeLog()
	statement := "INSERT INTO series_log (rows, data, seq) VALUES ($1, $2, $3)"
	if w.more {
		statement = "UPDATE series_log SET rows = $1, data = $2 WHERE seq = $3"
	}
	if _, err := w.tx.ExecContext(ctx, statement, w.logged, w.log, w.batch.seq); err != nil {
		return nil, fmt.Errorf("write the series log (is the batch before applied?): %w", err)
	}
	s, b := w.Store, w.batch
	s.mu.Lock()
	s.pending = b
	s.mu.Unlock()
	return func() { s.apply(b) }, nil
}

// apply applies a committed batch to memory, once for all writes of its transaction.
func (s *Store) apply(b *batch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if b.inside == nil {
		return
	}
	b.inside = nil
	for i := range b.changes {
		c := &b.changes[i]
		st := s.series[c.id]
		if st != nil {
			s.headBytes -= st.head.Bytes()
		}
		if c.drop {
			delete(s.series, c.id)
			continue
		}
		if st == nil {
			st = &state{sealedTo: noChunk}
			s.series[c.id] = st
		}
		c.onto(&st.head, &st.cleared, st.sealedTo)
		s.headBytes += st.head.Bytes()
		if c.direct {
			st.sealedTo = c.sealedTo
		}
		c.renewLatest(st)
		c.release()
	}
	s.seq = b.seq
	s.logRows += b.logged
	s.logBytes += len(b.log)
	s.pending = nil
}

// putRaw merges a raw row with the stored one, in the batch, the head or a chunk.
func (w *writing) putRaw(ctx context.Context, p *series.Put) (series.Outcome, error) {
	c, err := w.open(p.Series)
	if err != nil {
		return 0, err
	}
	old, found, err := w.stored(ctx, c, p.Time)
	if err != nil {
		return 0, err
	}
	if !found {
		c.rows.Set(rows.OfPut(p))
		return series.Stored, nil
	}
	row, outcome, superseded, err := rows.MergeRaw(old, *p, func() ([]series.Revision, error) {
		return revisions(ctx, w.tx, p.Series, p.Time, p.Time)
	})
	if err != nil || outcome == series.Duplicate {
		return outcome, err
	}
	c.rows.Set(row)
	for _, r := range rows.PackRevisions(superseded) {
		if err := w.exec(ctx, `INSERT INTO reading_revision (series_id, ts, seq, part, received, replaced, data)
			VALUES ($1, $2, $3, $4, $5, $6, $7)`, int64(p.Series), p.Time, w.batch.seq, w.parts, r.Received, r.Replaced, r.Data); err != nil {
			return 0, fmt.Errorf("keep a revision: %w", err)
		}
		w.parts++
	}
	return outcome, nil
}

// stored returns the raw row of a time, including rows of the batch.
func (w *writing) stored(ctx context.Context, c *change, time int64) (rows.Row, bool, error) {
	if i, found := c.rows.Find(time); found {
		return c.rows.At(i), true, nil
	}
	st := w.series[c.id]
	if st == nil {
		return rows.Row{}, false, nil
	}
	if i, found := st.head.Find(time); found {
		return st.head.At(i), true, nil
	}
	if time > st.sealedTo {
		return rows.Row{}, false, nil
	}
	return w.sealed(ctx, c.id, time)
}

// sealed returns a row from the chunk that covers its time.
func (w *writing) sealed(ctx context.Context, id series.ID, time int64) (rows.Row, bool, error) {
	if w.block == nil || w.owner != id || time < w.block.Times[0] || time > w.to {
		w.block = nil
		var chunk rows.Packed
		err := w.queryRow(ctx, "SELECT t0, t1, data FROM series_chunk WHERE series_id = $1 AND t1 >= $2 ORDER BY t1 LIMIT 1",
			[]any{int64(id), time}, &chunk.From, &chunk.To, &chunk.Data)
		if err == sql.ErrNoRows || err == nil && chunk.From > time {
			return rows.Row{}, false, nil
		}
		if err != nil {
			return rows.Row{}, false, fmt.Errorf("read a chunk: %w", err)
		}
		if w.block, err = w.known.Decode(chunk.Data, nil); err != nil {
			return rows.Row{}, false, err
		}
		w.owner, w.to = id, chunk.To
	}
	row, found := rows.InBlock(w.block, time)
	return row, found, nil
}

// findLost finds the newest valid row that remains after a change removed it.
func (w *writing) findLost(ctx context.Context, c *change) error {
	st := w.series[c.id]
	c.lost = false
	if !c.latestLost(st) {
		return nil
	}
	c.latest.Reset()
	v := &rows.View{ID: c.id}
	v.Newer.CopyRange(&st.head, math.MinInt64, math.MaxInt64)
	v.Cleared = append(v.Cleared, st.cleared...)
	c.onto(&v.Newer, &v.Cleared, st.sealedTo)
	row, found, err := w.newestValid(ctx, w.tx, v, st.sealedTo)
	if err != nil {
		return err
	}
	c.lost = true
	if found {
		c.latest.Only(row)
	}
	return nil
}

// direct writes a change into chunks, together with the head of its series: replay skips the series' older log
// entries.
func (w *writing) direct(ctx context.Context, c *change) error {
	st := w.series[c.id]
	if st == nil {
		st = &state{sealedTo: noChunk}
	}
	newer, cleared := &c.rows, c.cleared
	if st.unsealed() {
		newer = new(rows.Table)
		newer.CopyRange(&st.head, math.MinInt64, math.MaxInt64)
		cleared = append(rows.Spans(nil), st.cleared...)
		c.onto(newer, &cleared, st.sealedTo)
	}
	after := state{sealedTo: st.sealedTo}
	if st.latest.Len() > 0 {
		after.latest.Only(st.latest.At(0))
	}
	c.renewLatest(&after)
	sealedTo, err := w.rewrite(ctx, c.id, newer, cleared, st.sealedTo, &after.latest, w.batch.seq)
	if err != nil {
		return err
	}
	c.direct, c.sealedTo = true, sealedTo
	return nil
}

func (s *Store) DeleteSeries(ctx context.Context, tx *sql.Tx, ids []series.ID) (func(), error) {
	if err := waveforms.Delete(ctx, tx, ids); err != nil {
		return nil, err
	}
	w := s.begin(tx)
	defer w.close()
	for _, id := range ids {
		for _, statement := range [...]string{
			"DELETE FROM series_chunk WHERE series_id = $1",
			"DELETE FROM series_state WHERE series_id = $1",
			"DELETE FROM reading_revision WHERE series_id = $1",
		} {
			if err := w.exec(ctx, statement, int64(id)); err != nil {
				return nil, fmt.Errorf("delete series %d: %w", id, err)
			}
		}
		c := w.of(id)
		c.reset(id)
		c.drop = true
	}
	return w.finish(ctx)
}

// revisions reads superseded values in order.
func revisions(ctx context.Context, q queryer, id series.ID, from, to int64) ([]series.Revision, error) {
	list, err := q.QueryContext(ctx, `SELECT ts, received, replaced, data FROM reading_revision
		WHERE series_id = $1 AND ts BETWEEN $2 AND $3 ORDER BY ts, seq, part`, int64(id), from, to)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	var found []series.Revision
	for list.Next() {
		var time int64
		var r rows.Superseded
		if err := list.Scan(&time, &r.Received, &r.Replaced, &r.Data); err != nil {
			return nil, err
		}
		if found, err = rows.AppendRevisions(found, time, r); err != nil {
			return nil, fmt.Errorf("revision of series %d at %d: %w", id, time, err)
		}
	}
	return found, list.Err()
}
