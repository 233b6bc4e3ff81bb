package certificate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"plumbline/internal/platform/clock"
	"plumbline/internal/platform/jobs"
	"plumbline/internal/platform/sqlkit"
)

// Watch notifies administrators of certificates that end: once 30 days before, and once when they have ended.
type Watch struct {
	Store *Store
	Inbox Inbox
}

const (
	noticedSoon  = 1
	noticedEnded = 2
)

// Run is the handler of the job.
func (w *Watch) Run(ctx context.Context, _ *jobs.Run) error {
	now := clock.Now().UnixMilli()
	rows, err := w.Store.ending(ctx, now)
	if err != nil {
		return err
	}
	var failed error
	for i := range rows {
		failed = errors.Join(failed, w.notify(ctx, &rows[i], now))
	}
	return failed
}

// ending returns the certificates of which administrators have to hear.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) ending(ctx context.Context, now int64) (rows []row, err error) {
	err = s.Selects(&rows).ExcludeColumn("sealed").
		Where("sc.ends_at <= ? AND sc.noticed < ? OR sc.ends_at <= ? AND sc.noticed < ?", now, noticedEnded, now+soon.Milliseconds(), noticedSoon).
		OrderExpr("sc.corporation_id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("signing certificates that end: %w", err)
	}
	return rows, nil
}

// notify writes a notification, unless another server has written it or the certificate was replaced.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (w *Watch) notify(ctx context.Context, r *row, now int64) error {
	noticed, ended := noticedSoon, now >= r.EndsAt
	if ended {
		noticed = noticedEnded
	}
	return w.Store.Write(ctx, func(tx *sqlkit.Transaction) error {
		n, err := tx.Exec(ctx, "UPDATE signing_certificate SET noticed = ? WHERE corporation_id = ? AND sha256 = ? AND noticed = ?", noticed, r.CorporationID,
			r.SHA256, r.Noticed)
		if err != nil || n == 0 {
			return err
		}
		const day = int64(24 * time.Hour / time.Millisecond)
		days := (r.EndsAt - now + day - 1) / day
		return w.Inbox.CertificateEnds(ctx, tx.Tx.Tx, r.CorporationID, r.Subject, int(max(0, days)), ended)
	})
}
