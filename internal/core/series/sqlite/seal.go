package sqlite

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"time"

	"plumbline/internal/core/series"
	"plumbline/internal/core/series/rows"
)

// limits bound the log and the heads, and so the time of replay.
type limits struct {
	rows      int           // of the log, above which a generation is sealed
	perSeries int           // rows per series, so that many series are not sealed row by row
	most      int           // rows, whatever the number of series
	bytes     int           // of the log, for wide rows
	head      int           // bytes of one head, above which its series is sealed at once
	heads     int           // bytes of all heads, above which sealing takes longer pieces
	piece     time.Duration // duration of one sealing transaction
	longPiece time.Duration // the same above heads
	cut       int           // log entries deleted per transaction
}

// With pieces of 8 ms only, the heads of 24,000 series grew to 150 MB at full throughput.
var defaultLimits = limits{
	rows: 400_000, perSeries: 32, most: 800_000, bytes: 24 << 20, head: 4 << 20, heads: 40 << 20,
	piece: 8 * time.Millisecond, longPiece: 50 * time.Millisecond, cut: 100,
}

// generation is a sealing in progress: the series with unsealed rows when the log was at seq. After they are sealed,
// the log up to seq is no longer needed.
type generation struct {
	open  bool
	seq   int64
	queue []series.ID
}

// session prepares each statement once per transaction.
type session struct {
	tx       *sql.Tx
	prepared map[string]*sql.Stmt
	merger   rows.Merger
}

func (s *session) prepare(ctx context.Context, query string) (*sql.Stmt, error) {
	if statement, ok := s.prepared[query]; ok {
		return statement, nil
	}
	statement, err := s.tx.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	if s.prepared == nil {
		s.prepared = make(map[string]*sql.Stmt)
	}
	s.prepared[query] = statement
	return statement, nil
}

func (s *session) exec(ctx context.Context, query string, args ...any) error {
	statement, err := s.prepare(ctx, query)
	if err != nil {
		return err
	}
	_, err = statement.ExecContext(ctx, args...)
	return err
}

func (s *session) queryRow(ctx context.Context, query string, args []any, into ...any) error {
	statement, err := s.prepare(ctx, query)
	if err != nil {
		return err
	}
	return statement.QueryRowContext(ctx, args...).Scan(into...)
}

func (s *session) close() {
	for _, statement := range s.prepared {
		_ = statement.Close() // closed with the transaction anyway
	}
}

// rewrite merges rows and cleared ranges into the chunks of a series and records its state as of log entry seq. It
// returns the last time in a chunk.
func (s *session) rewrite(ctx context.Context, id series.ID, newer *rows.Table, cleared rows.Spans, sealedTo int64,
	latest *rows.Table, seq int64,
) (int64, error) {
	infos, err := s.chunks(ctx, id, min(rows.FirstTouched(newer, cleared), sealedTo))
	if err != nil {
		return 0, err
	}
	drop, add, err := s.merger.Rewrite(infos, id.IsRaw(), newer, cleared, func(info rows.Info) (data []byte, err error) {
		err = s.queryRow(ctx, "SELECT data FROM series_chunk WHERE id = $1", []any{info.Key}, &data)
		return data, err
	})
	if err != nil {
		return 0, err
	}
	for _, info := range drop {
		if err := s.exec(ctx, "DELETE FROM series_chunk WHERE id = $1", info.Key); err != nil {
			return 0, err
		}
	}
	for _, c := range add {
		if err := s.exec(ctx, "INSERT INTO series_chunk (series_id, t0, t1, rows, vals, data) VALUES ($1, $2, $3, $4, $5, $6)",
			int64(id), c.From, c.To, c.Rows, c.Values, c.Data); err != nil {
			return 0, err
		}
	}
	var reach sql.NullInt64
	if reach.Int64, reach.Valid = rows.Reach(infos, drop, add); !reach.Valid {
		if err := s.queryRow(ctx, "SELECT max(t1) FROM series_chunk WHERE series_id = $1", []any{int64(id)}, &reach); err != nil {
			return 0, err
		}
	}
	var last []byte
	if latest.Len() > 0 {
		last = rows.Pack(nil, latest.At(0), id.IsRaw())
	}
	if err := s.exec(ctx, `INSERT INTO series_state (series_id, applied_seq, sealed_to, last) VALUES ($1, $2, $3, $4)
		ON CONFLICT (series_id) DO UPDATE SET applied_seq = excluded.applied_seq, sealed_to = excluded.sealed_to, last = excluded.last`,
		int64(id), seq, reach, last); err != nil {
		return 0, err
	}
	if !reach.Valid {
		return noChunk, nil
	}
	return reach.Int64, nil
}

// chunks returns the chunks of a series from a time on.
func (s *session) chunks(ctx context.Context, id series.ID, from int64) ([]rows.Info, error) {
	statement, err := s.prepare(ctx, "SELECT id, t0, t1, rows FROM series_chunk WHERE series_id = $1 AND t1 >= $2 ORDER BY t1")
	if err != nil {
		return nil, err
	}
	list, err := statement.QueryContext(ctx, int64(id), from)
	if err != nil {
		return nil, err
	}
	defer list.Close()
	var infos []rows.Info
	for list.Next() {
		var info rows.Info
		if err := list.Scan(&info.Key, &info.From, &info.To, &info.Rows); err != nil {
			return nil, err
		}
		infos = append(infos, info)
	}
	return infos, list.Err()
}

func (s *Store) Maintain(ctx context.Context, write series.Transact) error {
	return s.seal(ctx, write, func() bool {
		s.mu.RLock()
		defer s.mu.RUnlock()
		rows := min(max(s.limits.rows, s.limits.perSeries*len(s.series)), s.limits.most)
		return s.logRows >= rows || s.logBytes >= s.limits.bytes || s.headBytes > s.limits.heads
	})
}

func (s *Store) Flush(ctx context.Context, write series.Transact) error {
	rounds := 0
	return s.seal(ctx, write, func() bool {
		rounds++
		return rounds == 1
	})
}

// seal finishes the open generation and those that are due.
func (s *Store) seal(ctx context.Context, write series.Transact, due func() bool) error {
	s.maintaining.Lock()
	defer s.maintaining.Unlock()
	for {
		if !s.sealing.open {
			if !due() {
				return nil
			}
			s.openGeneration()
		}
		if err := write(func(tx *sql.Tx) (func(), error) { return s.piece(ctx, tx) }); err != nil {
			return fmt.Errorf("seal: %w", err)
		}
	}
}

func (s *Store) openGeneration() {
	s.mu.RLock()
	defer s.mu.RUnlock()
	s.sealing = generation{open: true, seq: s.seq}
	for id, st := range s.series {
		if st.unsealed() {
			s.sealing.queue = append(s.sealing.queue, id)
		}
	}
	slices.Sort(s.sealing.queue)
}

// piece seals heads for the duration of a piece, or cuts the log once all are sealed. The time does not include
// waiting, since the transaction has begun.
func (s *Store) piece(ctx context.Context, tx *sql.Tx) (func(), error) {
	if len(s.sealing.queue) == 0 {
		return s.cutLog(ctx, tx)
	}
	type sealed struct {
		st *state
		to int64
	}
	var done []sealed
	work := session{tx: tx}
	defer work.close()
	most := s.limits.piece
	if s.headBytes > s.limits.heads { // only apply changes it, under this writer
		most = s.limits.longPiece
	}
	begun := time.Now()
	taken := 0
	for _, id := range s.sealing.queue {
		if taken > 0 && time.Since(begun) >= most {
			break
		}
		taken++
		st := s.series[id]
		if st == nil || !st.unsealed() { // written directly or deleted in the meantime
			continue
		}
		to, err := work.rewrite(ctx, id, &st.head, st.cleared, st.sealedTo, &st.latest, s.seq)
		if err != nil {
			return nil, fmt.Errorf("series %d: %w", id, err)
		}
		done = append(done, sealed{st, to})
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		for _, d := range done {
			s.headBytes -= d.st.head.Bytes()
			d.st.head.Release()
			d.st.cleared = nil
			d.st.sealedTo = d.to
		}
		s.sealing.queue = s.sealing.queue[taken:]
	}, nil
}

// cutLog deletes entries of the sealed generation. The newest entry stays, emptied: it tells readers and the next
// start how far the log went. style:ok
func (s *Store) cutLog(ctx context.Context, tx *sql.Tx) (func(), error) {
	begun := time.Now()
	var n, size int
	finished := false
	for first := true; !finished && (first || time.Since(begun) < s.limits.piece); first = false {
		var entries, rows, bytes int
		if err := tx.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(rows), 0), coalesce(sum(length(data)), 0)
			FROM (SELECT rows, data FROM series_log WHERE seq < $1 ORDER BY seq LIMIT $2)`,
			s.sealing.seq, s.limits.cut).Scan(&entries, &rows, &bytes); err != nil {
			return nil, err
		}
		finished = entries < s.limits.cut
		n, size = n+rows, size+bytes
		if _, err := tx.ExecContext(ctx, "DELETE FROM series_log WHERE seq IN (SELECT seq FROM series_log WHERE seq < $1 ORDER BY seq LIMIT $2)",
			s.sealing.seq, s.limits.cut); err != nil {
			return nil, err
		}
	}
	if finished {
		var rows, bytes int
		err := tx.QueryRowContext(ctx, "SELECT rows, length(data) FROM series_log WHERE seq = $1", s.sealing.seq).Scan(&rows, &bytes)
		if err != nil && err != sql.ErrNoRows {
			return nil, err
		}
		n, size = n+rows, size+bytes
		if _, err := tx.ExecContext(ctx, "UPDATE series_log SET rows = 0, data = x'' WHERE seq = $1", s.sealing.seq); err != nil {
			return nil, err
		}
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.logRows -= n
		s.logBytes -= size
		s.sealing.open = !finished
	}, nil
}
