package foldb

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/database"
)

// opening are the transitions after which an alert waits for a notification.
var opening = []alarm.TransitionKind{alarm.Raised, alarm.Escalated, alarm.Reopened, alarm.Reinstated}

// Notice excludes folds, as Process does: a fold that has read the pending record would write its status back.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Notice(ctx context.Context, tx *database.Tx, alertID, transitionID, now int64) (bool, error) {
	var row AlertRow
	err := s.Bun.NewSelect().Conn(tx.Tx).Model(&row).Column("corporation_id", "level").
		Where("id = ? AND status = ? AND withdrawn_at = 0", alertID, alarm.Pending).Limit(1).Scan(ctx)
	switch {
	case errors.Is(err, sql.ErrNoRows):
		return false, nil
	case err != nil:
		return false, fmt.Errorf("alert %d: %w", alertID, err)
	}
	change := s.Within(tx)
	if err := change.Exclude(ctx, []int64{row.CorporationID}); err != nil {
		return false, err
	}
	n, err := change.Exec(ctx, `UPDATE alert SET status = ?, changed_at = ? WHERE id = ? AND status = ? AND withdrawn_at = 0
		AND NOT EXISTS (SELECT 1 FROM alert_transition AS later JOIN alert_transition AS sent ON sent.id = ?
			WHERE later.alert_id = ? AND later.kind IN (?)
			AND (later.recorded_at > sent.recorded_at OR later.recorded_at = sent.recorded_at AND later.id > sent.id))`,
		alarm.Notice, now, alertID, alarm.Pending, transitionID, alertID, bun.List(opening))
	if err != nil || n == 0 {
		return false, err
	}
	id, err := change.ID(ctx)
	if err != nil {
		return false, err
	}
	line := transitionRowOf(alarm.Transition{
		ID: id, AlertID: alertID, Kind: alarm.Noticed, From: alarm.Pending, To: alarm.Notice, Level: row.Level, Time: now, RecordedAt: now,
	})
	if err := change.Insert(ctx, &line); err != nil {
		return false, fmt.Errorf("record the notice of alert %d: %w", alertID, err)
	}
	return true, nil
}
