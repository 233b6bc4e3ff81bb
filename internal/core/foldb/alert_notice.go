package foldb

import (
	"context"
	"fmt"
	"slices"

	"github.com/uptrace/bun"

	"plumbline/internal/core/alarm"
	"plumbline/internal/platform/database"
)

// opening are the transitions after which an alert waits for a notification.
var opening = []alarm.TransitionKind{alarm.Raised, alarm.Escalated, alarm.Reopened, alarm.Reinstated}

// Notice excludes folds, as Process does: a fold that has read the pending record would write its status back.
//
// Unscoped: work of the program over all corporations, which no request reaches.
func (s *Store) Notice(ctx context.Context, tx *database.Tx, alerts, sent []int64, now int64) ([]int64, error) {
	var corporations []int64
	err := s.Bun.NewSelect().Conn(tx.Tx).Table("alert").ColumnExpr("DISTINCT corporation_id").
		Where("id IN (?) AND status = ? AND withdrawn_at = 0", bun.List(alerts), alarm.Pending).OrderExpr("corporation_id").Scan(ctx, &corporations)
	if err != nil {
		return nil, fmt.Errorf("alerts that wait for a notification: %w", err)
	}
	if len(corporations) == 0 {
		return nil, nil
	}
	change := s.Within(tx)
	if err := change.Exclude(ctx, corporations); err != nil {
		return nil, err
	}
	var noticed []struct {
		ID    int64
		Level alarm.Level
	}
	err = s.Bun.NewRaw(`UPDATE alert SET status = ?, changed_at = ? WHERE id IN (?) AND status = ? AND withdrawn_at = 0
		AND EXISTS (SELECT 1 FROM alert_transition AS sent WHERE sent.id IN (?) AND sent.alert_id = alert.id AND NOT EXISTS (
			SELECT 1 FROM alert_transition AS later WHERE later.alert_id = alert.id AND later.kind IN (?)
			AND (later.recorded_at > sent.recorded_at OR later.recorded_at = sent.recorded_at AND later.id > sent.id)))
		RETURNING id, level`,
		alarm.Notice, now, bun.List(alerts), alarm.Pending, bun.List(sent), bun.List(opening)).Conn(tx.Tx).Scan(ctx, &noticed)
	if err != nil {
		return nil, fmt.Errorf("alerts that people were notified of: %w", err)
	}
	if len(noticed) == 0 {
		return nil, nil
	}
	id, err := s.IDs.TakeIn(ctx, tx.Tx, int64(len(noticed)))
	if err != nil {
		return nil, err
	}
	changed := make([]int64, len(noticed))
	lines := make([]transitionRow, len(noticed))
	for i, n := range noticed {
		changed[i] = n.ID
		lines[i] = transitionRowOf(alarm.Transition{
			ID: id + int64(i), AlertID: n.ID, Kind: alarm.Noticed, From: alarm.Pending, To: alarm.Notice, Level: n.Level, Time: now, RecordedAt: now,
		})
	}
	if _, err := s.Bun.NewInsert().Conn(tx.Tx).Model(&lines).Exec(ctx); err != nil {
		return nil, fmt.Errorf("record the notice of %d alerts: %w", len(lines), err)
	}
	slices.Sort(changed)
	return changed, nil
}
