package source

import (
	"context"
	"encoding/json"

	"github.com/uptrace/bun"

	"plumbline/internal/platform/database"
	"plumbline/internal/platform/sqlkit"
)

// Claim claims up to n due sources until a time (UTC ms), none of some corporations. Uploads are not run; they come.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Claim(ctx context.Context, n int, except []int64, now, until int64) (claimed []Source, err error) {
	err = s.Write(ctx, func(tx *sqlkit.Transaction) error {
		claimed = nil
		var rows []row
		q := tx.Selects(&rows).Where("s.enabled AND s.kind <> ? AND s.next_run <= ? AND s.claimed_until < ?", Upload, now, now).
			Where("s.project_id NOT IN " + sqlkit.DeletedProjects).OrderExpr("s.next_run, s.id").Limit(int64(n))
		if len(except) > 0 {
			q = q.Where("s.corporation_id NOT IN (?)", bun.List(except))
		}
		if s.DB.Dialect() == database.Postgres {
			q = q.For("UPDATE SKIP LOCKED")
		}
		if err := q.Scan(ctx); err != nil {
			return err
		}
		for i := range rows {
			rows[i].Claim++
			rows[i].ClaimedUntil = until
			if err := tx.Update(ctx, &rows[i], rows[i].ID, "claim", "claimed_until"); err != nil {
				return err
			}
		}
		claimed, err = sourcesOf(rows)
		return err
	})
	return claimed, err
}

// held runs do with columns of a source that this server has claimed; ErrLost if it has lost it.
func (s *Store) held(ctx context.Context, src *Source, set string, args ...any) error {
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		return change(ctx, tx, src, set, args...)
	})
}

func change(ctx context.Context, tx *sqlkit.Transaction, src *Source, set string, args ...any) error {
	n, err := tx.Exec(ctx, "UPDATE source SET ? WHERE id = ? AND claim = ?", bun.SafeQuery(set, args...), src.ID, src.claim)
	if err == nil && n == 0 {
		return ErrLost
	}
	return err
}

// Keep extends a claim.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Keep(ctx context.Context, src *Source, until int64) error {
	return s.held(ctx, src, "claimed_until = ?", until)
}

// Reached stores how far a source has come.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Reached(ctx context.Context, src *Source) error {
	text, err := json.Marshal(src.reached)
	if err != nil {
		return err
	}
	return s.held(ctx, src, "reached = ?", string(text))
}

// keptRuns is the length of the log of a source.
const keptRuns = 200

// Finish ends a claim with the state of the source, and adds the run to its log.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Finish(ctx context.Context, src *Source, run Run) error {
	problem, err := run.Problem.encode()
	if err != nil {
		return err
	}
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		if err := change(ctx, tx, src, "next_run = ?, claimed_until = 0, last_run = ?, last_good = ?, failures = ?, problem = ?",
			src.NextRun, src.LastRun, src.LastGood, src.Failures, problem); err != nil {
			return err
		}
		id, err := tx.ID(ctx)
		if err != nil {
			return err
		}
		if err := tx.Insert(ctx, &runRow{
			ID: id, SourceID: src.ID, BeganAt: run.BeganAt, EndedAt: run.EndedAt, Requests: run.Requests, Frames: run.Frames,
			Readings: run.Readings, Bytes: run.Bytes, Problem: problem,
		}); err != nil {
			return err
		}
		_, err = tx.Exec(ctx, `DELETE FROM source_run WHERE source_id = ? AND id <=
			(SELECT id FROM source_run WHERE source_id = ? ORDER BY id DESC LIMIT 1 OFFSET ?)`, src.ID, src.ID, keptRuns)
		return err
	})
}

// Sealed returns the sealed secrets of a source.
//
// Unscoped: the service has just looked the source up, or claimed it.
func (s *Store) Sealed(ctx context.Context, id int64) (sealed []byte, err error) {
	var r row
	err = s.Selects(&r).Column("secrets").Where("s.id = ?", id).Scan(ctx)
	return r.Secrets, err
}

// Connected stores that a source has a connection, and its problem; nil: none.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Connected(ctx context.Context, src *Source, p *Problem) error {
	text, err := p.encode()
	if err != nil {
		return err
	}
	src.Failures = 0
	return s.Write(ctx, func(tx *sqlkit.Transaction) error {
		src.LastGood = tx.Now
		return change(ctx, tx, src, "failures = 0, problem = ?, last_run = ?, last_good = ?", text, tx.Now, tx.Now)
	})
}

// Noted stores a problem of a source that goes on; nil: it has passed.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Noted(ctx context.Context, src *Source, p *Problem) error {
	text, err := p.encode()
	if err != nil {
		return err
	}
	return s.held(ctx, src, "problem = ?", text)
}
